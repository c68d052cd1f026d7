// Keeps the page in the browser, so that it opens without a network after the first visit. The build puts the list of files and
// their version in front. A new version is loaded as a whole and used once no tab shows the old one.
// @ts-check
/* global FILES, VERSION */

/** @type {any} */
const worker = self;
// @ts-ignore: from the build
const files = FILES, cacheName = `comb-${VERSION}`;

worker.addEventListener('install', event => event.waitUntil((async () => {
    const cache = await caches.open(cacheName);
    await cache.addAll(files.map(file => new Request(file, { cache: 'no-cache' })));
})()));

worker.addEventListener('activate', event => event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('comb-') && name !== cacheName) await caches.delete(name);
    await worker.clients.claim();
})()));

worker.addEventListener('fetch', event => {
    if (event.request.method !== 'GET' || !event.request.url.startsWith(worker.registration.scope)) return;
    event.respondWith((async () => {
        const cache = await caches.open(cacheName);
        return await cache.match(event.request, { ignoreSearch: event.request.mode === 'navigate' }) || fetch(event.request);
    })());
});
