/** examples/edge-cache over HTTP, with the cache that each runtime has. */
import { request } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { RUNTIMES, startOrigin } from "./served.mjs";

const PATIENCE = { timeout: 10_000, interval: 20 };

/** A server under test, its origin, and the rules that the origin declares by path. */
interface Served {
	readonly href: string;
	readonly origin: Awaited<ReturnType<typeof startOrigin>>;
	readonly fields: { [path: string]: string };
}

async function get({ href }: Served, target: string, init?: RequestInit) {
	const response = await fetch(new URL(target, href), init);
	return { state: response.headers.get("x-cache"), body: await response.text() };
}

/** Sends a request on a connection of its own: one on a connection that a broken response ends would fail before the origin sees it. */
function getAlone({ href }: Served, target: string): Promise<void> {
	return new Promise((resolve) => {
		const sent = request(new URL(target, href), { agent: false }, (response) => response.resume().on("close", resolve));
		sent.on("error", () => resolve()).end();
	});
}

const expectMiss = async (served: Served, target: string) =>
	expect(await get(served, target)).toEqual({ state: "miss", body: `GET ${target}` });

/** Expects the cache to answer `target` with the response for `first`. That is stored after it was sent, so the first request may come too early. */
async function expectHit(served: Served, target: string, first: string) {
	await vi.waitFor(async () => expect((await get(served, first)).state).toBe("hit"), PATIENCE);
	expect(await get(served, target)).toEqual({ state: "hit", body: `GET ${first}` });
}

// Servers run concurrently: most of the time is spent waiting for responses to expire.
describe.concurrent.each(Object.keys(RUNTIMES))("examples/edge-cache as a server in %s", (runtime) => {
	it("caches by the rules of servers, and remembers them if its cache does", async () => {
		const fields: Served["fields"] = { "/declared": 'key-order, params=("utm_source")' };
		const origin = await startOrigin((path: string) => ({
			field: fields[path],
			...(path === "/short" && { control: "max-age=1" }),
		}));
		await RUNTIMES[runtime]?.(async (start) => {
			const server = await start(origin.href);
			const served = { href: server.href, origin, fields };
			await followsRules(served);
			await passesOtherMethods(served);
			await forgetsOldResponses(served);
			await survivesBrokenResponses(served);
			await server.stop();
			if (runtime !== "Node.js") await remembers(served, await start(origin.href));
		}).finally(origin.stop);
	});
});

async function followsRules(served: Served) {
	await expectMiss(served, "/declared?a&b");
	await expectHit(served, "/declared?b&utm_source=x&a", "/declared?a&b");
	await expectMiss(served, "/declared?a");
	await expectMiss(served, "/search?q=1");
	await expectHit(served, "/search?q=1&utm_source=x", "/search?q=1");
	await expectMiss(served, "/silent?a");
	await expectHit(served, "/silent?a", "/silent?a");
	await expectMiss(served, "/silent?a&utm_source=x");
}

async function passesOtherMethods(served: Served) {
	const before = served.origin.requests.length;
	expect((await get(served, "/declared?a&b", { method: "POST", body: "x" })).body).toBe("POST /declared?a&b");
	expect((await get(served, "/declared?a&b", { method: "DELETE" })).body).toBe("DELETE /declared?a&b");
	expect((await get(served, "/declared?a&b", { method: "HEAD" })).body).toBe("");
	expect(served.origin.requests.slice(before)).toEqual(["POST /declared?a&b", "DELETE /declared?a&b", "HEAD /declared?a&b"]);
}

async function forgetsOldResponses(served: Served) {
	await expectMiss(served, "/short");
	await expectHit(served, "/short", "/short");
	await vi.waitFor(() => expectMiss(served, "/short"), PATIENCE);
}

async function survivesBrokenResponses(served: Served) {
	const before = served.origin.requests.length;
	for (let turn = 0; turn < 3; ++turn) await getAlone(served, "/broken");
	expect(served.origin.requests.slice(before)).toEqual(["GET /broken", "GET /broken", "GET /broken"]);
	await expectMiss(served, "/unbroken");
}

/** Rules are stored beside responses, for new isolates. */
async function remembers(before: Served, server: { readonly href: string; stop(): Promise<unknown> }) {
	const served = { ...before, href: server.href };
	await expectHit(served, "/declared?utm_source=z&b&a", "/declared?a&b");
	await expectHit(served, "/silent?a", "/silent?a");
	await expectMiss(served, "/new?a");
	await server.stop();
}
