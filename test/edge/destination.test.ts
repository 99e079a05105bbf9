/** `destination` and `clients`: ../shared/spec/hosts.md, and the rows that 36 clients made. */
import fc from "fast-check";
import { type ClientId, clients, destination, type Reason } from "urlsieve/edge";
import { describe, expect, it } from "vitest";
import { destinationOf } from "../oracle/destination";
import { size } from "../support/extent";
import { hostRows } from "../support/host-rows";
import { longIt } from "../support/long-it";

const rows = hostRows();

/** `host|port`, as the rows write it, or the reason. */
function resultOf(url: string): string {
	const found = destination(url);
	return found.accepted ? `${found.host}|${found.port}` : found.reason;
}

describe.runIf(rows.length > 0)("rows of 36 clients", () => {
	it("lead every client that connects to the host and port of an accepted string", () => {
		const wrong = rows.flatMap(({ url, seen }) => {
			const found = destination(url);
			if (!found.accepted) return [];
			// libcurl knows the names below localhost without asking.
			const places = found.host.endsWith("localhost") ? ["127.0.0.1", "::1", found.host] : [found.host];
			const others = [...seen.keys()].filter(
				(place) => place !== "!" && !places.some((host) => place === `${host}|${found.port}`),
			);
			return others.map((place) => [url, place]);
		});
		expect(wrong).toEqual([]);
		expect(rows.filter(({ url }) => destination(url).accepted).length).toBeGreaterThan(150);
	});

	it("have the reason of the grammar where they are rejected", () => {
		for (const { url } of rows) expect([url, resultOf(url)]).toEqual([url, destinationOf(url)]);
	});

	it("are the views of a rejected string", () => {
		let count = 0;
		for (const { url, seen } of rows) {
			const found = destination(url);
			if (found.accepted) continue;
			for (const { client, accepts, host, port } of found.clients ?? []) {
				const place = [...seen].find(([, ids]) => ids.includes(client))?.[0];
				if (place === undefined) continue;
				expect([url, client, accepts ? `${host}|${port}` : "!"]).toEqual([url, client, place]);
				++count;
			}
		}
		expect(count).toBeGreaterThan(1500);
	});

	it("are what clients counts", () => {
		for (const { id, rows: count, version } of clients()) {
			const own = new Set(rows.filter(({ seen }) => [...seen.values()].some((ids) => ids.includes(id))).map(({ url }) => url));
			// The others are octets that are not UTF-8.
			expect(count).toBeGreaterThanOrEqual(own.size);
			expect(version).toMatch(/^\d/);
		}
		expect(clients().length).toBe(36);
	});
});

/** Strings with one fault, and where it begins. */
const FAULTS: readonly (readonly [url: string, reason: Reason, offset: number])[] = [
	["http://a.test\\@b.test/", "characters", 13],
	["http://a.test/\u00ad", "characters", 14],
	["http://a.test/\ud800x", "characters", 14],
	["http://a.test/\udc00", "characters", 14],
	["http://a.test/\ud83d\ude00\ude00", "characters", 16],
	["\ufeffhttp://a.test/", "characters", 0],
	["", "form", 0],
	["//a.test/", "form", 0],
	["http:/a.test/", "form", 6],
	["http", "form", 4],
	["ftp://a.test/", "scheme", 0],
	["httP://a.test/", "scheme-case", 3],
	[`http://a.test/${"a".repeat(16_384)}`, "length", 16_384],
	["http://u:p@a.test/", "userinfo", 10],
	["http://a.test:/", "port", 14],
	["http://a.test:080/", "port", 14],
	["http://a.test:65536/", "port", 14],
	["https://[::1]:0/", "port", 14],
	["http://[::1%251]/", "ipv6", 7],
	["http://[::ffff:7f00:1]/", "ipv6", 7],
	["http://[::127.0.0.1]/", "ipv6", 7],
	["http://b\u00fccher.test/", "non-ascii", 8],
	["http://a%2etest/", "percent", 8],
	["http://0.0.0.0/", "unspecified", 7],
	["http://[0::0]/", "unspecified", 7],
	["http://127.1/", "ipv4", 7],
	["http://a.0X7f/", "ipv4", 7],
	["http://a.test./", "trailing-dot", 13],
	["http://[::1/", "host", 7],
	["http://[::1]x/", "host", 12],
	["http://a..b/", "host", 7],
	["http://a!b/", "host", 7],
	["http:///", "host", 7],
];

it.each(FAULTS)("rejects %j: %s, at %i", (url, reason, offset) => {
	expect(destination(url)).toMatchObject({ accepted: false, reason, offset });
	expect(destinationOf(url)).toBe(reason);
});

it.each([
	["http://Example.COM", { scheme: "http", host: "example.com", port: 80 }],
	["https://a_b.test:8443?q#f", { scheme: "https", host: "a_b.test", port: 8443 }],
	["http://a.test:443/", { scheme: "http", host: "a.test", port: 443 }],
	["http://a.test/\u00e9\ud83d\ude00|^[1-2]", { scheme: "http", host: "a.test", port: 80 }],
	["http://10.0.0.1/", { scheme: "http", host: "10.0.0.1", port: 80, address: "private" }],
	["http://[2001:DB8:0:0:1:0:0:1]/", { scheme: "http", host: "2001:db8::1:0:0:1", port: 80, address: "documentation" }],
	["http://x.localhost/", { scheme: "http", host: "x.localhost", port: 80, address: "loopback" }],
])("accepts %j", (url, expected) => {
	expect(destination(url)).toEqual({ accepted: true, ...expected });
});

