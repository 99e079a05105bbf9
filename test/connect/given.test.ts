/** What programs give a guard: resolvers, options and requests that are not as the types ask, or that change. */
import http from "node:http";
import type { AddressInfo, LookupFunction, Socket } from "node:net";
import { Agent, fetch as undiciFetch } from "undici";
import { createGuard, type GuardOptions } from "urlsieve/connect";
import { checkAddresses } from "urlsieve/edge";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const arrived: string[] = [];
const server = http.createServer(({ headers: { host }, url = "" }, response) => {
	arrived.push(`${host}${url}`);
	if (url.startsWith("/to/")) {
		const location = Buffer.from(decodeURIComponent(url.slice(4)), "utf8").toString("latin1");
		response.writeHead(302, { location });
	}
	response.end("body");
});
let port = 0;
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	({ port } = server.address() as AddressInfo);
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const resolve = async () => ["127.0.0.1"];
const guardOf = (options: GuardOptions = {}) => createGuard({ allow: ["public", "loopback"], resolve, ...options });
const codeOf = (promise: Promise<unknown>) =>
	promise.then(
		() => "none",
		(error) => error.cause?.code ?? error.code ?? error.message,
	);
const never = (value: unknown): never => value as never;

describe("a resolver", () => {
	it("returns strings, or objects with an address as dns.lookup does", async () => {
		const guard = guardOf({ resolve: async () => [{ address: "127.0.0.1", family: 4 }] });
		expect((await guard.fetch(`http://a.test:${port}/`)).status).toBe(200);
	});

	it.each([null, undefined, 0, "", "text"])("rejects the connection if it rejects with %j", async (reason) => {
		const guard = guardOf({ resolve: () => Promise.reject(reason) });
		expect(await codeOf(guard.fetch(`http://a.test:${port}/`))).toBe("no-address");
	});

	it.each([undefined, "127.0.0.1", new Set(["127.0.0.1"]), [1], []])("has to return an array of addresses: %j", async (found) => {
		const guard = guardOf({ resolve: async () => never(found) });
		expect(await codeOf(guard.fetch(`http://a.test:${port}/`))).toBe("no-address");
	});
});

it.each([null, undefined, "text", Symbol("thrown")])(
	"accepts refuses by throwing %s, for fetch and for agents",
	async (thrown) => {
		const accepts = () => {
			throw thrown;
		};
		const guard = guardOf({ accepts });
		const url = `http://a.test:${port}/`;
		const got = new Promise((done, fail) => http.get(url, { agent: guard.httpAgent() }, done).on("error", fail));
		expect([await codeOf(guard.fetch(url)), await codeOf(got)]).toEqual(["forbidden-host", "forbidden-host"]);
	},
);

it("lookup takes options, a family or none, as dns.lookup does", async () => {
	const lookup = guardOf().lookup as LookupFunction & ((...given: unknown[]) => void);
	const found = (...options: unknown[]) => new Promise((done) => lookup("a.test", ...options, (...all: unknown[]) => done(all)));
	const one = [null, "127.0.0.1", 4];
	expect([await found(), await found(null), await found(undefined), await found(4), await found({})]).toEqual([
		one,
		one,
		one,
		one,
		one,
	]);
	expect(await found({ all: true })).toEqual([null, [{ address: "127.0.0.1", family: 4 }]]);
});

describe("a fetch", () => {
	type Init = RequestInit & { dispatcher?: unknown };
	const own = globalThis.fetch;
	const dropping = (url: string, { dispatcher, ...init }: Init) => own(url, init);

	it.each([
		["drops its dispatcher", dropping],
		["has none", async () => new Response("body")],
		[
			"throws",
			() => {
				throw new Error("no fetch");
			},
		],
	])("that %s is refused, and nothing is sent", async (_, given) => {
		arrived.length = 0;
		const guard = guardOf({ undici: { Agent, fetch: never(given) } });
		expect(await codeOf(guard.fetch(`http://a.test:${port}/`))).toBe("invalid-option");
		expect(arrived).toEqual([]);
	});

	it("of the runtime is refused if a program has replaced it by such a one", async () => {
		globalThis.fetch = dropping as typeof fetch;
		try {
			expect(await codeOf(guardOf().fetch(`http://a.test:${port}/`))).toBe("invalid-option");
		} finally {
			globalThis.fetch = own;
		}
	});
});

