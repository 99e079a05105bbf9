/** `agree` and its readers: section 4 of the specification, and the rows that the servers made. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { agree, type ReaderId, readers, type View } from "urlsieve/edge";
import { describe, expect, it } from "vitest";
import { builtUrl } from "../support/dist";
import { size } from "../support/extent";
import { longIt } from "../support/long-it";

const VECTORS = fileURLToPath(new URL("../../../shared/vectors/edge/", import.meta.url));

const isThere = existsSync(VECTORS);

function table(name: string): string[][] {
	if (!isThere) return [];
	const rows = readFileSync(VECTORS + name, "utf8").trimEnd();
	return rows.split("\n").map((row) => row.split("\t"));
}

/** Octets as the rows write them. */
function octets(text: string): string {
	if (text === "\\empty") return "";
	return text.replace(/\\(?:x([0-9a-f]{2})|\\)/g, (_, digits?: string) =>
		digits === undefined ? "\\" : String.fromCharCode(Number.parseInt(digits, 16)),
	);
}

/** The columns of readers.tsv, with the reader and the member of its view. */
const COLUMNS: { readonly [column: string]: readonly [ReaderId, "path" | "sends"] } = {
	"route:nginx": ["nginx", "path"],
	"route:nginx-merge-off": ["nginx:merge-off", "path"],
	"sends:nginx proxy_pass": ["nginx", "sends"],
	"sends:nginx proxy_pass/": ["nginx:uri", "sends"],
	"route:apache": ["apache", "path"],
	"route:apache-slashes-on": ["apache:slashes-on", "path"],
	"route:apache-slashes-nodecode": ["apache:nodecode", "path"],
	"route:apache-merge-off": ["apache:merge-off", "path"],
	"sends:apache ProxyPass": ["apache:canon", "sends"],
	"sends:apache nocanon": ["apache:nodecode", "sends"],
	"route:haproxy": ["haproxy", "path"],
	"route:haproxy-normalize": ["haproxy:normalized", "path"],
	"sends:haproxy": ["haproxy", "sends"],
	"target:varnish": ["varnish", "sends"],
	"sends:varnish": ["varnish", "sends"],
	"sends:ats": ["ats", "sends"],
	"sends:squid": ["squid", "sends"],
	"route:lighttpd": ["lighttpd", "path"],
	"sends:h2o": ["h2o", "sends"],
	"route:caddy": ["caddy", "path"],
	"route:caddy-matcher": ["caddy:matcher", "path"],
	"sends:caddy reverse_proxy": ["caddy", "sends"],
	"route:node-URL": ["whatwg", "path"],
	"route:express": ["express", "path"],
	"route:find-my-way": ["fastify", "path"],
	"route:werkzeug-router": ["werkzeug", "path"],
	"route:starlette-uvicorn": ["starlette", "path"],
	"route:aiohttp": ["aiohttp", "path"],
	"route:tomcat": ["tomcat", "path"],
	"route:go-mux": ["go:mux", "path"],
	"route:go-handler": ["go", "path"],
};

function viewOf(target: string, reader: ReaderId): View {
	return agree(target, [reader]).views[0] as View;
}

const [columns = [], ...rows] = table("readers.tsv");

describe.runIf(rows.length > 0)("rows of servers", () => {
	it.each(Object.entries(COLUMNS))("%s", (column, [reader, member]) => {
		const at = columns.indexOf(column);
		const wrong = rows.filter((row) => !isExpected(row[1] as string, row[at] as string, reader, member));
		expect(wrong.map((row) => [row[1], row[at]])).toEqual([]);
		expect(at).toBeGreaterThan(1);
	});
});

function isExpected(target: string, expected: string, reader: ReaderId, member: "path" | "sends"): boolean {
	const { accepts, status, [member]: value } = viewOf(octets(target), reader);
	const refused = /^[!>]([0-9]{3})/.exec(expected)?.[1];
	// The parser of Node.js has refused the target before `URL` reads it.
	if (reader === "whatwg" && refused === "400") return true;
	return accepts ? value === octets(expected) : status === Number(refused);
}

const LEVELS: { readonly [operation: string]: ReaderId } = {
	NONE: "envoy:none",
	BASE: "envoy:base",
	DECODE_AND_MERGE_SLASHES: "envoy:decode",
	MERGE_SLASHES: "envoy:merge",
	merge_slashes: "envoy:merge",
	normalize_path: "envoy:base",
	"route (query and fragment removed)": "envoy:none",
};

