// What a browser that has installed the page runs beside it. It keeps one thing, the page that says that there is no
// connection; everything else comes from the server, so that nobody is ever shown an older page.
const KEPT = "naadam-offline-1";
const OFFLINE = new URL("offline.html", self.registration.scope).href;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.add(new Request(OFFLINE, { cache: "reload" }))));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()));
  }
});

// A push message of the server: a notification, which opens its table.
self.addEventListener("push", (event) => {
  const { title, text, table } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body: text, tag: table, data: table }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(`table/${event.notification.data}`, self.registration.scope).href;
  const show = async () => {
    const open = (await self.clients.matchAll({ type: "window" })).find(({ url }) => url.startsWith(page));
    await (open ? open.focus() : self.clients.openWindow(page));
  };
  event.waitUntil(show());
});
