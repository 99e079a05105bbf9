/** `urlsieve/connect`: what a guard connects to, on real servers and a real name server on loopback. */
import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import * as http from "node:http";
import * as http2 from "node:http2";
import * as https from "node:https";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent, fetch as undiciFetch } from "undici";
import { ConnectError, createGuard, type Guard, type GuardOptions } from "urlsieve/connect";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Attempts, watchAttempts } from "../support/attempts";
import { builtUrl } from "../support/dist";
import { type NameServer, startNameServer } from "../support/name-server";

let names: NameServer;
let server: http.Server;
let port: number;
/** The requests that have arrived, and the number of connections. */
let arrived: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
let connections = 0;
/** The connections that are tried, to whatever address. */
let attempts: Attempts;
/** The answers to the question for `rebinding.test`, one after the other. */
let answers: string[] = [];

beforeAll(async () => {
	attempts = watchAttempts();
	names = await startNameServer({
		"a.test": ["127.0.0.1"],
		"six.test": ["::1"],
		"private.test": ["10.0.0.1"],
		"mixed.test": ["127.0.0.1", "10.0.0.1"],
		"mixed6.test": ["127.0.0.1", "fd00::1"],
		"alias.test": ["second.test"],
		"second.test": ["third.test"],
		"third.test": ["169.254.169.254"],
		"empty.test": [],
		"mapped.test": ["::ffff:a00:1"],
		"zero.test": ["0.0.0.0"],
		"rebinding.test": () => [answers.length > 1 ? (answers.shift() as string) : (answers[0] as string)],
	});
	server = http.createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		const { method = "", url = "", headers } = request;
		arrived.push({ method, url, headers, body });
		const [, status, location] = /^\/to\/(\d+)\/(.*)$/.exec(url) ?? [];
		if (status === undefined) return response.end(`from ${headers.host}`);
		return response.writeHead(Number(status), { location: decodeURIComponent(location as string) }).end("moved");
	});
	server.on("connection", () => ++connections);
	server.listen(0, "::");
	await once(server, "listening");
	port = (server.address() as AddressInfo).port;
});
afterAll(() => {
	attempts.stop();
	names.close();
	server.closeAllConnections();
	server.close();
});
beforeEach(() => {
	arrived = [];
	connections = 0;
	attempts.places.length = 0;
	names.questions.length = 0;
});

function guardOf(options: GuardOptions = {}): Guard {
	return createGuard({ allow: ["loopback"], resolve: names.resolve, ...options });
}

/** The error of a promise, or that inside the error of fetch. */
async function errorOf(promise: Promise<unknown>): Promise<ConnectError> {
	const error = await promise.then(
		() => undefined,
		(thrown) => (thrown instanceof ConnectError ? thrown : (thrown as Error).cause),
	);
	expect(error).toBeInstanceOf(ConnectError);
	return error as ConnectError;
}

/** A response of node:http, as its text. */
async function get(url: string, options: http.RequestOptions): Promise<string> {
	return new Promise((resolve, reject) => {
		const request = http.get(url, options, async (response) => {
			let text = "";
			for await (const chunk of response) text += chunk;
			resolve(text);
		});
		request.on("error", reject);
	});
}

/** The ways of a program to fetch a URL by a guard. */
const WAYS: { readonly [name: string]: (guard: Guard, url: string) => Promise<string> } = {
	"guard.fetch": async (guard, url) => (await guard.fetch(url)).text(),
	"fetch of undici with a connector": async (guard, url) => {
		const dispatcher = new Agent({ connect: guard.connector() });
		return (await undiciFetch(url, { dispatcher })).text();
	},
	"an agent of node:http": (guard, url) => get(url, { agent: guard.httpAgent() }),
};
const ALL = Object.entries(WAYS);

