/** The service worker: keeps every file of the site, and answers from what is kept. */

/** The names of the files, and a name for this state of them: put in by vite.config.ts. */
declare const SITE_FILES: readonly string[];
declare const SITE_VERSION: string;

/** What the library of the DOM has no names for. */
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

scope.addEventListener("install", (event) => event.waitUntil(keepAll()));
scope.addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => scope.clients.claim())));
scope.addEventListener("fetch", (event) => {
	const { method, url } = event.request;
	if (method === "GET" && new URL(url).origin === self.location.origin) event.respondWith(answer(event.request));
});

async function keepAll(): Promise<void> {
	const cache = await caches.open(CACHE);
	await cache.addAll(["./", ...SITE_FILES].map((name) => new Request(name, { cache: "reload" })));
}

async function dropOthers(): Promise<void> {
	const names = await caches.keys();
	await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
}

async function answer(request: Request): Promise<Response> {
	const cache = await caches.open(CACHE);
	// Some hosts say that an answer varies by where it is asked from: here it is one file all the same.
	return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}
