// Makes forms pleasant: steppers and sliders, totals, orders, rows that are added. All of them work without this too.

const within = (element, selector) => element.closest(selector);

function fire(input) {
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function step(button) {
  const input = button.parentElement.querySelector('input[type="number"]');
  const low = input.min === "" ? -Infinity : Number(input.min);
  const high = input.max === "" ? Infinity : Number(input.max);
  input.value = Math.min(high, Math.max(low, Number(input.value || 0) + Number(button.dataset.step)));
  fire(input);
}

function twin(input) {
  const box = within(input, "[data-number]");
  if (!box) return;
  const other = box.querySelector(input.type === "range" ? 'input[type="number"]' : 'input[type="range"]');
  if (other && other.value !== input.value) other.value = input.value;
}

// A chance or another worth: words and a small bar.
function showOdds(slot, one, measure) {
  slot.hidden = !one;
  if (!one) return;
  const bar = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  bar.setAttribute("viewBox", "0 0 100 10");
  bar.setAttribute("preserveAspectRatio", "none");
  bar.setAttribute("aria-hidden", "true");
  const share = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  share.setAttribute("width", Math.max(0, Math.min(100, 100 * one.share)));
  share.setAttribute("height", 10);
  bar.append(share);
  const words = document.createElement("span");
  words.textContent = one.text;
  words.title = measure;
  slot.replaceChildren(words, bar);
}

// Beside the button: the odds of the number that stands there now.
function showActOdds(form, number) {
  const slot = form.querySelector(".act-odds");
  if (slot && form.odds) showOdds(slot, number && form.odds.numbers[number.name]?.[number.value], form.odds.measure);
}

function total(box) {
  return [...box.querySelectorAll('input[type="number"]')].reduce((sum, each) => sum + Number(each.value || 0), 0);
}

function showTotal(box) {
  const all = total(box);
  const shown = box.querySelector("[data-total]");
  shown.textContent = all;
  shown.classList.toggle("off", all < Number(box.dataset.least) || all > Number(box.dataset.most));
}

function showOrder(box, last) {
  const boxes = [...box.querySelectorAll('input[type="checkbox"]')];
  box.order = (box.order || boxes.filter((each) => each.checked)).filter((each) => each.checked && each !== last);
  if (last?.checked) box.order.push(last);
  if ("ordered" in box.dataset) {
    for (const each of boxes) {
      const place = box.order.indexOf(each);
      each.parentElement.querySelector(".order").textContent = place < 0 ? "" : place + 1;
    }
  }
  const most = box.dataset.most === undefined ? Infinity : Number(box.dataset.most);
  for (const each of boxes) {
    if (each.parentElement.classList.contains("closed")) continue;
    each.disabled = !each.checked && box.order.length >= most && most > 1;
  }
  if (most === 1 && last?.checked) for (const each of boxes) if (each !== last) each.checked = false;
}

// The button says what it does: "Bid 6", "Strike".
function showLabel(form) {
  const button = form.querySelector("button[data-says]");
  if (!button) return;
  const root = form.querySelector("[data-root]");
  const pick = root.querySelector(":scope > .choice > .pick:has(> .option input:checked)");
  const asked = pick?.querySelector(":scope > .then") || root;
  const numbers = [...asked.querySelectorAll('[data-number] input[type="number"]:not(:disabled)')];
  const number = numbers.length === 1 ? numbers[0] : null;
  button.textContent = (pick ? saysPick(pick, number) : saysWhole(root, number, button.dataset.says)) || button.dataset.says;
  showActOdds(form, number);
}

function saysPick(pick, number) {
  const input = pick.querySelector(".option input");
  const name = input.dataset.does || nameOf(input);
  const then = pick.querySelector(":scope > .then");
  const shares = then && [...then.querySelectorAll(":scope > .field > [data-split] .part")].map(shareOf).filter(Boolean);
  if (shares?.length) return `${verbOf(then.querySelector("[data-split]"))} ${shares.join(", ")}`;
  if (!number) return name;
  const target = then?.querySelector(":scope > .field input[name$='.target']:checked");
  return `${verbOf(number) || name} ${number.value}${target ? ` at ${nameOf(target)}` : ""}`;
}

// "Bid", from "Bid against each".
const verbOf = (part) => part.closest(".then fieldset")?.querySelector("legend").textContent.replace(/ against each$/, "");

// "3 at Holt".
function shareOf(part) {
  const share = part.querySelector("input[type=number]:not(:disabled)")?.value;
  return Number(share) ? `${share} at ${part.querySelector("strong").textContent}` : "";
}

function saysWhole(root, number, what) {
  const only = root.querySelector(":scope > [data-number], :scope > [data-split], :scope > [data-several], :scope > textarea, :scope > input[type=text], :scope > .grid-faces");
  if (!only) return what;
  if (only.matches("[data-number]")) return `${what} ${number.value}`;
  if (only.matches("[data-split]")) return `${what} ${total(only)}`;
  if (only.matches(".grid-faces")) return only.querySelector("input:checked")?.dataset.does;
  if (only.matches("[data-several]")) {
    const ticked = [...only.querySelectorAll("input:checked")];
    if (!ticked.length) return Number(only.dataset.least) ? what : "None of them";
    return ticked.length > 1 ? `These ${ticked.length}` : nameOf(ticked[0]);
  }
  return only.value.trim() || only.required ? what : "Leave it unsaid";
}

function nameOf(input) {
  return input.parentElement.querySelector(".says").firstChild.textContent.trim();
}

// Parts of an answer that belong to another choice are not sent and not required.
function closeOthers(form) {
  for (const then of form.querySelectorAll(".pick > .then")) {
    let on = true;
    for (let each = then; each; each = each.parentElement.closest(".then")) {
      on &&= each.parentElement.querySelector(":scope > .option input").checked;
    }
    for (const each of then.querySelectorAll("input, select, textarea")) {
      if (!each.closest(".option.closed") && each.closest(".then") === then) each.disabled = !on;
    }
  }
}

// The words of a sentence set the controls of the whole form, and follow them.
const controls = (form, place) => [...form.elements].filter((each) => each.name === place);

// What is divided goes to one of them as a whole; who wants otherwise divides it in the whole form.
function share(word) {
  const box = word.closest(".word");
  const [whom, total] = [box.querySelector("select").value, box.querySelector("input").value];
  for (const place of word.dataset.places.split("|")) {
    for (const each of word.form.elements) {
      if (each.name.startsWith(`${place}.`) && each.type === "number") each.value = each.name === `${place}.${whom}` ? total : 0;
    }
  }
  for (const each of word.form.querySelectorAll("[data-split]")) showTotal(each);
}

function setBy(word) {
  if ("shared" in word.dataset) share(word);
  else for (const place of word.dataset.places.split("|")) {
    for (const each of controls(word.form, place)) {
      if (each.type !== "radio") each.value = word.value;
      else if (each.value === word.value) each.checked = true;
      twin(each);
    }
  }
  closeOthers(word.form);
  showLabel(word.form);
  showWords(word.form);
}

function showWords(form) {
  for (const word of form.querySelectorAll("[data-places]")) {
    const place = word.dataset.places.split("|")[0];
    const there = controls(form, place);
    const one = there.length > 1 ? there.find((each) => each.checked) : there[0];
    if (one && word !== document.activeElement) word.value = one.value;
    if ("shared" in word.dataset) {
      const shares = [...form.elements].filter((each) => each.name.startsWith(`${place}.`) && each.type === "number");
      const most = shares.reduce((best, each) => (Number(each.value) > Number(best.value) ? each : best), shares[0]);
      if (most && word !== document.activeElement) word.value = word.type === "number" ? shares.reduce((sum, each) => sum + Number(each.value), 0) : most.name.slice(place.length + 1);
    }
    const places = word.dataset.places.split("|");
    for (const shown of form.querySelectorAll("[data-count], [data-whom]")) {
      const counts = word.type === "number";
      if (!places.includes(counts ? shown.dataset.count : shown.dataset.whom)) continue;
      shown.textContent = counts ? word.value : word.selectedOptions[0]?.textContent;
    }
  }
}

// A deed is done with the details as they stand: what makes it this one is chosen, and what belongs to it is sent.
function choose(deed) {
  for (const [place, key] of JSON.parse(deed.dataset.steps)) {
    const one = controls(deed.form, place).find((each) => each.value === key);
    if (one) one.checked = true;
  }
  closeOthers(deed.form);
}

// What may come of each deed, as the details stand now.
async function foretell(form) {
  const sent = new URLSearchParams();
  for (const each of form.elements) {
    if (each.name && each.name !== "deed" && (each.checked || !["radio", "checkbox", "submit"].includes(each.type))) sent.append(each.name, each.value);
  }
  form.foretold = sent;
  clearTimeout(again);
  const answer = await fetch(form.dataset.deeds, { method: "POST", body: sent, headers: { accept: "application/json" } }).catch(() => null);
  const found = answer?.ok ? await answer.json() : null;
  if (!found || !form.isConnected || form.foretold !== sent) return;
  form.asked = (form.asked ?? 0) + 1; // a busy server may have time later
  if (!Object.keys(found).length && form.asked < 5) again = setTimeout(() => foretell(form), 4000);
  for (const slot of form.querySelectorAll("[data-comes]")) showComes(slot, found[slot.dataset.comes]);
  const usual = form.querySelector(".deed [data-comes]"), needed = form.querySelector(".needed");
  const needs = found[usual?.dataset.comes]?.needs;
  if (needed) needed.textContent = needs ? `needs ${needs}` : "";
  const far = form.querySelector(".far");
  if (far) far.hidden = !Object.values(found).some((each) => each.far);
}

function showComes(slot, told) {
  const parts = [];
  const put = (kind, ...content) => {
    const part = document.createElement("span");
    part.className = kind;
    part.append(...content);
    parts.push(part);
  };
  const number = (text) => Object.assign(document.createElement("b"), { textContent: text });
  if (told?.win) put("win", "Win: ", number(told.win));
  if (told?.lose) put("lose", "Lose: ", number(told.lose));
  if (told?.chance) put("likely", number(told.chance), " to win");
  slot.replaceChildren(...parts);
  slot.closest(".deed").classList.toggle("told", parts.length > 0);
}

let again;
function foretellSoon(form) {
  clearTimeout(again);
  if (form.dataset.deeds) again = setTimeout(() => foretell(form), 250);
}

function addRow(button) {
  const box = within(button, "[data-many]");
  const rows = box.querySelector("[data-rows]");
  if (rows.children.length >= Number(box.dataset.most)) return;
  const next = (Number(box.dataset.next) || rows.children.length);
  box.dataset.next = next + 1;
  const holder = document.createElement("div");
  holder.innerHTML = box.querySelector("template").innerHTML.replaceAll("__n__", next);
  rows.append(...holder.children);
  rows.lastElementChild.querySelector("input, select, textarea")?.focus();
  refresh(rows);
}

export function refresh(root = document) {
  for (const box of root.querySelectorAll("[data-split]")) showTotal(box);
  for (const box of root.querySelectorAll("[data-several]")) showOrder(box);
  for (const form of root.querySelectorAll("form:has([data-root])")) {
    form.noValidate = false;
    for (const part of form.querySelectorAll(".without-js")) part.remove();
    closeOthers(form);
    showLabel(form);
    showWords(form);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.steps && button.form.querySelector("[data-root]")) choose(button);
  if (button.dataset.by) {
    const input = button.parentElement.querySelector("input");
    input.value = Math.min(Number(input.max), Math.max(Number(input.min), Number(input.value || 0) + Number(button.dataset.by)));
    fire(input);
  }
  if (button.dataset.step) step(button);
  if ("add" in button.dataset) addRow(button);
  if ("remove" in button.dataset) button.closest("fieldset").remove();
  if (button.getAttribute("aria-disabled") === "true") event.preventDefault();
  if (button.dataset.copy) {
    const text = document.getElementById(button.dataset.copy).value;
    navigator.clipboard?.writeText(text).then(() => { button.textContent = "Copied"; });
  }
});

