// Runs before the first paint: says that scripts run, so that what needs them is shown.
document.documentElement.classList.add("js");

// A form that is on its way is not sent again by a second click. What htmx sends it guards itself; a page that comes
// back from the browser's memory may send its forms anew.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});