it("accepts names of 253 octets and labels of 63, and none that are longer", () => {
	const label = "a".repeat(63);
	const name = `${`${label}.`.repeat(3)}${"b".repeat(61)}`;
	expect(name.length).toBe(253);
	expect(resultOf(`http://${name}/`)).toBe(`${name}|80`);
	expect(resultOf(`http://${name}b/`)).toBe("host");
	expect(resultOf(`http://${label}.test/`)).toBe(`${label}.test|80`);
	expect(resultOf(`http://${label}a.test/`)).toBe("host");
});

const URLS = [
	"http://a.test/x",
	"https://a.test:81",
	"http://127.0.0.1:80/",
	"http://[::1]:81/?q",
	"http://localhost#f",
	"http://xn--a.b/",
];

/** The URLs with a text inserted at each place. */
function insertions(text: string): string[] {
	return URLS.flatMap((url) => Array.from({ length: url.length + 1 }, (_, at) => url.slice(0, at) + text + url.slice(at)));
}

function expectAsOracle(texts: readonly string[]): void {
	for (const text of texts)
		if (resultOf(text) !== destinationOf(text)) expect([text, resultOf(text)]).toEqual([text, destinationOf(text)]);
}

const OCTETS = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));

it("reads every octet at every place of the grammar", () => {
	for (const octet of OCTETS) expectAsOracle(insertions(octet));
});

it("reads all pairs of delimiters at every place of the grammar", () => {
	const delimiters = [...":/?#[]@%.\\0x1 \t\u00ad\ud800\udc00-"];
	for (const first of delimiters) for (const second of delimiters) expectAsOracle(insertions(first + second));
});

longIt("reads all pairs of octets at every place of the grammar", () => {
	for (const first of OCTETS) for (const second of OCTETS) expectAsOracle(insertions(first + second));
});

it("reads IPv6 in all spellings", () => {
	const group = fc.constantFrom("0", "0000", "1", "ffff", "ABC", "0db8", "12345", "g", "");
	const address = fc.array(group, { minLength: 1, maxLength: 10 }).map((groups) => groups.join(":"));
	fc.assert(
		fc.property(
			fc.oneof(
				address,
				fc.tuple(address, address).map((halves) => halves.join("::")),
			),
			(text) => {
				expectAsOracle([`http://[${text}]/`]);
			},
		),
		{ numRuns: size(60_000, 2000) },
	);
});

it("takes linear time for hostile text", () => {
	const runs = ["a", "a.", "1.", "0x", ":", "[", "@", "%2e", "\\", "\t", " ", "-a.", "\ud800", "a\t", "0.0."];
	// In quadratic time, a string of these takes minutes.
	for (const run of runs) {
		const text = run.repeat(1_000_000 / run.length);
		for (const url of [text, `http://${text}`, `http://a.test/${text}`, `http://${text}\\@b`])
			expect(destination(url).accepted).toBe(false);
		expect(resultOf(`http://${run.repeat(16_000 / run.length)}!/`)).not.toContain("|");
	}
});

it("never changes what is accepted by the option clients", () => {
	for (const url of [...URLS, ...FAULTS.map(([text]) => text)]) {
		const { accepted } = destination(url);
		expect(destination(url, { clients: ["curl"] }).accepted).toBe(accepted);
	}
	const found = destination("http://a.test\\@b.test/", { clients: ["wget", "node-fetch", "go"] });
	expect(!found.accepted && found.clients).toEqual([
		{ client: "wget", accepts: true, host: "b.test", port: 80 },
		{ client: "node-fetch", accepts: true, host: "a.test", port: 80 },
		{ client: "go", accepts: false },
	]);
});

it("has no views if no client is asked for", () => {
	expect(destination("http://a.test\\@b.test/", { clients: [] })).toEqual({ accepted: false, reason: "characters", offset: 13 });
});

it("has no views of a string of no kind, or with a second fault", () => {
	for (const url of ["http://a!b/", "http://u@127.1/", "http://u@b.test:65536/", "http://a.test\\@b.test/ "])
		expect(destination(url)).not.toHaveProperty("clients");
});

it("has a host only after accepted has been asked", () => {
	const found = destination("http://a.test/");
	// @ts-expect-error: there is no host in a rejected result.
	expect(found.host).toBe("a.test");
	// @ts-expect-error: there is no reason in an accepted result.
	expect(found.reason).toBeUndefined();
	if (found.accepted) expect(found.port).toBe(80);
});

it.each<[string, () => unknown, string]>([
	["a URL for a string", () => destination(new URL("http://a.test") as never), "A URL must be a string."],
	["nothing", () => destination(undefined as never), "A URL must be a string."],
	["an unknown option", () => destination("", { client: [] } as never), 'Unknown option "client"; the options are clients.'],
	["one client for a list", () => destination("", { clients: "curl" as never }), "The option clients must be an array"],
	[
		"an unknown client",
		() => destination("http://a/", { clients: ["lynx" as ClientId] }),
		'Unknown client "lynx"; the clients are curl, go, java-apache5, ',
	],
	["a client that is undefined", () => destination("", { clients: [undefined as never] }), "Unknown client undefined"],
	["a member of every object", () => destination("", { clients: ["toString" as ClientId] }), 'Unknown client "toString"'],
])("throws TypeError for %s", (_, run, message) => {
	expect(run).toThrow(TypeError);
	expect(run).toThrow(message);
});
