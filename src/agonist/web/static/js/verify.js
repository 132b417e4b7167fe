// Checks a finished contest's dice in this browser, with nothing but its own cryptography. See "Rules" for how dice are made.

const utf8 = new TextEncoder();
const SPAN = 1n << 64n;
const hex = (bytes) => [...new Uint8Array(bytes)].map((each) => each.toString(16).padStart(2, "0")).join("");
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const sha = async (data) => hex(await crypto.subtle.digest("SHA-256", data));

async function mac(key, data) {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, data));
}

async function below(key, roll, element, n) {
  const limit = SPAN - (SPAN % BigInt(n));
  for (let attempt = 0; ; attempt += 1) {
    const digest = await mac(key, utf8.encode(`agonist:1:${roll}:${element}:${attempt}`));
    const x = new DataView(digest.buffer).getBigUint64(0);
    if (x < limit) return Number(x % BigInt(n));
  }
}

async function expected(key, roll) {
  if (roll.sides.length) return Promise.all(roll.sides.map(async (sides, i) => (await below(key, roll.number, i, sides)) + 1));
  const left = [...roll.pile];
  const dealt = [];
  for (let i = 0; i < roll.value.length; i += 1) dealt.push(...left.splice(await below(key, roll.number, i, left.length), 1));
  return dealt;
}

function order(one, two) {
  const [a, b] = [[...one], [...two]];
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const difference = a[i].codePointAt(0) - b[i].codePointAt(0);
    if (difference) return difference;
  }
  return a.length - b.length;
}

export async function check(data, tell) {
  tell("commitment", (await sha(bytes(data.seed))) === data.commitment, "The seed matches the fingerprint that was shown before the first roll.");
  const nonces = Object.keys(data.nonces).sort(order).map((seat) => `${seat}:${data.nonces[seat]}`).join("\n");
  const key = await mac(bytes(data.seed), utf8.encode(nonces));
  let wrong = "";
  let sealed = 0;
  for (const roll of data.rolls.filter((each) => each.source === "sealed")) {
    sealed += 1;
    const due = await expected(key, roll);
    if (JSON.stringify(due) !== JSON.stringify(roll.value)) { wrong = `Roll ${roll.number} shows ${roll.value}, the seed gives ${due}.`; break; }
  }
  tell("rolls", !wrong, wrong || `All ${sealed} sealed rolls come from the seed.`);
  const typed = data.rolls.filter((each) => each.source === "typed").length;
  if (typed) tell("typed", true, `${typed} rolls were typed in from real dice: nothing can check those.`);
}

for (const button of document.querySelectorAll("button[data-verify]")) {
  button.addEventListener("click", async () => {
    const list = document.getElementById("checks");
    list.replaceChildren();
    button.disabled = true;
    let good = true;
    const tell = (name, is, text) => {
      const line = document.createElement("li");
      line.className = is ? "good" : "bad";
      line.dataset.check = name;
      line.textContent = text;
      list.append(line);
      good &&= is;
    };
    try {
      const answer = await fetch(button.dataset.verify);
      if (!answer.ok) throw new Error("The record of this contest cannot be read.");
      await check(await answer.json(), tell);
      tell("verdict", good, good ? "The dice were fair." : "Something does not match.");
    } catch (problem) {
      tell("verdict", false, crypto.subtle ? problem.message : "This browser checks only over https or on this machine itself.");
    }
    button.disabled = false;
  });
}
