// Checks a set-up while it is typed and says beside each field what would be right. Nothing typed is ever lost: the form as it
// is stays in this tab, and comes back after a reload or the back button.

import { dragPeople, dragRows, drawSides } from "./dragging.js";
import { tab } from "./memory.js";

const form = document.querySelector("form[data-check], form.keeps");
const key = `agonist:${location.pathname}${location.search}`;
const typed = new Set();
let timer = 0;
let running = null;
let players = "";

function clear() {
  for (const each of form.querySelectorAll(".wrong")) each.classList.remove("wrong");
  for (const each of form.querySelectorAll(".refusal")) each.textContent = "";
  for (const each of form.querySelectorAll("[aria-invalid]")) each.removeAttribute("aria-invalid");
}

// Somebody who has not got to a name yet needs no telling that it is missing.
const tooEarly = (box) => [...box.querySelectorAll("[data-gist]")].some((each) => !each.value.trim() && !typed.has(each.name));

// Says what is wrong where it is wrong, and whether it said it.
function show(problem) {
  const about = (each) => problem.place === each.dataset.place || problem.place.startsWith(`${each.dataset.place}.`);
  const near = (one, two) => two.dataset.place.length - one.dataset.place.length;
  const box = [...form.querySelectorAll("[data-place]")].filter(about).sort(near)[0] || form.querySelector(".problems");
  if (tooEarly(box)) return false;
  const line = box.querySelector(":scope > .refusal") || box.querySelector(".refusal");
  box.classList.add("wrong");
  line.textContent = problem.text;
  box.querySelector("input:not([type=hidden]), select, textarea")?.setAttribute("aria-invalid", "true");
  for (let up = box.parentElement?.closest("details"); up; up = up.parentElement?.closest("details")) {
    if (!up.open) up.classList.add("wrong");
  }
  return true;
}

// Who plays, as the server has it by now: somebody came, was renamed or picked elsewhere.
function showPlayers(drawn) {
  const box = document.getElementById("players");
  const held = box.contains(document.activeElement) ? document.activeElement.name : "";
  const now = new DOMParser().parseFromString(drawn, "text/html").body;
  if (now.innerHTML.trim() === players) return;
  players = now.innerHTML.trim();
  box.replaceChildren(...now.childNodes);
  if (held) box.querySelector(`[name="${CSS.escape(held)}"]`)?.focus();
}

async function check() {
  if (!form.dataset.check) return;
  running?.abort();
  running = new AbortController();
  const headers = { accept: "application/json" };
  try {
    const answer = await fetch(form.dataset.check, { method: "POST", body: new FormData(form), signal: running.signal, headers });
    if (!answer.ok) return;
    const found = await answer.json();
    clear();
    showPlayers(found.players);
    const said = found.problems.filter(show).length;
    form.dataset.state = found.problems.length ? "wrong" : "right";
    const says = form.querySelector("[data-state-says]");
    if (says) says.textContent = said ? "Something is not right yet." : found.problems.length ? "" : "Ready to start.";
  } catch (problem) {
    if (problem.name !== "AbortError") throw problem;
  }
}

function keep() {
  tab.setItem(key, JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === "string")));
}

// What was kept is drawn by the server, with all its rows, as after any other change.
async function bringBack() {
  const kept = tab.getItem(key);
  if (kept === null) return;
  const [visit] = performance.getEntriesByType("navigation");
  const called = JSON.parse(tab.getItem("agonist left") ?? "null")?.place === location.pathname + location.search;
  if (called) tab.removeItem("agonist left");
  if (!called && !["reload", "back_forward"].includes(visit?.type)) {
    tab.removeItem(key);
    return;
  }
  const body = new FormData();
  for (const [name, value] of JSON.parse(kept)) body.append(name, value);
  const answer = await fetch(form.action, { method: "POST", body });
  const drawn = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [old] = form.querySelectorAll("#setup, #sheet");
  const fresh = answer.ok && drawn.getElementById(old.id);
  if (!fresh) return;
  old.replaceWith(fresh);
  window.htmx?.process(fresh);
  drawSides(form);
  check();
}

const named = (each) => each.dataset.row || `${each.parentElement.closest("[data-place]")?.dataset.place}/${each.className}`;
let opened = [];
let removed = "";

// On a phone the row that somebody opens gets the page.
function oneRow(row) {
  document.getElementById("setup")?.classList.toggle("one-row", Boolean(row));
}

if (form) {
  form.addEventListener("input", (event) => {
    running?.abort(); // what it would say is no longer so
    typed.add(event.target.name);
    const item = event.target.closest(".item");
    const gist = item?.querySelector(":scope > summary .gist");
    if (gist && event.target.dataset.gist !== undefined) gist.textContent = event.target.value || "unnamed";
    if (item && event.target.dataset.beside !== undefined) {
      const { target } = event;
      const shown = target.selectedOptions ? target.selectedOptions[0].text : target.value;
      item.querySelector(":scope > summary .beside").textContent = shown.replace(/^-(?=\d)/, "−");
    }
    if (event.target.dataset.gist !== undefined || event.target.dataset.side !== undefined) drawSides(form);
    keep();
    clearTimeout(timer);
    timer = setTimeout(check, 350);
  });
  // What was open stays open when the server draws the form again; of rows that open one at a time, the one that it chose.
  document.body.addEventListener("htmx:beforeSwap", () => {
    opened = [...form.querySelectorAll("details[open]")].map(named).filter((each) => each !== removed);
    for (const each of form.querySelectorAll("details[name]")) each.removeAttribute("name");
  });
  document.body.addEventListener("htmx:afterSettle", () => {
    const taken = new Set([...form.querySelectorAll("details[open][name]")].map((each) => each.name));
    for (const each of form.querySelectorAll("details")) if (opened.includes(named(each)) && !taken.has(each.name)) each.open = true;
    oneRow(form.querySelector("details.item[open]"));
    drawSides(form);
    keep();
    clearTimeout(timer);
    timer = setTimeout(check, 100);
  });
  form.addEventListener("click", (event) => {
    removed = /^remove:(.*)/.exec(event.target.closest("button[name=do]")?.value)?.[1];
    const row = event.target.closest("details.item > summary")?.parentElement;
    if (!row || row.parentElement.closest("details.item") || event.defaultPrevented) return;
    oneRow(row.open ? null : row);
    requestAnimationFrame(() => row.scrollIntoView({ block: "nearest" }));
  });
  if (form.dataset.people) new EventSource(form.dataset.people).addEventListener("people", () => { check(); });
  dragRows(form);
  dragPeople(form);
  drawSides(form);
  bringBack();
}
