// Installs this on a phone, and keeps rules and odds there.

const HERE = new URL("../../", import.meta.url);
const box = document.querySelector("[data-phone]");
const [keeps, forgets, installs] = ["keeps", "forgets", "installs"].map((name) => box.querySelector(`[data-${name}]`));
const says = box.querySelector("[data-says]");
const AT_ONCE = 4;
const NEW = "new agonist";
const own = async () => (await caches.keys()).filter((each) => each.startsWith("agonist "));
const pause = (seconds) => new Promise((go) => { setTimeout(go, 1000 * seconds); });

async function list() {
  return (await fetch(new URL("phone/list", HERE))).json();
}

async function got(address) {
  for (let n = 1; ; n += 1) {
    const answer = await fetch(address);
    if (answer.ok) return answer;
    if (n === 5) throw new Error(`${address}: ${answer.status}`);
    await pause(n);
  }
}

async function keepAll() {
  keeps.disabled = true;
  try {
    await navigator.serviceWorker.register(new URL("worker.js", HERE));
    const { version, kept } = await list();
    const before = await own();
    const there = await caches.open(NEW);
    const left = Object.entries(kept), all = left.length;
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      while (left.length) {
        const [address, from] = left.pop();
        await there.put(address, await got(from));
        says.textContent = `Fetching: ${Math.round(100 * (1 - left.length / all))} %`;
      }
    }));
    const whole = await caches.open(`agonist ${version}`);
    for (const each of await there.keys()) await whole.put(each, await there.match(each, { ignoreVary: true }));
    for (const name of [...before, NEW]) if (name !== `agonist ${version}`) await caches.delete(name);
    await show();
  } catch (problem) {
    says.textContent = `That did not work: ${problem.message}. Try again with a network.`;
  }
  keeps.disabled = false;
}

async function forgetAll() {
  for (const name of await own()) await caches.delete(name);
  await show();
}

async function show() {
  const has = (await own()).length > 0;
  forgets.hidden = !has;
  keeps.hidden = has;
  says.textContent = has ? "Rules and odds are on this device: they open without a network." : "Nothing is kept on this device.";
}

async function begin() {
  if (!isSecureContext || !("serviceWorker" in navigator)) {
    says.textContent = "This browser keeps nothing here: it needs a safe connection (https), which this server has not.";
    return;
  }
  await show();
  const names = await own();
  if (!names.length) return;
  const there = await list().catch(() => null);
  if (there && !names.includes(`agonist ${there.version}`)) await keepAll();
}

keeps.addEventListener("click", keepAll);
forgets.addEventListener("click", forgetAll);
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installs.hidden = false;
  installs.onclick = async () => {
    await event.prompt();
    installs.hidden = true;
  };
});
begin();
