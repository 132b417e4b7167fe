// The stage: what is rolled is seen before it is known. News waits behind the dice, on this screen only, and a tap goes on.

import { Die, ready } from "./dice.js";
import { knock, toll, want, wanted } from "./sounds.js";

const stage = document.getElementById("stage");
const canvas = stage.querySelector("canvas");
const scene = stage.querySelector(".scene");
const held = document.getElementById("held");
const aloud = document.getElementById("said");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const FALL = 1200, STILL = 400, WORD = 1100, PRICE = 750, TURN = 420;
const queue = [];
let playing = false, acting = false, skipping = false, flushing = false, wake = () => {};

// Everything that the table tells this screen passes here, in its order.
htmx.createEventSource = (address) => {
  const source = new EventSource(address, { withCredentials: true }), known = new Map();
  const listen = source.addEventListener.bind(source), leave = source.removeEventListener.bind(source);
  source.addEventListener = (kind, heard) => {
    known.set(heard, (event) => pass(kind, () => heard(event)));
    listen(kind, known.get(heard));
  };
  source.removeEventListener = (kind, heard) => leave(kind, known.get(heard) ?? heard);
  listen("stage", (event) => pass("stage", () => perform(event.data)));
  return source;
};

function pass(kind, tell) {
  if (calm.matches || document.hidden) {
    if (!playing) return void tell();
    skip(true);
  }
  queue.push({ kind, tell });
  if (!playing) go();
}

async function go() {
  playing = true;
  while (queue.length) {
    const next = queue.shift();
    await next.tell();
  }
  playing = acting = skipping = flushing = false;
  close();
  hold();
}

// More than one throw in a row runs at double speed.
const pace = () => (queue.some((each) => each.kind === "stage") ? 2 : 1);
const pause = (time) => (skipping ? null : new Promise((done) => {
  const timer = setTimeout(done, time / pace());
  wake = () => { clearTimeout(timer); done(); };
}));

// On with it: with this throw, or with all that waits.
function skip(all) {
  if (!playing) return;
  skipping = true;
  flushing ||= all;
  wake();
}

async function perform(html) {
  const found = new DOMParser().parseFromString(html, "text/html").querySelectorAll(".beat");
  if (calm.matches || document.hidden) return void (found.length && settled(found[found.length - 1]));
  const goesOn = !held.hidden && Boolean(held.querySelector(".waits"));
  acting = true;
  for (const [n, beat] of found.entries()) await act(beat, goesOn && !n);
  if (!scene.querySelector(".verdict") && scene.querySelector(".throw")) return;
  stage.classList.add("leaving");
  if (!skipping) await pause(220);
  close();
}

// One beat: they fall, they lie still, it is said what came of it, and what it costs moves.
async function act(beat, goesOn) {
  skipping = flushing;
  if (skipping) return;
  const dice = enter(beat, goesOn ? "follows" : ""), lie = beat.matches(".lie");
  hold();
  if (lie) {
    paint(dice, 1);
    open();
  } else {
    await fall(dice);
    await turnCards();
    if (dice.length || scene.querySelector(".turn")) await pause(STILL);
  }
  say(dice);
  toll(beat.dataset.rare);
  const words = scene.querySelector(".verdict")?.textContent.length ?? 0;
  if (!(lie && known(beat))) await pause(WORD + (beat.dataset.rare ? 500 : 0) + Math.min(700, words * 6));
  cost();
  if (scene.querySelector(".price")) await pause(PRICE);
}

// Whether this was said while somebody could still change it.
function known(beat) {
  const words = beat.querySelector(".big")?.textContent;
  return Boolean(words) && words === lastSaid;
}
let lastSaid = "";

// Without movement: how it lies, what is said and what it costs, beside everything else, until the next tap or a while later.
function settled(beat) {
  const dice = enter(beat, "quiet");
  paint(dice, 1);
  open();
  say(dice);
  cost();
  clearTimeout(settled.timer);
  settled.timer = setTimeout(close, 3500);
}