describe("rows of Envoy", () => {
	const rows = table("envoy.tsv").slice(1);
	it.runIf(isThere)("are there", () => expect(rows).not.toEqual([]));

	it.each(rows)("%s: %s of %s is %s", (_, operation, target, expected) => {
		const { accepts, path, status } = viewOf(octets(target as string), LEVELS[operation as string] as ReaderId);
		expect(accepts ? path : status).toBe(expected === "!400" ? 400 : octets(expected as string));
	});
});

describe("queries that nginx and HAProxy read", () => {
	const [names = [], ...queries] = table("keys.tsv");
	it.runIf(isThere)("are there", () => expect(queries).not.toEqual([]));

	it.each(queries)("%s", (...row) => {
		const target = `/p?${row[0]}`;
		expect(viewOf(target, "nginx").query).toBe(row[names.indexOf("nginx-$args")]);
		const isRefused = row[names.indexOf("haproxy-query-sort-by-name")] === "!400";
		expect(viewOf(target, "haproxy").accepts).toBe(!isRefused);
	});
});

describe("agree", () => {
	it.each<[string, ReaderId[], string]>([
		["/public/..;/admin", ["nginx", "tomcat"], "segments"],
		["/public/%2e%2e/admin", ["haproxy", "nginx"], "segments"],
		["/a%2Fb", ["varnish", "express"], "segments"],
		["/a//b", ["nginx", "express"], "segments"],
		["/a?b#c", ["nginx", "go"], "query"],
		["/a#b", ["fastify", "nginx"], "query"],
		["//other.test/a", ["nginx", "whatwg"], "host"],
		["/%61dmin", ["haproxy", "go"], "unreserved"],
	])("rejects %s for %s: %s", (target, ids, name) => {
		const { agree: doAgree, differences } = agree(target, ids);
		expect(doAgree).toBe(false);
		expect(differences.map((difference) => difference.class)).toContain(name);
		expect(differences[0]?.readers).toEqual(ids);
	});

	it.each<[string, ReaderId[], string | undefined]>([
		["/a%20b", ["haproxy", "go"], "spelling"],
		["/%00", ["nginx", "go"], "acceptance"],
		["/a/../b", ["lighttpd", "go:mux"], "acceptance"],
		["/a?", ["nginx", "ats"], undefined],
		["/%zz", ["nginx", "go"], undefined],
		["/.well-known/x", ["nginx", "tomcat"], undefined],
	])("reports %s for %s, and agrees: %s", (target, ids, name) => {
		const { agree: doAgree, differences } = agree(target, ids);
		expect(doAgree).toBe(true);
		expect(differences[0]?.class).toBe(name);
	});

	it("rejects only the classes that are asked for", () => {
		expect(agree("/a%20b", ["haproxy", "go"], { reject: ["spelling"] }).agree).toBe(false);
		expect(agree("/a//b", ["nginx", "go"], { reject: [] }).agree).toBe(true);
		expect(agree("/%00", ["nginx", "go"], { reject: ["acceptance"] }).agree).toBe(false);
	});

	it("gives each reader what the one before it sends", () => {
		const { views } = agree("http://Example.test:80/a/../b//c?d", ["nginx:uri", "haproxy", "express"], { host: "x.test" });
		expect(views.map(({ path }) => path)).toEqual(["/b/c", "/b/c", "/b/c"]);
		expect(views.map(({ host }) => host)).toEqual(["Example.test:80", "Example.test:80", "Example.test:80"]);
		expect(agree("/a//b", ["nginx:uri", "tomcat"]).agree).toBe(true);
		expect(agree("/a//b", ["haproxy:normalized", "go"]).agree).toBe(true);
		expect(agree("/a#b", ["caddy", "go"]).views[1]?.path).toBe("/a#b");
	});

	it("compares hosts without case, userinfo and default port", () => {
		const options = { host: "example.test" };
		expect(agree("HTTP://EXAMPLE.test:80/a", ["nginx", "go"], options).differences).toEqual([]);
		expect(agree("http://other.test/a", ["rfc3986", "express"], options).views.map(({ host }) => host)).toEqual([
			"other.test",
			"other.test",
		]);
		expect(agree("//other.test/a", ["rfc3986", "whatwg"], options).differences[0]).toEqual({
			class: "host",
			readers: ["rfc3986", "whatwg"],
		});
	});

	longIt("takes every octet", () => {
		const ids = readers().map(({ id }) => id);
		fc.assert(
			fc.property(fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) }), (text) => {
				for (const target of [text, `/${text}`]) {
					const { views } = agree(target, ids);
					expect(views.map(({ reader }) => `${reader}@1`)).toEqual(ids);
					for (const view of views)
						expect(view.accepts ? typeof view.path : typeof view.status).toBe(view.accepts ? "string" : "number");
				}
			}),
			{ numRuns: size(2000, 500) },
		);
	});

	it("reads plain targets as every reader does", () => {
		const ids = readers().map(({ id }) => id);
		fc.assert(
			fc.property(fc.array(fc.stringMatching(/^[\w~-][\w.~-]{0,5}$/), { minLength: 1, maxLength: 5 }), (segments) => {
				const target = `/${segments.join("/")}`;
				// All readers take `!` as it is, but it takes the slow path. Some send it encoded.
				const isSame = ({ reader, path, sends, accepts, raw }: View) =>
					accepts && path === `${target}!` && decodeURIComponent(sends as string) === path && raw === viewOf(target, reader).raw;
				expect(ids.map((id) => viewOf(`${target}!`, id)).filter((view) => !isSame(view))).toEqual([]);
				expect(agree(target, ids)).toMatchObject({ agree: true, differences: [] });
			}),
			{ numRuns: 300 },
		);
	});

	it("takes linear time for runs of white space and slashes, however they end", () => {
		const ids = readers().map(({ id }) => id);
		// In quadratic time, a round of these takes ten seconds.
		for (let round = 0; round < 4; ++round) {
			for (const run of ["\t", "\v", "/", "//.", "%2F"]) {
				const target = `/${run.repeat(16_000 / run.length)}x`;
				for (const id of ids) expect(agree(target, [id]).views.length).toBe(1);
			}
		}
	}, 20_000);

	it("does not read targets that are too long", () => {
		const { agree: doAgree, differences, views } = agree(`/${"a".repeat(16_384)}`, ["nginx", "haproxy", "go"]);
		expect([doAgree, views]).toEqual([false, []]);
		expect(differences).toEqual([{ class: "too-long", readers: ["nginx", "go"] }]);
		expect(agree(`/${"a".repeat(16_383)}`, ["nginx", "go"]).agree).toBe(true);
	});

	it("throws for unknown readers, classes and units", () => {
		expect(() => agree("/", [])).toThrow(TypeError);
		expect(() => agree("/", ["nginx", "iis" as "go"])).toThrow('Unknown reader "iis"; readers() lists all.');
		for (const target of ["/%2F", "/a", "a".repeat(20_000)])
			expect(() => agree(target, ["go", "nginx@2" as "go", "go"])).toThrow('Unknown reader "nginx@2"');
		expect(() => agree("/", ["go"], { reject: ["paths" as "host"] })).toThrow('Unknown class "paths"; the classes are host,');
		expect(() => agree("/", ["go"], { reject: [undefined as never] })).toThrow("Unknown class undefined; the classes are host,");
		for (const target of ["/\ud800", "/\u0100", "/日本", undefined, null, 1, {}, ["/a"]])
			expect(() => agree(target as string, ["go"])).toThrow(TypeError);
		expect(() => agree("/\ud800", ["go"])).toThrow("UTF-16");
	});
});

