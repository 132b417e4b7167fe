// "Your turn": a buzz and two notes unless somebody wants none, and a notification for who wants that.

import { device } from "./memory.js";

const SOUND = "agonist turn";
const TOLD = "agonist told";
const HERE = new URL("../../", import.meta.url);
const quiet = () => device.getItem(SOUND) === "no";
// A browser lets no page sound or shake before it has been touched.
const allowed = () => navigator.userActivation?.hasBeenActive ?? true;
let out = null;

export function ring() {
  if (quiet() || !allowed()) return;
  navigator.vibrate?.([70, 60, 70]);
  out ??= new AudioContext();
  const now = out.currentTime;
  for (const [n, pitch] of [587, 880].entries()) {
    const tone = out.createOscillator(), loud = out.createGain(), start = now + n * 0.14;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, start);
    loud.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
    tone.connect(loud).connect(out.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  }
}

// Notifications need a safe connection; on phones they come by way of the worker.
const can = () => isSecureContext && "Notification" in window && "serviceWorker" in navigator;
const wanted = () => can() && Notification.permission === "granted" && device.getItem(TOLD) === "yes";

export async function tell(title, body) {
  if (!wanted() || !document.hidden) return;
  const worker = await navigator.serviceWorker.getRegistration(HERE);
  worker?.showNotification(title, { body, tag: location.pathname, data: location.href });
}

for (const box of document.querySelectorAll("[data-rings]")) {
  box.checked = !quiet();
  box.addEventListener("change", () => { device.setItem(SOUND, box.checked ? "yes" : "no"); ring(); });
}

for (const box of document.querySelectorAll("[data-told]")) {
  box.closest("label").hidden = !can();
  box.checked = wanted();
  box.addEventListener("change", async () => {
    device.setItem(TOLD, "no");
    if (box.checked && (await Notification.requestPermission()) === "granted") {
      await navigator.serviceWorker.register(new URL("worker.js", HERE));
      device.setItem(TOLD, "yes");
    }
    box.checked = wanted();
  });
}