// The same places as in the hand: under the head of the page, and each row as high as there.
function enter(beat, how) {
  stage.className = `stage open ${how} ${beat.dataset.rare}`;
  stage.style.top = `${document.body.matches(".tv") ? 0 : document.querySelector(".head").getBoundingClientRect().bottom}px`;
  const room = document.getElementById("now").getBoundingClientRect().top - parseFloat(stage.style.top);
  stage.style.height = how === "quiet" && !document.body.matches(".tv") ? `${Math.min(room, innerHeight * 0.4)}px` : "";
  scene.replaceChildren(document.importNode(beat, true));
  const stake = how === "follows" && held.querySelector(".stake");
  if (stake) scene.querySelector(".lower").append(stake.cloneNode(true));
  const view = ready(canvas);
  stage.view = view;
  return dice_in(scene, view, Number(beat.dataset.seed) * 31).map((die) => {
    die.throwTo(die.x, die.y, view.wide, view.high, stage.dataset.from || "above");
    return die;
  });
}

// The dice of a roll in their places, as large as there is room.
function dice_in(root, view, seed) {
  for (const each of root.querySelectorAll(".throw")) each.style.flex = `${each.dataset.weight} 1 0`;
  for (const box of root.querySelectorAll(".throw .dice")) {
    const { width, height } = box.getBoundingClientRect(), many = box.childElementCount;
    const sizes = [1, 2, 3, 4].map((down) => Math.min(width / Math.ceil(many / down), height / down));
    box.style.setProperty("--die", `${Math.floor(Math.max(24, ...sizes) * 0.98)}px`);
  }
  return [...root.querySelectorAll(".spot")].map((spot, n) => {
    const { sides, shows, material, least } = spot.dataset, box = spot.getBoundingClientRect();
    const die = new Die(Number(sides), Number(shows), Number(material), seed + n + 1);
    die.size = box.width * 0.98;
    die.least = Number(least);
    die.x = box.x + box.width / 2 - view.left;
    die.y = box.y + box.height / 2 - view.top;
    return die;
  });
}

function paint(dice, part) {
  const { pen, wide, high } = stage.view;
  pen.clearRect(0, 0, wide, high);
  for (const die of [...dice].sort((one, other) => one.at.y - other.at.y)) die.draw(pen, part);
}

function fall(dice) {
  if (!dice.length || skipping) return paint(dice, 1);
  paint(dice, 0);
  let began = 0;
  const time = FALL / pace(), knocks = dice.flatMap((die) => die.struck).sort();
  return new Promise((done) => {
    let over = false;
    wake = () => { over = true; };
    const frame = (now) => {
      if (!began) performance.mark("falls");
      began ||= now;
      const part = over || document.hidden ? 1 : Math.min(1, (now - began) / time);
      paint(dice, part);
      while (knocks.length && knocks[0] < part) knock(1 - knocks.shift());
      if (part < 1) return void requestAnimationFrame(frame);
      performance.mark("lies");
      done();
    };
    requestAnimationFrame(frame);
  });
}

function open() {
  for (const card of scene.querySelectorAll(".turn")) card.classList.add("open");
}

async function turnCards() {
  for (const card of scene.querySelectorAll(".turn")) {
    card.classList.add("open");
    knock(0.25);
    await pause(TURN);
  }
}

function say(dice) {
  for (const die of dice) {
    if (!die.least) continue;
    die.counts = die.shows >= die.least;
    die.lift = die.counts ? die.size * 0.06 : 0;
  }
  paint(dice, 1);
  stage.classList.add("said");
  lastSaid = scene.querySelector(".big")?.textContent ?? "";
  tell(scene, ".big", ".why");
}

function cost() {
  stage.classList.add("priced");
  scene.querySelector(".showdown")?.classList.add("priced");
}

