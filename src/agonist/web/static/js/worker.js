// Beside the pages: shows "your turn" while nobody looks, and has rules and odds where there is no network. It keeps
// nothing of a table, and nothing at all unless somebody has asked for that (phone.js).

const HERE = new URL("./", self.location).pathname;
const PATIENCE = 6000;
const MOST_ASKED = 300;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((all) => {
    const page = all.find((each) => each.url === event.notification.data);
    return page ? page.focus() : self.clients.openWindow(event.notification.data);
  }));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || !url.pathname.startsWith(HERE)) return;
  const place = url.pathname.slice(HERE.length);
  if (/^(static|rules|odds)(\/|$)/.test(place)) event.respondWith(newOrKept(request, url, place));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(`${HERE}${place === "phone" ? place : "away"}`)));
});

async function chest() {
  const name = (await caches.keys()).find((each) => each.startsWith("agonist "));
  return name && caches.open(name);
}

async function kept(address) {
  const found = await (await chest())?.match(address, { ignoreVary: true });
  return found ?? new Response("There is no network.", { status: 503, headers: { "content-type": "text/plain", "agonist-kept": "no" } });
}

async function newOrKept(request, url, place) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok && !answer.redirected) await keep(url, place, answer);
    return answer;
  } catch {
    const found = await kept(addressOf(url, place));
    if (found.ok || request.mode !== "navigate" || !url.search) return found;
    // A question that was not asked before: its page answers it from what was taken along, or says that it cannot.
    return Response.redirect(`${url.pathname}#${url.search.slice(1)}`);
  }
}

// A file is kept once, whatever version of it a page names; a question with what was asked.
const addressOf = (url, place) => (place.startsWith("static/") ? url.pathname : url.pathname + url.search);

async function keep(url, place, answer) {
  const there = await chest();
  if (!there || (place.startsWith("odds/") && !url.search)) return;
  await there.put(addressOf(url, place), answer.clone());
  const link = answer.headers.get("hx-replace-url");
  if (!link) return;
  await there.put(link, answer.clone());
  const asked = (await there.keys()).filter((each) => /\/odds\/[^/]+\/[^/]+\?/.test(each.url));
  for (const each of asked.slice(0, Math.max(0, asked.length - MOST_ASKED))) await there.delete(each);
}
