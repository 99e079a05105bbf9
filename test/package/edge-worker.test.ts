/** examples/edge-worker in workerd: every response that its README promises. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { createNormalizer, type NormalizeOptions, SeenSet } from "urlsieve";
import { inspect } from "urlsieve/text";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { syntheticList } from "../../bench/lists/synthetic.mjs";
import { folder, prepare } from "../../examples/edge-worker/serve.mjs";
import { until } from "../cli/command";
import { Exchange, errorOf, halfClosed, post, postAtOnce, startWorker, type Worker } from "../support/edge-worker";
import { TSC } from "../support/extent";

const SMALL = { MAX_BODY_OCTETS: 300_000, MAX_LINE_OCTETS: 1000, MAX_REFERENCES: 4000 };
const TINY = { MAX_BODY_OCTETS: 5000, MAX_LINE_OCTETS: 1000, MAX_REFERENCES: 300 };
/** Longer than the part of a response that the worker buffers. */
const LONG_LIST = "HTTP://a.example/\n".repeat(5000);
let worker: Worker;
let small: Worker;
let tiny: Worker;

beforeAll(async () => {
	await prepare();
	[worker, small, tiny] = await Promise.all([startWorker(), startWorker(SMALL), startWorker(TINY)]);
});
afterAll(() => Promise.all([worker, small, tiny].map((each) => each?.stop())));

const bytes = (text: string) => new TextEncoder().encode(text);
const normalized = (list: Uint8Array, options?: NormalizeOptions) => createNormalizer(options).normalizeLines(list).lines;
const expectOctets = (actual: Buffer, expected: Uint8Array) => expect(Buffer.compare(actual, expected)).toBe(0);

it("responds to the examples of its README as shown there", async () => {
	const readme = readFileSync(join(folder, "README.md"), "utf8");
	const list = [.../^`urls.txt` has the lines (.*)\.$/m.exec(readme)![1]!.matchAll(/`(.*?)`/g)]
		.map(([, line]) => `${line}\n`)
		.join("");
	const examples = readme.split("```console\n")[1]!.split("```")[0]!.split(/^\$ /m).slice(1);
	expect(examples).toHaveLength(5);
	for (const example of examples) {
		const [, isList, path] = /^curl (-T urls\.txt -X POST )?'?http:\/\/127\.0\.0\.1:8787(.*?)'?$/m.exec(example)!;
		const url = worker.origin + path;
		const text = isList ? (await post(url, list)).octets.toString() : `${await (await fetch(url)).text()}\n`;
		expect(`${example.split("\n")[0]}\n${text}`).toBe(example);
	}
});

it("type-checks", () => {
	execFileSync(process.execPath, [TSC, "-p", folder], { stdio: "inherit" });
});

describe("GET /?url=", () => {
	it.each([
		"HTTP://Example.com:80/%7efoo/../b",
		"http://good.example@0x7f.1/",
		"relative/../path",
		"",
		" http:\n//a\t",
		"http://bücher.example",
	])("returns normal form, steps and findings for %j, by Wasm with SIMD", async (url) => {
		const response = await fetch(`${worker.origin}/?url=${encodeURIComponent(url)}`);
		const explanation = createNormalizer().explain(url);
		const findings = inspect(url.replace(/\s/g, ""));
		expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
		expect(await response.json()).toEqual({ normal: explanation.value, explanation, findings, engine: "wasm" });
	});

	it("supports HEAD, without a body", async () => {
		const response = await fetch(`${worker.origin}/?url=a`, { method: "HEAD" });
		expect([response.status, await response.text()]).toEqual([200, ""]);
	});

	it.each([
		["/", { code: "missing-url", message: expect.any(String) }],
		["/?url=http%3A%2F%2F%5B", { code: "invalid-ip-literal", component: "host", offset: 7, message: expect.any(String) }],
		["/?url=http%3A%2F%2Fa%3Ax", { code: "invalid-port", component: "port", offset: 9, message: expect.any(String) }],
	])("returns 400 for %s", async (path, error) => {
		const response = await fetch(worker.origin + path);
		expect([response.status, await response.json()]).toEqual([400, { error }]);
	});
});

