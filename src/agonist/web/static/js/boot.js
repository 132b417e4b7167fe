// Runs before the first paint: says that scripts run, so that what needs them is shown.
document.documentElement.classList.add("js");

// Who is quicker than the page's scripts waits for them: the form goes as it would have gone a moment later.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.hasAttribute("hx-post") || document.readyState === "complete") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  addEventListener("load", () => form.requestSubmit(event.submitter), { once: true });
});

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
