// What happens for the first time is explained in a sentence, once for each game; who wants no more of it says so.

import { device } from "./memory.js";

const place = document.getElementById("lesson"), OFF = "agonist lessons";
const known = JSON.parse(place?.dataset.lessons ?? "{}"), key = `agonist lessons ${place?.dataset.game}`;
const wanted = () => device.getItem(OFF) !== "no";
const told = () => new Set(JSON.parse(device.getItem(key) ?? "[]"));

// The rules at work: what is asked first, then the story from its latest line on.
const cited = () => [...document.querySelectorAll("#now .rule .number, #lines > li:not(.undone) .cites")].map((each) => each.textContent.trim());

function look() {
  place.hidden = false;
  const seen = told(), rule = wanted() && cited().find((each) => each in known && !seen.has(each));
  // A phone has room for it only between decisions: what nobody can see is not told.
  if (rule && place.checkVisibility()) {
    place.querySelector("p").textContent = known[rule];
    device.setItem(key, JSON.stringify([...seen, rule]));
  }
  place.hidden = !wanted() || !place.querySelector("p").textContent;
}

function set(is) {
  device.setItem(OFF, is ? "yes" : "no");
  if (is) device.removeItem(key);
  place.querySelector("p").textContent = "";
  for (const box of document.querySelectorAll("[data-lessons-on]")) box.checked = is;
  look();
}

if (place) {
  for (const box of document.querySelectorAll("[data-lessons-on]")) {
    box.checked = wanted();
    box.addEventListener("change", () => set(box.checked));
  }
  place.querySelector("[data-next]").addEventListener("click", () => {
    place.querySelector("p").textContent = "";
    look();
  });
  place.querySelector("[data-off]").addEventListener("click", () => set(false));
  document.body.addEventListener("htmx:sseMessage", (event) => { if (["yours", "tale"].includes(event.target.id)) look(); });
  look();
}