describe("a wrong request", () => {
	it.each([
		["GET", "/nothing", 404, "not-found", {}],
		["GET", "/__proto__", 404, "not-found", {}],
		["POST", "/", 405, "method-not-allowed", { allow: "GET, HEAD" }],
		["GET", "/normalize", 405, "method-not-allowed", { allow: "POST" }],
		["PUT", "/dedupe", 405, "method-not-allowed", { allow: "POST" }],
		["OPTIONS", "/dedupe", 405, "method-not-allowed", { allow: "POST" }],
	])("%s %s gets %i %s", async (method, path, status, code, headers) => {
		const response = await fetch(worker.origin + path, { method });
		expect(response.status).toBe(status);
		expect(await response.json()).toEqual({ error: { code, message: expect.any(String) } });
		expect(Object.fromEntries(response.headers)).toMatchObject({ "content-type": "application/json", ...headers });
	});

	it.each([
		[{ "content-type": "application/x-www-form-urlencoded" }, "unsupported-type", { accept: "text/plain" }],
		[{ "content-type": "text/plain; charset=utf-16" }, "unsupported-type", { accept: "text/plain" }],
		[{ "content-type": "text/plainer" }, "unsupported-type", { accept: "text/plain" }],
		[{ "content-encoding": "gzip" }, "unsupported-encoding", { "accept-encoding": "identity" }],
	])("gets 415 for a list with %j", async (given, code, headers) => {
		const received = await post(`${worker.origin}/dedupe`, "", 1, given as Record<string, string>);
		expect([received.status, errorOf(received)]).toEqual([415, { code, message: expect.any(String) }]);
		expect(received.headers).toMatchObject(headers);
	});

	it("gets 400 for an invalid option", async () => {
		const received = await postAtOnce(`${worker.origin}/normalize?invalid=eat`, "http://a\n");
		expect([received.status, errorOf(received)]).toEqual([400, { code: "invalid-option", message: expect.any(String) }]);
	});

	it("gets 500 if a limit is not a number", async () => {
		const misconfigured = await startWorker({ MAX_LINE_OCTETS: "long" });
		const response = await fetch(misconfigured.origin).finally(misconfigured.stop);
		expect([response.status, (await response.json()).error.code]).toEqual([500, "not-configured"]);
	});
});

describe("lists", () => {
	const { octets: list, classes } = syntheticList(20_000, 7);

	it.each([997, 4096, 65_537, 1_000_003])("give the same octets as in Node.js, in chunks of %i", async (size) => {
		const normal = await post(`${worker.origin}/normalize`, list, size);
		expect([normal.status, normal.isComplete, normal.headers["x-urlsieve-engine"]]).toEqual([200, true, "wasm"]);
		expectOctets(normal.octets, normalized(list));
		const fresh = await post(`${worker.origin}/dedupe`, list, size);
		const { fresh: expected, added } = new SeenSet().addLines(list);
		expect([fresh.status, fresh.isComplete, added]).toEqual([200, true, classes]);
		expectOctets(fresh.octets, expected);
	});

	it("may come without a type", async () => {
		const answer = await halfClosed(worker.origin, "POST /normalize HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nHTTP://A\n");
		expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\nA\r\nhttp:\/\/a\/\n\r\n0\r\n\r\n$/);
	});

	it("get 400 for an invalid reference under ?invalid=fail", async () => {
		const received = await postAtOnce(`${worker.origin}/normalize?invalid=fail`, "HTTP://A\nhttp://[\n");
		const error = { code: "invalid-ip-literal", component: "host", offset: 7, message: expect.stringMatching(/^line 2\b/i) };
		expect([received.status, errorOf(received)]).toEqual([400, error]);
	});

	it("do not affect each other when sent concurrently", async () => {
		const lists = [syntheticList(20_000, 1).octets, syntheticList(20_000, 2).octets, list, list];
		const exchanges = lists.map((_, index) => new Exchange(`${worker.origin}/${index % 2 === 0 ? "dedupe" : "normalize"}`));
		const answers = exchanges.map((exchange) => exchange.receive());
		const size = 3331;
		for (let start = 0; start < Math.max(...lists.map(({ length }) => length)); start += size) {
			await Promise.all(exchanges.map((exchange, index) => exchange.write(lists[index]!.subarray(start, start + size))));
		}
		await Promise.all(exchanges.map(({ response }) => response));
		for (const exchange of exchanges) exchange.end();
		for (const [index, { octets }] of (await Promise.all(answers)).entries()) {
			const own = lists[index] as Uint8Array;
			expectOctets(octets, index % 2 === 0 ? new SeenSet().addLines(own).fresh : normalized(own));
		}
	});
});

