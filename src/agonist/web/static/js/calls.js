// A contest that begins calls its players: who is in the lobby, or at one that is over, goes there; who is writing is told.

import { tab } from "./memory.js";
import { ring } from "./turns.js";

const KEY = "agonist called";
const writing = document.querySelector("form.keeps");
const been = () => JSON.parse(tab.getItem(KEY) ?? "[]");
const note = (id) => tab.setItem(KEY, JSON.stringify([...new Set([...been(), id])].slice(-50)));
const called = () => document.querySelector("[data-call]");

// Each screen is taken along once: who has come away again stays where they are.
function follow() {
  const call = called();
  if (!call || been().includes(call.dataset.call)) return;
  if (writing) {
    if (!document.title.startsWith("● ")) document.title = `● ${document.title}`;
    ring();
    return;
  }
  note(call.dataset.call);
  location.assign(call.dataset.go);
}

const [, here] = /\/contests\/([^/]+)$/.exec(location.pathname) ?? [];
if (here) note(here);

document.body.addEventListener("htmx:sseMessage", (event) => { if (["call", "next"].includes(event.target.id)) follow(); });

// A page without a stream of its own listens to the table's.
const place = document.querySelector("[data-calls]");
if (place) {
  new EventSource(place.dataset.calls).addEventListener("call", (event) => {
    place.innerHTML = event.data;
    follow();
  });
}

// What is being written is found again from the table.
const LEFT = "agonist left";
document.addEventListener("click", (event) => {
  const call = event.target.closest("[data-call]");
  if (!call) return;
  note(call.dataset.call);
  if (writing) {
    const name = writing.querySelector("[name=name]")?.value.trim() || "a character";
    tab.setItem(LEFT, JSON.stringify({ place: location.pathname + location.search, name }));
  }
});
const left = JSON.parse(tab.getItem(LEFT) ?? "null");
const back = document.getElementById("left-off");
if (left && back) {
  const link = back.querySelector("a");
  link.href = left.place;
  link.textContent = `Go on writing ${left.name}`;
  back.hidden = false;
}

follow();