// What a roll needs, what is at stake and what came of it is heard once, as it is seen; what it costs with the story.
function tell(root, ...parts) {
  const words = parts.flatMap((each) => [...root.querySelectorAll(each)]).map((each) => each.textContent.replace(/\s+/g, " ").trim()).filter(Boolean);
  if (!words.length) return;
  const line = document.createElement("p");
  line.textContent = words.map((each) => (/[.!?…]$/.test(each) ? each : `${each}.`)).join(" ");
  aloud.append(line);
  while (aloud.childElementCount > 8) aloud.firstElementChild.remove();
}

function close() {
  stage.className = "stage";
  delete stage.dataset.from;
  scene.replaceChildren();
}

// A tap anywhere goes on; Escape lets all that waits pass.
stage.addEventListener("pointerdown", (event) => {
  if (event.target.closest(".go-on")) return;
  event.preventDefault();
  skip(false);
});
stage.querySelector(".go-on").addEventListener("click", () => skip(true));
document.addEventListener("keydown", (event) => {
  if (!playing) return;
  const typing = event.target.closest?.("input, textarea, select");
  if (event.key === "Escape") skip(true);
  else if (!typing && [" ", "Enter", "ArrowRight"].includes(event.key)) skip(false);
  else return;
  event.preventDefault();
}, true);
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => { if (stage.classList.contains("quiet")) close(); }, true);

// Dice that wait are seen in the hand, until they are thrown: whoever throws them taps or swipes them, everybody else can look past them.
let looked = "", heard = "";

// Dice that lie: what they come to if nobody changes anything is asked for once.
let cameTo = { at: "", html: Promise.resolve("") };
function comes(address) {
  if (cameTo.at !== address) cameTo = { at: address, html: fetch(address).then((found) => (found.ok ? found.text() : "")).catch(() => "") };
  return cameTo.html;
}

async function soFar() {
  const place = held.querySelector(".verdict[data-comes]");
  if (!place) return;
  const html = await comes(place.dataset.comes);
  if (!html || !place.isConnected || place.innerHTML) return;
  place.innerHTML = html;
  lastSaid = place.querySelector(".big")?.textContent ?? "";
  tell(place, ".big", ".why", ".price");
}

function hold() {
  const box = held.querySelector(".waits"), name = box?.dataset.name ?? "";
  held.hidden = !box || name === looked || acting;
  if (held.hidden) return;
  const view = ready(held.querySelector("canvas"));
  const lies = box.matches(".lies");
  for (const die of dice_in(held, view, Number(box.dataset.seed) * 31)) {
    die.counts = lies && die.least ? die.shows >= die.least : null;
    die.paint(view.pen, { x: die.x, y: die.y, height: die.counts ? die.size * 0.06 : 0, pose: die.rest, lies, held: !lies });
  }
  if (lies) soFar();
  if (heard === name) return;
  heard = name;
  if (!lies) tell(held, "figcaption .before");
}
held.addEventListener("htmx:afterSwap", (event) => { if (event.target.matches(".stake")) tell(event.target, ".ends li", ".far"); });

function roll() {
  const button = document.querySelector("#now form.rolls.yours button.roll");
  if (button) button.click();
}
held.addEventListener("click", (event) => {
  if (event.target.closest(".see, .claim")) {
    looked = held.querySelector(".waits").dataset.name;
    held.hidden = true;
  } else if (event.target.closest(".hand.yours")) roll();
});
let began = 0;
held.addEventListener("pointerdown", (event) => { began = event.clientY; });
held.addEventListener("pointerup", (event) => {
  if (event.target.closest(".hand.yours") && began - event.clientY > 60) roll();
});
document.body.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.matches?.("form.rolls.yours")) stage.dataset.from = "below";
});
document.body.addEventListener("htmx:sseMessage", (event) => { if (event.target.id === "held-part") hold(); });
new ResizeObserver(() => hold()).observe(held);

for (const box of document.querySelectorAll("[data-sound]")) {
  box.checked = wanted();
  box.addEventListener("change", () => want(box.checked));
}
document.fonts.ready.then(hold);
hold();
