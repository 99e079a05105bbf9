/** examples/edge-cache over HTTP, with the cache that each runtime has. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { RUNTIMES, startOrigin } from "./served.mjs";

const PATIENCE = { timeout: 10_000, interval: 20 };
const fields: { [path: string]: string } = {
	"/declared": 'key-order, params=("utm_source")',
	"/changing": 'params=("a")',
	"/many": 'except=("id")',
};
let origin: Awaited<ReturnType<typeof startOrigin>>;
let href: string;

beforeAll(async () => {
	origin = await startOrigin((path) => ({ field: fields[path], ...(path === "/short" && { control: "max-age=1" }) }));
});
afterAll(() => origin.stop());

async function get(target: string, init?: RequestInit) {
	const response = await fetch(new URL(target, href), init);
	return { state: response.headers.get("x-cache"), body: await response.text() };
}

/** Sends a request on a connection of its own: one on a connection that a broken response ends would fail before the origin sees it. */
function getAlone(target: string): Promise<void> {
	return new Promise((resolve) => {
		const sent = request(new URL(target, href), { agent: false }, (response) => response.resume().on("close", resolve));
		sent.on("error", () => resolve()).end();
	});
}

const expectMiss = async (target: string) => expect(await get(target)).toEqual({ state: "miss", body: `GET ${target}` });

/** Whether the response for `first` answers `target`. It is stored after it has been sent, so that the first request may come too early. */
async function expectHit(target: string, first: string) {
	await vi.waitFor(async () => expect((await get(first)).state).toBe("hit"), PATIENCE);
	expect(await get(target)).toEqual({ state: "hit", body: `GET ${first}` });
}

describe.each(Object.keys(RUNTIMES))("examples/edge-cache as a server in %s", (runtime) => {
	it("caches by the rules of servers, and remembers them if its cache does", async () => {
		await RUNTIMES[runtime]?.(async (start) => {
			const server = await start(origin.href);
			href = server.href;
			await followsRules();
			await followsChanges();
			await isNotForged();
			await passesOtherMethods();
			await isNotDefeated();
			await forgetsOldResponses();
			await survivesBrokenResponses();
			await server.stop();
			if (runtime !== "Node.js") await remembers(await start(origin.href));
		});
	});
});

async function followsRules() {
	await expectMiss("/declared?a&b");
	await expectHit("/declared?b&utm_source=x&a", "/declared?a&b");
	await expectMiss("/declared?a");
	await expectMiss("/search?q=1");
	await expectHit("/search?q=1&utm_source=x", "/search?q=1");
	await expectMiss("/silent?a");
	await expectHit("/silent?a", "/silent?a");
	await expectMiss("/silent?a&utm_source=x");
}

async function followsChanges() {
	fields["/changing"] = 'params=("a")';
	await expectMiss("/changing?a=1");
	await expectHit("/changing?a=2", "/changing?a=1");
	fields["/changing"] = 'params=("b")';
	await expectMiss("/changing?c=1");
	await expectHit("/changing?c=1&b=1", "/changing?c=1");
	await expectMiss("/changing?a=2");
}

async function isNotForged() {
	await expectMiss("/declared?nvs=0");
	await expectMiss("/declared?nvs=rule");
	await expectHit("/declared?nvs=rule", "/declared?nvs=rule");
	await expectHit("/declared?utm_source=q&a&b", "/declared?a&b");
}

async function passesOtherMethods() {
	const before = origin.requests.length;
	expect((await get("/declared?a&b", { method: "POST", body: "x" })).body).toBe("POST /declared?a&b");
	expect((await get("/declared?a&b", { method: "DELETE" })).body).toBe("DELETE /declared?a&b");
	expect((await get("/declared?a&b", { method: "HEAD" })).body).toBe("");
	expect(origin.requests.slice(before)).toEqual(["POST /declared?a&b", "DELETE /declared?a&b", "HEAD /declared?a&b"]);
}

async function isNotDefeated() {
	await expectMiss("/many?id=1");
	await expectHit("/many?id=1", "/many?id=1");
	const before = origin.requests.length;
	for (let turn = 0; turn < 100; ++turn) expect((await get(`/many?x${turn}=${turn}&id=1&nvs=${turn}`)).state).toBe("hit");
	expect(origin.requests.length).toBe(before);
}

async function forgetsOldResponses() {
	await expectMiss("/short");
	await expectHit("/short", "/short");
	await vi.waitFor(() => expectMiss("/short"), PATIENCE);
}

async function survivesBrokenResponses() {
	const before = origin.requests.length;
	for (let turn = 0; turn < 3; ++turn) await getAlone("/broken");
	expect(origin.requests.slice(before)).toEqual(["GET /broken", "GET /broken", "GET /broken"]);
	await expectMiss("/unbroken");
}

/** Rules are stored beside responses, for isolates that begin. */
async function remembers(server: { readonly href: string; stop(): Promise<unknown> }) {
	href = server.href;
	await expectHit("/declared?utm_source=z&b&a", "/declared?a&b");
	await expectHit("/many?x&id=1", "/many?id=1");
	await expectHit("/silent?a", "/silent?a");
	await expectMiss("/new?a");
	await server.stop();
}