describe("options", () => {
	it("are read once", async () => {
		const [allow, ports] = [["public"], [port]];
		const guard = createGuard({ allow: allow as "public"[], ports, resolve });
		allow.push("loopback");
		ports.push(1);
		expect(await codeOf(guard.fetch(`http://a.test:${port}/`))).toBe("forbidden-address");
		expect(() => guard.check("http://a.test:1/")).toThrow("Port 1");
	});

	it("are those of a plain object, not of an instance that has them by its class", () => {
		class Options {
			get allow() {
				return ["private"];
			}
		}
		const made = [new Options(), Object.create({ ports: [80] })];
		for (const options of made) {
			expect(() => createGuard(options)).toThrow("The options must be a plain object.");
			expect(() => checkAddresses(["10.0.0.1"], options)).toThrow("The options must be a plain object.");
		}
		expect(createGuard(Object.assign(Object.create(null), { ports: [80] })).check("http://a.test/").port).toBe(80);
	});

	it("are not those of the prototype of all objects", async () => {
		const prototype = Object.prototype as { allow?: string[] };
		prototype.allow = ["public", "loopback"];
		try {
			expect(await codeOf(createGuard({ resolve }).fetch(`http://a.test:${port}/`))).toBe("forbidden-address");
			expect([checkAddresses(["127.0.0.1"]).accepted, checkAddresses(["127.0.0.1"], {}).accepted]).toEqual([false, false]);
		} finally {
			delete prototype.allow;
		}
	});

	it.each([{ timeout: 0 }, { timeout: Number.NaN }, { timeout: "x" }, { allowH2: "yes" }, null, 1])(
		"of sockets are refused if they mean nothing: %j",
		(options) => {
			expect(() => guardOf().connector(never(options))).toThrow(/^The option/);
		},
	);

	it("of a request are refused if a redirect would break them", async () => {
		const fetched = (init: object | null) => codeOf(guardOf().fetch(`http://a.test:${port}/`, never(init)));
		expect([await fetched(null), await fetched({ integrity: "sha256-x" }), await fetched({ redirect: "Follow" })]).toEqual([
			"none",
			"invalid-option",
			"invalid-option",
		]);
	});

	it("ports and accepts hold for agents and connectors, too", async () => {
		const guard = guardOf({ ports: [80], accepts: ({ host }) => host !== "b.test" });
		const get = (url: string) => new Promise((done, fail) => http.get(url, { agent: guard.httpAgent() }, done).on("error", fail));
		const dispatcher = new Agent({ connect: guard.connector() });
		const [other, refused] = [`http://a.test:${port}/`, "http://b.test/"];
		expect([await codeOf(get(other)), await codeOf(get(refused))]).toEqual(["forbidden-port", "forbidden-host"]);
		expect(await codeOf(undiciFetch(other, { dispatcher }))).toBe("forbidden-port");
		expect(await codeOf(undiciFetch(refused, { dispatcher }))).toBe("forbidden-host");
	});
});

it("reads a Location in UTF-8, as fetch does", async () => {
	arrived.length = 0;
	await guardOf().fetch(`http://a.test:${port}/to/${encodeURIComponent("/\u00e9")}`);
	await guardOf().fetch(`http://a.test:${port}/to/${encodeURIComponent(`http://b\u00fccher.test:${port}/`)}`);
	expect(arrived.filter((place) => !place.includes("/to/"))).toEqual([`a.test:${port}/%C3%A9`, `xn--bcher-kva.test:${port}/`]);
});

describe("agents", () => {
	const connect = (agent: object, options: unknown) =>
		(agent as { createConnection(options: unknown): unknown }).createConnection(options);

	it("open no more than maxSockets", async () => {
		let [open, most] = [0, 0];
		const count = (by: number) => {
			open += by;
			most = Math.max(most, open);
		};
		const opened = (socket: Socket) => count(1) ?? socket.on("close", () => count(-1));
		server.on("connection", opened);
		const agent = guardOf().httpAgent({ maxSockets: 2 });
		const get = () => new Promise((done, fail) => http.get(`http://a.test:${port}/`, { agent }, done).on("error", fail));
		const responses = await Promise.all(Array.from({ length: 8 }, async () => ((await get()) as http.IncomingMessage).resume()));
		server.off("connection", opened);
		expect([responses.length, most]).toEqual([8, 2]);
	});

	it.each(["path", "socketPath", "lookup", "socket", "fd", "handle", "proxyEnv"])(
		"refuse the option %s of a connection",
		(name) => {
			for (const agent of [guardOf().httpAgent(), guardOf().httpsAgent()])
				expect(() => connect(agent, { host: "a.test", port, [name]: {} })).toThrow(
					`The option "${name}" would connect past the guard`,
				);
		},
	);

	it("throw where a connection has no callback", () => {
		const agent = guardOf().httpAgent();
		expect(() => connect(agent, { host: "10.0.0.1", port })).toThrow("10.0.0.1 is private, which is not allowed.");
		expect(() => connect(agent, port)).toThrow("The options of sockets must be an object.");
	});

	it("take the port of their scheme", () => {
		const guard = createGuard({ accepts: () => false });
		for (const [agent, place] of [
			[guard.httpAgent(), "port 80"],
			[guard.httpsAgent(), "port 443"],
		] as const)
			expect(() => connect(agent, { host: "a.test" })).toThrow(place);
	});
});

describe("options of sockets", () => {
	it.each(["maxCachedSession", "timeOut", "hostname", "keepAliveTimeout"])("are refused if they are misspelled: %s", (name) => {
		const options = never({ [name]: 1 });
		for (const make of [
			() => guardOf().connector(options),
			() => guardOf().httpAgent(options),
			() => guardOf().httpsAgent(options),
		])
			expect(make).toThrow(`Unknown option "${name}" of sockets.`);
	});
});

it("a connector calls back with an error for what undici asks of it", () => {
	const connector = guardOf().connector();
	const errorOf = (request: object) => {
		const errors: unknown[] = [];
		connector(never(request), (...result) => errors.push(result[0]?.message));
		return errors;
	};
	const request = { hostname: "a.test", protocol: "http:", port };
	expect(errorOf({ ...request, hostname: "10.0.0.1" })).toEqual(["10.0.0.1 is private, which is not allowed."]);
	expect(errorOf({ ...request, httpSocket: {} })).toEqual(["A guard connects by itself, not through a proxy."]);
	expect(errorOf({ ...request, hostname: undefined })[0]).toMatch(/undefined/);
});
