// Two act at once: who was second reads what happened, and finds what they chose again when the same is asked.

import { keepForm, touchedIn } from "./typed.js";

const note = document.getElementById("overtaken");
const question = (form) => form.querySelector(".question")?.textContent.trim();
const latest = () => document.querySelector("#lines > li:not(.undone) .tells")?.textContent.trim() ?? "";
let choosing = new Map();

function chosen(form) {
  const said = [...form.querySelectorAll("input:checked:not(:disabled)")].map((each) => each.parentElement.querySelector(".says")?.firstChild?.textContent.trim());
  return said.find(Boolean) ?? "";
}

function say(what, why) {
  note.textContent = [what ? `Meanwhile it went on; “${what}” is kept.` : "Meanwhile it went on; what you chose is kept.", why].filter(Boolean).join(" ");
  note.hidden = false;
}

document.body.addEventListener("htmx:sseBeforeMessage", (event) => {
  if (event.target.id !== "yours" || event.defaultPrevented) return;
  const forms = [...event.target.querySelectorAll("form.asks")].filter((form) => !form.dataset.sent && touchedIn(form));
  choosing = new Map(forms.map((form) => [question(form), chosen(form)]));
});
document.body.addEventListener("htmx:sseMessage", (event) => {
  if (event.target.id !== "yours") return;
  const asked = new Set([...event.target.querySelectorAll("form.asks")].map(question));
  for (const [what, choice] of choosing) if (!asked.has(what)) say(choice, latest());
  choosing = new Map();
});

// An answer that came too late: its question is gone, and with it the place where the refusal would have stood.
document.addEventListener("htmx:afterRequest", (event) => {
  const { requestConfig, xhr } = event.detail;
  const form = requestConfig?.elt;
  if (!form?.matches?.("form.asks")) return;
  if (form.isConnected) note.hidden = true;
  else if (xhr.responseText.trim()) {
    keepForm(form);
    say(chosen(form), latest());
  }
});
