// The stage: what is rolled is seen before it is known. News waits behind the dice, on this screen only, and a tap goes on.

const { Die, ready } = globalThis.dice;
const { knock, toll, want, wanted } = globalThis.sounds;

const stage = document.getElementById("stage");
const canvas = stage.querySelector("canvas");
const scene = stage.querySelector(".scene");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const FIRST = new Set(["board", "bar", "course"]);
const FALL = 1200, STILL = 400, WORD = 1100, PRICE = 750, TURN = 420;
const queue = [];
let playing = false, acting = false, priced = true, skipping = false, flushing = false, wake = () => {};

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
    if (next.kind === "stage") priced = false;
    else if (!priced && !FIRST.has(next.kind)) {
      priced = true;
      await pause(PRICE);
    }
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
  acting = true;
  hold();
  for (const beat of found) await act(beat);
  stage.classList.add("leaving");
  if (!skipping) await pause(220);
  close();
}

// One beat: they fall, they lie still, the word is said.
async function act(beat) {
  skipping = flushing;
  if (skipping) return;
  const dice = enter(beat, "");
  await fall(dice);
  await turnCards();
  if (dice.length || scene.querySelector(".turn")) await pause(STILL);
  say(dice);
  toll(beat.dataset.rare);
  await pause(WORD + (beat.dataset.rare ? 700 : 0) + Math.min(900, (scene.querySelector(".told")?.textContent.length ?? 0) * 7));
}

// Without movement: how it lies, and the word, beside everything else, until the next tap or a while later.
function settled(beat) {
  const dice = enter(beat, "quiet");
  paint(dice, 1);
  scene.querySelectorAll(".turn").forEach((each) => each.classList.add("open"));
  say(dice);
  clearTimeout(settled.timer);
  settled.timer = setTimeout(close, 3500);
}

function enter(beat, how) {
  stage.className = `stage open ${how} ${beat.dataset.rare}`;
  scene.replaceChildren(document.importNode(beat, true));
  const view = ready(canvas), slots = [...scene.querySelectorAll(".spot")];
  fit(view);
  stage.view = view;
  return slots.map((slot, n) => {
    const { sides, shows, material, least } = slot.dataset;
    const die = new Die(Number(sides), Number(shows), Number(material), Number(beat.dataset.seed) * 31 + n + 1);
    const box = slot.getBoundingClientRect();
    die.size = box.width * 0.98;
    die.least = Number(least);
    die.throwTo(box.x + box.width / 2 - view.left, box.y + box.height / 2 - view.top, view.wide, view.high, stage.dataset.from || "above");
    return die;
  });
}

// The largest size at which dice, names and word have room together.
function fit({ wide, high }) {
  let least = 48, most = Math.min(high * 0.42, (wide - 36) / 2, Math.max(460, high * 0.4));
  const fits = (size) => { stage.style.setProperty("--die", `${size}px`); return scene.scrollHeight <= scene.clientHeight && scene.scrollWidth <= scene.clientWidth; };
  if (fits(most)) return;
  for (let n = 0; n < 6; n += 1) {
    const size = (least + most) / 2;
    if (fits(size)) least = size;
    else most = size;
  }
  fits(least);
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
const held = document.getElementById("held");
let looked = "";

function hold() {
  const box = held.querySelector(".waits"), name = box?.dataset.name ?? "";
  held.hidden = !box || name === looked || acting;
  if (held.hidden) return;
  const pad = held.querySelector("canvas"), kinds = JSON.parse(pad.dataset.throws);
  const view = ready(pad), many = kinds.length;
  if (!many) return;
  const most = Math.min(view.high * 0.92, Math.max(300, view.high * 0.8));
  const rows = [1, 2, 3].map((down) => ({ down, across: Math.ceil(many / down) }));
  const fits = ({ down, across }) => Math.min(most, view.wide / across * 0.9, view.high / (0.37 + down * 0.75));
  const { down, across } = rows.reduce((best, each) => (fits(each) > fits(best) ? each : best)), size = fits({ down, across });
  kinds.forEach((kind, n) => {
    const die = new Die(kind, 0, Number(pad.dataset.material), n + 7), row = Math.floor(n / across), inRow = Math.min(across, many - row * across);
    die.size = size;
    const x = view.wide / 2 + (n % across - (inRow - 1) / 2) * size * 1.02;
    die.paint(view.pen, { x, y: view.high / 2 + (row - (down - 1) / 2) * size * 0.75, height: 0, pose: die.rest, held: true });
  });
}

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