describe("readers", () => {
	it("lists version, configuration and evidence of each, frozen like profiles", () => {
		for (const { id, version, configuration, rows: count } of readers()) {
			expect(id).toMatch(/^[a-z0-9]+(?::[a-z-]+)?@1$/);
			expect(version && configuration).not.toBe("");
			expect(count).toBeGreaterThanOrEqual(0);
			expect(viewOf("/a%2Fb", id)).toEqual(viewOf("/a%2Fb", id.replace("@1", "") as ReaderId));
		}
		expect(readers().length).toBe(31);
	});

	it("have evidence: every reader has its rows", () => {
		const named = new Set<string>([
			...Object.values(COLUMNS).map(([reader]) => `${reader}@1`),
			...Object.values(LEVELS).map((id) => `${id}@1`),
		]);
		// `apache` and `apache:canon` route alike, as do `nginx` and `nginx:uri`; rfc3986 is a standard.
		expect(readers().filter(({ id, rows: count }) => !named.has(id) && count > 0)).toEqual([]);
	});
});

it("throws where the platform has no URL: all readers would seem to refuse, and so to agree", () => {
	const code = `delete globalThis.URL; const { agree } = await import("${builtUrl("edge.js")}");
		try { agree("/public/..;/admin", ["whatwg", "tomcat"]); } catch (error) { console.log(error.name, error.message); }`;
	const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
	expect(stdout).toBe("TypeError The reader whatwg needs the platform's URL, which is missing here.\n");
});