describe.each(ALL)("%s", (_, way) => {
	it("connects to a name whose addresses are allowed, resolved once, with the name in Host", async () => {
		expect(await way(guardOf(), `http://a.test:${port}/`)).toBe(`from a.test:${port}`);
		expect(names.questions.sort()).toEqual(["a.test A", "a.test AAAA"]);
		expect(await way(guardOf(), `http://six.test:${port}/`)).toBe(`from six.test:${port}`);
		expect(await way(guardOf(), `http://[::1]:${port}/`)).toBe(`from [::1]:${port}`);
		expect(attempts.places).toEqual([`127.0.0.1:${port}`, `::1:${port}`, `::1:${port}`]);
	});

	it.each([
		["private.test", "10.0.0.1", "private"],
		["mixed.test", "10.0.0.1", "private"],
		["mixed6.test", "fd00::1", "private"],
		["alias.test", "169.254.169.254", "link-local"],
		["mapped.test", "::ffff:10.0.0.1", "private"],
		["zero.test", "0.0.0.0", "unspecified"],
		["10.0.0.1", "10.0.0.1", "private"],
		["[fe80::1]", "fe80::1", "link-local"],
	])("refuses %s, which has the address %s: %s", async (host, address, name) => {
		const error = await errorOf(way(guardOf(), `http://${host}:${port}/`));
		expect(error).toMatchObject({ code: "forbidden-address", address, class: name });
		expect(attempts.places).toEqual([]);
	});

	it.each(["http://127.0.0.1", "http://[::1]", "http://a.test"])(
		"refuses %s by default: only public addresses are allowed",
		async (origin) => {
			const guard = createGuard({ resolve: names.resolve });
			expect(await errorOf(way(guard, `${origin}:${port}/`))).toMatchObject({ code: "forbidden-address", class: "loopback" });
			expect(attempts.places).toEqual([]);
		},
	);

	it("refuses a name without an address", async () => {
		expect(await errorOf(way(guardOf(), `http://empty.test:${port}/`))).toMatchObject({ code: "no-address", host: "empty.test" });
		expect(await errorOf(way(guardOf({ resolve: async () => ["1.2.3"] }), `http://a.test:${port}/`))).toMatchObject({
			code: "no-address",
		});
	});

	it("passes on the error of a resolver", async () => {
		await expect(way(guardOf(), `http://missing.test:${port}/`)).rejects.toThrow();
		expect(attempts.places).toEqual([]);
	});

	it("connects to what it has checked, when the name resolves to another address the next time", async () => {
		answers = ["127.0.0.1", "10.0.0.1"];
		expect(await way(guardOf(), `http://rebinding.test:${port}/`)).toBe(`from rebinding.test:${port}`);
		expect(names.questions.filter((question) => question.endsWith(" A"))).toEqual(["rebinding.test A"]);
		expect(await errorOf(way(guardOf(), `http://rebinding.test:${port}/`))).toMatchObject({ address: "10.0.0.1" });
		expect(arrived.length).toBe(1);
	});
});

it("checks a connection that is kept alive when it is made, and no more", async () => {
	const agent = guardOf().httpAgent({ keepAlive: true });
	for (const path of ["/1", "/2", "/3"]) await get(`http://a.test:${port}${path}`, { agent });
	expect([arrived.length, connections, names.questions.length]).toEqual([3, 1, 2]);
	agent.destroy();
	const guard = guardOf();
	for (let count = 0; count < 5; ++count) await (await guard.fetch(`http://a.test:${port}/`)).text();
	// When a request follows at once, undici may open another connection.
	expect(connections).toBeLessThan(6);
	expect([arrived.length, names.questions.length]).toEqual([8, 2 * connections]);
});