describe("limits", () => {
	const line = (length: number) => `${"a".repeat(length)}\n`;
	const different = (count: number) =>
		Array.from({ length: count }, (_, index) => `scheme:${count}-${index}-reference\n`).join("");

	it("refuse a body by its content-length, without reading it", async () => {
		const exchange = new Exchange(`${small.origin}/dedupe`, { "content-length": "300001" });
		const received = await exchange.receive().finally(() => exchange.abort());
		const error = { code: "body-too-large", limit: 300_000, message: expect.any(String) };
		expect([received.status, errorOf(received)]).toEqual([413, error]);
	});

	it("allow a body of exactly the max size, and not one octet more", async () => {
		const most = line(999).repeat(5);
		expect((await postAtOnce(`${tiny.origin}/dedupe`, most)).status).toBe(200);
		const received = await postAtOnce(`${tiny.origin}/dedupe`, `${most}a`);
		const error = { code: "body-too-large", limit: 5000, message: expect.any(String) };
		expect([received.status, errorOf(received)]).toEqual([413, error]);
	});

	it.each([
		[line(1001), 0],
		[line(10) + line(1001), 11],
		[`${line(1000) + line(3)}${"a".repeat(1001)}`, 1005],
	])("refuse a line that is too long, with its offset", async (text, offset) => {
		const received = await postAtOnce(`${tiny.origin}/normalize`, text);
		const error = { code: "line-too-long", limit: 1000, offset, message: expect.any(String) };
		expect([received.status, errorOf(received)]).toEqual([413, error]);
	});

	it("refuse too many distinct references, counting equivalent ones once", async () => {
		const references = (count: number) => Array.from({ length: 2 * count }, (_, index) => `s:${index % count}\n`).join("");
		expect((await postAtOnce(`${tiny.origin}/dedupe`, references(300))).status).toBe(200);
		const received = await postAtOnce(`${tiny.origin}/dedupe`, references(301));
		const error = { code: "too-many-references", limit: 300, message: expect.any(String) };
		expect([received.status, errorOf(received)]).toEqual([413, error]);
	});

	it("measure lines independently of chunks", async () => {
		const { checkOf } = await import(join(folder, "limits.ts"));
		const refusal = (list: Uint8Array, size: number): number | undefined => {
			const check = checkOf({ MAX_BODY_OCTETS: 1e9, MAX_LINE_OCTETS: 5, MAX_REFERENCES: 1 });
			try {
				for (let start = 0; start < list.length; start += size) check(list.subarray(start, start + size));
			} catch (error) {
				return (error as { details: { offset: number } }).details.offset;
			}
			return undefined;
		};
		fc.assert(
			fc.property(fc.array(fc.nat(6)), fc.nat(6), fc.integer({ min: 1, max: 40 }), (lengths, last, size) => {
				const text = lengths.map(line).join("") + "a".repeat(last);
				const offset = text.search(/(?<=^|\n)a{6}/);
				expect(refusal(bytes(text), size)).toBe(offset < 0 ? undefined : offset);
			}),
		);
	});

	it.each([
		["a line that is too long", "/normalize", "a".repeat(1001)],
		["a list that is too large", "/normalize", line(990).repeat(300)],
		["an invalid reference under ?invalid=fail", "/normalize?invalid=fail", "http://[\n"],
		["too many distinct references", "/dedupe", different(4000)],
	])("truncate a response that has started, for %s", async (_what, path, rest) => {
		const exchange = new Exchange(small.origin + path);
		const most = different(3999);
		await exchange.write(most);
		expect((await exchange.response).statusCode).toBe(200);
		const received = exchange.receive();
		await exchange.write(rest);
		exchange.end();
		const { octets, isComplete } = await received;
		expect([isComplete, octets.length > 0, (most + rest).startsWith(octets.toString())]).toEqual([false, true, true]);
	});

	it("log the reason for each truncated response in one line, without a stack", async () => {
		await until(() => small.errors().split("\n").length > 4);
		const lines = small.errors().trim().split("\n");
		expect(lines).toHaveLength(4);
		for (const text of lines) expect(text).toMatch(/: (UriError: )?(The (line|body|list) |line 4000\b).*/i);
	});
});

describe("clients that disconnect", () => {
	it("do not disturb the worker, and leave nothing in its log", async () => {
		for (let round = 0; round < 50; ++round) {
			const [begun, waiting] = ["/normalize", "/dedupe"].map((path) => new Exchange(worker.origin + path)) as [
				Exchange,
				Exchange,
			];
			await begun.write(LONG_LIST);
			await waiting.write("HTTP://a");
			if (round % 2 === 0) await begun.response;
			begun.abort();
			waiting.abort();
		}
		const half = await halfClosed(worker.origin, "POST /normalize HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\nHTTP://A\n");
		expect(half).not.toMatch(/0\r\n\r\n$/);
		const broken = await halfClosed(
			worker.origin,
			"POST /normalize HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
		);
		expect(broken).not.toMatch(/200 OK/);
		expect((await post(`${worker.origin}/normalize`, "HTTP://a\n")).octets.toString()).toBe("http://a/\n");
		expect(worker.errors()).toBe("");
	});
});
