// Whoever signs in on a device begins without the pages that were kept there for somebody else.
for (const name of (await window.caches?.keys()) ?? []) if (name.startsWith("kept ")) await caches.delete(name);
