// Shows "your turn" for a page that nobody looks at, and brings it back with a tap.

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((all) => {
    const page = all.find((each) => each.url === event.notification.data);
    return page ? page.focus() : self.clients.openWindow(event.notification.data);
  }));
});
