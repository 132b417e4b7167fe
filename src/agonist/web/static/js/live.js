// The table page while things happen: what changed lights up, what happened is said, a lost line shows itself.

import { device } from "./memory.js";
import { ring, tell } from "./turns.js";
import { bringTyped, keepTyped } from "./typed.js";

const said = document.getElementById("said");
const state = document.getElementById("link-state");
const table = document.querySelector("[data-live]");
const keyOf = (text) => /data-key="([^"]*)"/.exec(text.slice(0, 400))?.[1];
let before = new Map();
let failures = 0;
let pressed = null;

function values(root) {
  return new Map([...root.querySelectorAll("[data-watch]")].map((each) => [each.dataset.watch, each.dataset.value ?? each.textContent]));
}

function say(text) {
  if (!text) return;
  const line = document.createElement("p");
  line.textContent = text;
  said.append(line);
  while (said.childElementCount > 6) said.firstElementChild.remove();
}

// Whoever has just done something looks at the screen, and is not called when the next question is theirs as well.
const LOOKING = 4000;
let mine = false;
let touched = -LOOKING;
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => { touched = performance.now(); }, true);

function turn() {
  const yours = document.querySelector("#now .asks.yours:not(.window)");
  document.getElementById("now").classList.toggle("yours", Boolean(yours));
  document.title = document.title.replace(/^● /, "");
  if (yours) document.title = `● ${document.title}`;
  if (yours && !mine && performance.now() - touched > LOOKING) {
    ring();
    tell("Your turn", yours.querySelector(".question")?.textContent.trim() ?? "");
  }
  mine = Boolean(yours);
}

let since = 0;
let why = "";

function lost(is) {
  if (is && !state.classList.contains("lost")) since = Date.now();
  if (is) sayLost();
  else why = "";
  state.classList.toggle("lost", is);
  document.body.classList.toggle("offline", is);
}

// Since when nothing comes; what stands there is how it was then.
function sayLost() {
  const minutes = Math.floor((Date.now() - since) / 60000);
  state.lastElementChild.textContent = why || `No connection${minutes ? ` for ${minutes} min` : ""}: this is how it stood then.`;
}

async function still() {
  try {
    const answer = await fetch(table.dataset.alive, { headers: { accept: "text/plain" } });
    const text = await answer.text();
    if (text === "no") return gone();
    why = answer.ok && text !== "yes" ? text : "";
    if (why) sayLost();
  } catch {
    // No connection at all: the stream comes back by itself.
  }
}

function gone() {
  document.getElementById("gone").showModal();
}

document.body.addEventListener("htmx:sseBeforeMessage", (event) => {
  const here = event.target;
  const key = keyOf(event.detail.data ?? "");
  if (key && here.querySelector("[data-key]")?.dataset.key === key) {
    event.preventDefault();
    return;
  }
  before = values(here);
  if (here.id === "yours") keepTyped(here);
  const nowhere = document.activeElement === document.body && pressed && !pressed.isConnected;
  here.dataset.held = here.contains(document.activeElement) || here.contains(pressed) || nowhere ? "yes" : "";
});

// A control that is shut while its answer travels loses the focus: it gets it back, or what comes in its place gets it.
document.body.addEventListener("htmx:beforeRequest", () => { pressed = document.activeElement; });
document.body.addEventListener("htmx:afterRequest", () => {
  if (pressed?.isConnected && document.activeElement === document.body) pressed.focus({ preventScroll: true });
});

document.body.addEventListener("htmx:sseMessage", (event) => {
  const here = event.target;
  for (const each of here.querySelectorAll("[data-watch]")) {
    const old = before.get(each.dataset.watch);
    if (old !== undefined && old !== (each.dataset.value ?? each.textContent)) {
      each.classList.add("lit");
      setTimeout(() => each.classList.remove("lit"), 2000);
    }
  }
  if (here.id === "meanwhile") ages();
  if (here.id === "yours") {
    turn();
    runsOut();
    grip(here.querySelector("[data-grip]"), false);
    const question = here.querySelector(".question");
    const place = question?.matches("[tabindex]") && question.checkVisibility() ? question : here; // beside dice in the hand it is not shown
    if (!bringTyped(here) && here.dataset.held) place.focus({ preventScroll: true });
    if (here.querySelector(".asks.yours")) say(question?.textContent.trim());
    adviseAll();
  }
  if (here.id === "lines") {
    for (const line of [...here.querySelectorAll("li.fresh:not([data-said])")].reverse()) {
      line.dataset.said = "yes";
      say(line.querySelector(".tells")?.textContent.trim());
    }
    const seen = new Set();
    for (const line of [...here.children]) {
      if (seen.has(line.id)) line.remove();
      seen.add(line.id);
    }
  }
});

document.body.addEventListener("htmx:sseClose", (event) => { if (event.detail.type === "message") gone(); });
document.body.addEventListener("htmx:sseOpen", () => { failures = 0; lost(false); });
document.body.addEventListener("htmx:sseError", () => { lost(true); failures += 1; still(); });
window.addEventListener("offline", () => lost(true));
window.addEventListener("online", () => { if (!failures) lost(false); });