describe("https", () => {
	let secure: http2.Http2SecureServer;
	let ca: Buffer;
	let origin: string;
	beforeAll(async () => {
		const folder = mkdtempSync(join(tmpdir(), "urlsieve-tls-"));
		const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
		const options = [
			"-newkey",
			"ec",
			"-pkeyopt",
			"ec_paramgen_curve:P-256",
			"-nodes",
			"-subj",
			"/CN=a.test",
			"-addext",
			"subjectAltName=DNS:a.test",
		];
		execFileSync("openssl", ["req", "-x509", ...options, "-keyout", key, "-out", cert], { stdio: "ignore" });
		ca = readFileSync(cert);
		secure = http2.createSecureServer({ key: readFileSync(key), cert: ca, allowHTTP1: true }, (request, response) => {
			const { servername } = request.socket as unknown as { servername: string };
			response.end(`${request.httpVersion} ${servername} ${request.headers[":authority"] ?? request.headers.host}`);
		});
		rmSync(folder, { recursive: true });
		secure.listen(0, "::");
		await once(secure, "listening");
		origin = `https://a.test:${(secure.address() as AddressInfo).port}`;
	});
	afterAll(() => secure.close());

	it("has the name in the certificate, in SNI and in Host", async () => {
		const host = origin.slice("https://".length);
		const guard = guardOf({ socket: { ca } });
		for (let count = 0; count < 2; ++count) expect(await (await guard.fetch(`${origin}/`)).text()).toBe(`1.1 a.test ${host}`);
		const agent = guardOf().httpsAgent({ ca });
		const text = await new Promise((resolve, reject) => {
			https.get(origin, { agent }, (response) => response.setEncoding("utf8").on("data", resolve)).on("error", reject);
		});
		expect(text).toBe(`1.1 a.test ${host}`);
		await errorOf(new Promise((_, reject) => https.get(origin.replace("a.test", "10.0.0.1"), { agent }).on("error", reject)));
		await expect(guardOf().fetch(`${origin}/`)).rejects.toThrow("fetch failed");
	});

	it("may be HTTP/2", async () => {
		const dispatcher = new Agent({ connect: guardOf().connector({ ca, allowH2: true }), allowH2: true });
		expect(await (await undiciFetch(origin, { dispatcher })).text()).toMatch(/^2\.0 a\.test a\.test:/);
		await dispatcher.close();
	});
});

it("gives up a connection that takes longer than its timeout", async () => {
	const silent = createServer(() => {}).listen(0, "127.0.0.1");
	try {
		await once(silent, "listening");
		const guard = guardOf({ socket: { timeout: 50 } });
		const error = await guard.fetch(`https://a.test:${(silent.address() as AddressInfo).port}/`).catch((thrown) => thrown.cause);
		expect(error).toMatchObject({ code: "ETIMEDOUT", message: "No connection within 50 ms." });
	} finally {
		silent.close();
	}
});

