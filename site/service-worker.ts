/** The service worker: caches every file of the site and serves it from the cache. */

/** The names of all files and a hash of their contents, inserted by vite.config.ts. */
declare const SITE_FILES: readonly string[];
declare const SITE_VERSION: string;

/** Types that TypeScript's DOM library lacks. */
interface ExtendableEvent extends Event {
	waitUntil(done: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
	readonly request: Request;
	respondWith(response: Promise<Response>): void;
}
interface ServiceWorkerScope {
	readonly clients: { claim(): Promise<void> };
	addEventListener(name: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
	addEventListener(name: "fetch", listener: (event: FetchEvent) => void): void;
}

const scope = self as unknown as ServiceWorkerScope;
const PREFIX = "urlsieve-";
const CACHE = `${PREFIX}${SITE_VERSION}`;

scope.addEventListener("install", (event) => event.waitUntil(cacheAll()));
scope.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches().then(() => scope.clients.claim())));
scope.addEventListener("fetch", (event) => {
	const { method, url } = event.request;
	if (method === "GET" && new URL(url).origin === self.location.origin) event.respondWith(respond(event.request));
});

async function cacheAll(): Promise<void> {
	const cache = await caches.open(CACHE);
	await cache.addAll(["./", ...SITE_FILES].map((name) => new Request(name, { cache: "reload" })));
}

async function deleteOldCaches(): Promise<void> {
	const names = await caches.keys();
	await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
}

async function respond(request: Request): Promise<Response> {
	const cache = await caches.open(CACHE);
	// Some hosts send a Vary header, although the file is always the same.
	return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}