// After an act that failed on its way the words stay in the form.
document.body.addEventListener("htmx:sendError", (event) => {
  const place = event.target.querySelector?.(".refusal");
  if (place) place.textContent = "The server cannot be reached. What you chose is still here; try again.";
});

// What must be chosen and is not is said in our own words, where refusals stand.
document.addEventListener("invalid", (event) => {
  const place = event.target.closest("#now form.asks")?.querySelector(".refusal");
  if (!place) return;
  event.preventDefault();
  place.textContent = event.target.type === "radio" ? "Nothing is chosen yet." : event.target.validationMessage;
}, true);
document.addEventListener("input", (event) => {
  const place = event.target.closest?.("#now form.asks")?.querySelector(".refusal");
  if (place) place.textContent = "";
});

// Odds come when they are worked out, and take their place beside the controls without moving them.
async function advise(form) {
  const answer = await fetch(form.dataset.advice, { headers: { accept: "application/json" } }).catch(() => null);
  const found = answer?.ok ? await answer.json() : null;
  if (!found || !form.isConnected) return;
  form.odds = found;
  form.dispatchEvent(new CustomEvent("odds", { bubbles: true }));
  const best = form.querySelector(".best");
  best.hidden = false;
  const bare = Object.values(found.options).some((each) => each.text.endsWith("%"));
  best.querySelector(".measure").textContent = bare ? `%: ${found.measure}` : "";
  best.querySelector("p").textContent = [bare || !found.measure ? "" : `Numbers: ${found.measure}.`, found.best, found.averaged].filter(Boolean).join(" ");
}

// What must be answered gets its odds at once; what can be, when somebody turns to it.
function adviseAll() {
  for (const form of document.querySelectorAll("#now form[data-advice]:not(.window)")) {
    if (!form.querySelector(".more-ways:not([open])")) advise(form);
  }
  for (const form of document.querySelectorAll("#now form[data-deeds]")) form.dispatchEvent(new CustomEvent("foretell", { bubbles: true }));
}

// Where a question opens with deeds, the odds of all else come with all else.
document.body.addEventListener("toggle", (event) => {
  const form = event.target.matches?.("#now .more-ways[open]") && event.target.closest("form[data-advice]:not(.window)");
  if (form && !form.dataset.asked) {
    form.dataset.asked = "yes";
    advise(form);
  }
}, true);

document.body.addEventListener("focusin", (event) => {
  const form = event.target.closest?.("#now form.window[data-advice]");
  if (!form || form.dataset.asked) return;
  form.dataset.asked = "yes";
  advise(form);
});

// Who turns to something that closes by itself is waited for, once; and sees how long there is.
async function claim(box) {
  if (!box || box.dataset.claimed || !box.dataset.seconds) return;
  box.dataset.claimed = "yes";
  await fetch(box.dataset.wait, { method: "POST", headers: { "hx-request": "true" } }).catch(() => null);
}
for (const kind of ["pointerdown", "keydown", "input"]) {
  document.addEventListener(kind, (event) => {
    if (!event.target.closest?.(".passes")) claim(event.target.closest?.("#now .windows"));
  }, true);
}

function runsOut() {
  const box = document.querySelector("#now .windows[data-seconds]:not([data-since])");
  if (!box) return;
  box.dataset.since = "now";
  box.querySelector(".runs-out")?.style.setProperty("--seconds", `${box.dataset.seconds}s`);
}

// How far this screen's clock is ahead of the server's, from which the times come.
const ahead = Date.now() - Date.parse(table.dataset.now);

function ages() {
  for (const each of document.querySelectorAll("time[data-age]")) {
    const seconds = Math.floor((Date.now() - ahead - Date.parse(each.dateTime)) / 1000), minutes = Math.floor(seconds / 60);
    each.textContent = seconds < 5 ? "just now" : minutes < 1 ? `for ${seconds} s` : `for ${minutes} min`;
    const nudge = each.closest(".waiting")?.parentElement.querySelector(".nudge");
    if (nudge) nudge.hidden = minutes < 3;
  }
}

for (const box of document.querySelectorAll("[data-filter]")) {
  const name = box.dataset.filter;
  const set = () => document.getElementById("lines").classList.toggle(name, !box.checked);
  const kept = device.getItem(`agonist ${name}`);
  if (kept !== null) box.checked = kept === "yes";
  box.addEventListener("change", () => { device.setItem(`agonist ${name}`, box.checked ? "yes" : "no"); set(); });
  set();
}

// On a phone the panel can be made small, to see the board; the next question opens it again.
function grip(button, small) {
  document.getElementById("now").classList.toggle("small", small);
  button?.setAttribute("aria-expanded", String(!small));
}

document.addEventListener("click", (event) => {
  const held = event.target.closest("[data-grip]");
  if (held) grip(held, held.getAttribute("aria-expanded") === "true");
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) { menu.open = false; menu.querySelector("summary").focus(); }
});

setInterval(ages, 5000);
setInterval(() => { if (state.classList.contains("lost")) sayLost(); }, 15000);
ages();
turn();
runsOut();
adviseAll();