describe("guard.fetch", () => {
	const to = (status: number, location: string, host = "a.test") =>
		`http://${host}:${port}/to/${status}/${encodeURIComponent(location)}`;

	it.each([
		["file:///etc/passwd", "rejected-url", { reason: "scheme" }],
		["ftp://a.test/", "rejected-url", { reason: "scheme" }],
		["http://u:p@a.test/", "rejected-url", { reason: "userinfo" }],
		["http://10.0.0.1/", "forbidden-address", { class: "private" }],
		["//[fd00:ec2::254]/latest", "forbidden-address", { class: "private" }],
		["http://private.test/", "forbidden-address", { class: "private" }],
		["http://127.0.0.1:1/", "forbidden-port", {}],
		["http://b.test/", "forbidden-host", {}],
		["http://[", "redirect", {}],
	])("does not follow a redirect to %s: %s", async (location, code, members) => {
		const ports = [port, 80];
		const guard = guardOf({ ports, accepts: ({ host }) => host !== "b.test" });
		expect(await errorOf(guard.fetch(to(302, location)))).toMatchObject({ code, ...members });
		expect(arrived.length).toBe(1);
	});

	it("follows a redirect to an allowed place, written as the URL Standard writes it", async () => {
		const response = await guardOf().fetch(to(302, `http:\\\\SIX.test:${port}\\x`));
		expect(await response.text()).toBe(`from six.test:${port}`);
		expect([response.redirected, response.url]).toEqual([true, `http://six.test:${port}/x`]);
	});

	it("does not follow redirects in a circle, and no more than maxRedirects", async () => {
		const circle = `http://a.test:${port}/to/302/${encodeURIComponent("?")}`;
		expect(await errorOf(guardOf().fetch(circle))).toMatchObject({ code: "redirect" });
		const chain = [1, 2, 3].reduce((url) => to(302, url), `http://a.test:${port}/end`);
		expect(await (await guardOf({ maxRedirects: 3 }).fetch(chain)).text()).toBe(`from a.test:${port}`);
		expect((await errorOf(guardOf({ maxRedirects: 2 }).fetch(chain))).message).toBe("More than 2 redirects.");
	});

	it("returns a redirect if redirect is manual, and rejects if it is error", async () => {
		const response = await guardOf().fetch(to(302, "/x"), { redirect: "manual" });
		expect([response.status, response.headers.get("location")]).toEqual([302, "/x"]);
		expect(await errorOf(guardOf().fetch(to(302, "/x"), { redirect: "error" }))).toMatchObject({ code: "redirect" });
	});

	it("sends fields of an origin to no other one", async () => {
		const headers = { authorization: "secret", cookie: "secret", accept: "x/y" };
		await guardOf().fetch(to(307, `http://six.test:${port}/`), { headers });
		await guardOf().fetch(to(307, "/same"), { headers });
		const [own, other] = [
			["secret", "secret", "x/y"],
			[undefined, undefined, "x/y"],
		];
		const sent = arrived.map(({ headers: { authorization, cookie, accept } }) => [authorization, cookie, accept]);
		expect(sent).toEqual([own, other, own, own]);
	});

	it.each([
		[301, "POST", "GET", ""],
		[302, "POST", "GET", ""],
		[302, "post", "GET", ""],
		[303, "PUT", "GET", ""],
		[307, "POST", "POST", "body"],
		[308, "PUT", "PUT", "body"],
		[301, "PUT", "PUT", "body"],
	])("follows %i of %s by %s, as Fetch does", async (status, method, then, body) => {
		await guardOf().fetch(to(status, "/then"), { method, body: "body" });
		expect([arrived[1]?.method, arrived[1]?.body, arrived[1]?.headers["content-type"] !== undefined]).toEqual([
			then,
			body,
			body !== "",
		]);
	});

	it("keeps the case of a method that Fetch does not normalize", async () => {
		const sent: string[] = [];
		const fetch = (url: string, init: { method?: string }) => {
			if (init.method !== undefined) sent.push(init.method);
			return undiciFetch(url, init);
		};
		const guard = guardOf({ undici: { Agent, fetch } as never });
		for (const method of ["post", "Patch"]) await guard.fetch(`http://a.test:${port}/`, { method });
		expect(sent).toEqual(["POST", "Patch"]);
	});

	it("follows a 303 of HEAD by HEAD", async () => {
		await guardOf().fetch(to(303, "/then"), { method: "head" });
		expect(arrived.map(({ method }) => method)).toEqual(["HEAD", "HEAD"]);
	});

	it("does not send the body of a stream twice, and follows such a request by 303 only", async () => {
		const init = () => ({ method: "POST", body: new Blob(["body"]).stream(), duplex: "half" }) as RequestInit;
		for (const status of [301, 302, 307, 308])
			expect(await errorOf(guardOf().fetch(to(status, "/then"), init()))).toMatchObject({ code: "redirect" });
		await guardOf().fetch(to(303, "/then"), init());
		expect(arrived.at(-1)).toMatchObject({ method: "GET", url: "/then" });
	});

	it("finds the Agent of Node.js in a process that has fetched nothing", () => {
		const code = `import { createGuard } from "${builtUrl("connect.js")}";
			const url = "http://127.0.0.1:1/";
			await createGuard().fetch(url).catch(({ code }) => console.log(code));
			await createGuard({ allow: ["loopback"] }).fetch(url).catch(({ cause }) => console.log(cause.message));`;
		const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
		expect(stdout).toBe("forbidden-address\nbad port\n");
	});

	it("finds it where the package undici, of another version, has one of its own", () => {
		const code = `import { createGuard } from "${builtUrl("connect.js")}";
			const other = Number.parseInt(process.versions.undici) < 8 ? 2 : 1;
			class Agent {}
			globalThis[Symbol.for("undici.globalDispatcher." + other)] = new Agent();
			await createGuard({ allow: ["loopback"] }).fetch("http://127.0.0.1:1/").catch(({ cause }) => console.log(cause?.message));`;
		const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
		expect(stdout).toBe("bad port\n");
	});

	it("takes the package undici", async () => {
		const guard = guardOf({ undici: { Agent, fetch: undiciFetch } });
		expect(await (await guard.fetch(to(302, `http://six.test:${port}/`))).text()).toBe(`from six.test:${port}`);
		expect(await errorOf(guard.fetch(`http://private.test:${port}/`))).toMatchObject({ code: "forbidden-address" });
	});

	it("takes a URL, and no Request or dispatcher", async () => {
		expect((await guardOf().fetch(new URL(`http://a.test:${port}/`))).status).toBe(200);
		await expect(guardOf().fetch(new Request(`http://a.test:${port}/`) as never)).rejects.toThrow("of a Request, pass its url");
		await expect(guardOf().fetch(`http://a.test:${port}/`, { dispatcher: {} } as never)).rejects.toThrow("past the guard");
	});
});

