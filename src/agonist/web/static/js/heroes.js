// A hero in one's own words: what a rating means, words to take with a tap, and a button that names who is played.

const form = document.querySelector("form.own-hero");
const button = form.querySelector("[data-plays]");

function redraw() {
  for (const each of form.querySelectorAll("[data-says-of]")) {
    const line = document.getElementById(each.dataset.saysOf);
    line.textContent = line.dataset.says.replace("{n}", each.value);
  }
  const name = form.elements.name.value.trim();
  if (name) button.textContent = button.dataset.plays.replace("{name}", name);
}

form.addEventListener("input", redraw);
form.addEventListener("click", (event) => {
  const offered = event.target.closest("[data-offers]");
  if (!offered) return;
  const field = document.getElementById(offered.dataset.offers);
  field.value = offered.textContent;
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
redraw();
