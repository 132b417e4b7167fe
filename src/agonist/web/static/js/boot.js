// Runs before the first paint: says that scripts run, so that what needs them is shown.
document.documentElement.classList.add("js");