describe("guard.check", () => {
	it("returns where a URL leads, if the rules allow it", () => {
		expect(guardOf({ ports: [8080] }).check("http://A.test:8080/")).toEqual({
			accepted: true,
			scheme: "http",
			host: "a.test",
			port: 8080,
		});
		expect(() => guardOf({ ports: [8080] }).check("http://a.test/")).toThrow("Port 80 of a.test is not allowed.");
		expect(() => createGuard().check("http://x.localhost/")).toThrow("x.localhost is loopback, which is not allowed.");
		expect(() => guardOf().check("http://a.test\\@b.test/")).toThrow("different hosts for this URL: characters, at 13.");
		expect(() => guardOf().check("ftp://a.test/")).toThrow("A guard connects by http and https only.");
		expect(() => guardOf().check(`http://a.test/${"a".repeat(16_384)}`)).toThrow("longer than 16,384 UTF-16 units");
	});
});

it("refuses unless accepts returns true: a promise does not", () => {
	for (const result of [false, undefined, Promise.resolve(true), 1])
		expect(() => guardOf({ accepts: () => result as boolean }).check("http://a.test/")).toThrow(
			'The option "accepts" refuses a.test, port 80.',
		);
});

describe("guard.lookup", () => {
	it("is the option of http.request for names", async () => {
		const { lookup } = guardOf();
		expect(await get(`http://a.test:${port}/`, { lookup })).toBe(`from a.test:${port}`);
		await errorOf(get(`http://private.test:${port}/`, { lookup }));
	});

	it.each([
		["127.1", "ipv4"],
		["a.test.", "trailing-dot"],
		["a.test\0.b.test", "characters"],
		["a\\b", "characters"],
		["a:80", "host"],
		["", "host"],
	])("refuses the name %j", async (host, reason) => {
		const found = await new Promise((resolve) => guardOf().lookup(host, {}, resolve));
		expect(found).toMatchObject({ code: "rejected-url", reason });
	});

	it("returns addresses of the family that is asked for, once all are allowed", async () => {
		const guard = createGuard({ resolve: async () => ["93.184.216.34", "2606:2800::1"] });
		const found = (options: object) => new Promise((resolve) => guard.lookup("a.test", options, (...all) => resolve(all)));
		expect(await found({ all: true })).toEqual([
			null,
			[
				{ address: "93.184.216.34", family: 4 },
				{ address: "2606:2800::1", family: 6 },
			],
		]);
		expect(await found({ family: 6 })).toEqual([null, "2606:2800::1", 6]);
		expect(await found({ family: "IPv4" })).toEqual([null, "93.184.216.34", 4]);
		const none = createGuard({ resolve: async () => ["93.184.216.34"] });
		const [error] = (await new Promise<unknown[]>((resolve) =>
			none.lookup("a.test", { family: 6 }, (...all) => resolve(all)),
		)) as [Error];
		expect(error).toMatchObject({ code: "ENOTFOUND" });
	});

	it("resolves by the hosts file if no resolver is given", async () => {
		const found = await new Promise((resolve) =>
			createGuard({ allow: ["loopback"] }).lookup("localhost", {}, (_, address) => resolve(address)),
		);
		expect(["127.0.0.1", "::1"]).toContain(found);
	});
});