document.addEventListener("input", (event) => {
  const input = event.target;
  if (input.dataset.places) {
    setBy(input);
    foretellSoon(input.form);
    return;
  }
  twin(input);
  if (within(input, "[data-split]")) showTotal(within(input, "[data-split]"));
  if (input.type === "checkbox" && within(input, "[data-several]")) showOrder(within(input, "[data-several]"), input);
  if (input.form?.querySelector("[data-root]")) {
    if (input.type === "radio") closeOthers(input.form);
    showLabel(input.form);
    showWords(input.form);
    foretellSoon(input.form);
  }
});

document.addEventListener("foretell", (event) => { foretell(event.target); });

document.addEventListener("odds", (event) => {
  const { options, measure } = event.target.odds;
  for (const slot of event.target.querySelectorAll("[data-odds]")) showOdds(slot, options[slot.dataset.odds], measure);
  showLabel(event.target);
});

// Ordered answers are sent in the order in which they were ticked.
document.addEventListener("formdata", (event) => {
  for (const box of event.target.querySelectorAll("[data-several][data-ordered]")) {
    const name = box.querySelector("input").name;
    event.formData.delete(name);
    for (const each of box.order || []) event.formData.append(name, each.value);
  }
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.target.matches?.("form[data-reset]") && event.detail.successful) event.target.reset();
});

document.addEventListener("htmx:load", (event) => refresh(event.target.parentElement || document));
refresh();