describe("agents", () => {
	it.each<[string, http.RequestOptions, string]>([
		["the socket of a path", { socketPath: "/run/docker.sock" }, 'The option "socketPath" would connect past the guard'],
		["another lookup", { lookup: () => {} }, "past the guard"],
	])("refuse %s", async (_, options, message) => {
		await expect(get(`http://a.test:${port}/`, { agent: guardOf().httpAgent(), ...options })).rejects.toThrow(message);
		expect(attempts.places).toEqual([]);
	});

	it("refuse options that lead elsewhere", () => {
		for (const make of [
			() => guardOf().httpAgent({ path: "/x" } as never),
			() => guardOf().connector({ lookup: () => {} } as never),
		])
			expect(make).toThrow("would connect past the guard");
	});
});

describe("a proxy in the environment", () => {
	let proxy: Server;
	beforeAll(async () => {
		proxy = createServer((socket) => socket.destroy());
		proxy.listen(0, "127.0.0.1");
		await once(proxy, "listening");
	});
	afterAll(() => proxy.close());

	const run = (env: object, flags: string[] = []) => {
		const code = `import { createGuard } from "${builtUrl("connect.js")}";
			try { console.log(createGuard({ allow: ["loopback"] }).check("http://localhost/").host); } catch (error) { console.log(error.code, error.message); }`;
		return spawnSync(process.execPath, [...flags, "--input-type=module", "-e", code], {
			encoding: "utf8",
			env: { PATH: process.env.PATH, ...env },
		}).stdout;
	};

	it("is an error where Node.js is told to use it", () => {
		const told = run({ NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: "http://127.0.0.1:1" });
		expect(told).toBe(
			"invalid-option A guard connects by itself, but Node.js is told to use the proxy of HTTPS_PROXY: let the proxy check its addresses, or unset NODE_USE_ENV_PROXY.\n",
		);
	});

	it("is ignored where Node.js ignores it", async () => {
		expect(run({ HTTP_PROXY: "http://127.0.0.1:1" })).toBe("localhost\n");
		const { HTTP_PROXY } = process.env;
		process.env.HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
		try {
			expect(await (await guardOf().fetch(`http://a.test:${port}/`)).text()).toBe(`from a.test:${port}`);
		} finally {
			if (HTTP_PROXY === undefined) delete process.env.HTTP_PROXY;
			else process.env.HTTP_PROXY = HTTP_PROXY;
		}
		expect(attempts.places).toEqual([`127.0.0.1:${port}`]);
	});
});

it.each([
	[null, "The options must be a plain object."],
	[{ deny: [] }, 'Unknown option "deny"; the options are allow, ports, accepts, maxRedirects, resolve, undici, socket.'],
	[{ allow: [] }, "The option allow must be an array of classes of addresses."],
	[{ allow: ["Public"] }, 'Unknown class "Public"; the classes are benchmark, broadcast,'],
	[{ ports: 80 }, 'The option "ports" must be an array of ports from 1 to 65535.'],
	[{ ports: ["80"] }, 'The option "ports" must be an array of ports'],
	[{ ports: Object.assign([80], { length: 2 }) }, 'The option "ports" must be an array of ports'],
	[{ accepts: "a.test" }, 'The option "accepts" must be a function'],
	[{ maxRedirects: -1 }, 'The option "maxRedirects" must be a whole number from 0.'],
	[{ socket: 1 }, 'The option "socket" must be a plain object with options of sockets.'],
	[{ socket: { timeout: "1000" } }, 'The option "timeout" must be a number of milliseconds above 0.'],
	[{ socket: { timeOut: 1 } }, 'Unknown option "timeOut" of sockets.'],
	[{ undici: Agent }, 'The option "undici" must be the package undici.'],
])("createGuard(%j) is an error", (options, message) => {
	expect(() => createGuard(options as never)).toThrow(
		expect.objectContaining({ code: "invalid-option", message: expect.stringContaining(message) }),
	);
});
