/** The fuzzer finds faults, and generates the same lines everywhere. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as core from "urlsieve";
import * as crawl from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { digestLines, digestOf } from "./digest";
import { Generator } from "./generator";
import { HostedKernel } from "./hosts/kernels";
import { KERNEL_FILES } from "./kernel-files";
import { KernelError, kernelPaths, type Product, type Tested } from "./product";
import { agreesWithPlatform, keepsOctets, keepsQuery } from "./promises";
import { isDocumented, runReaders } from "./readers";
import { run } from "./run";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const OUT = fileURLToPath(new URL("../../../build/out/", import.meta.url));
const reference: Product = { name: "js", engine: "js", core, crawl };
const simd: Product = { name: "simd", engine: "wasm", core, crawl };

/** A product whose normalizers of RFC 3986 change the octets that they return. */
function broken(change: (lines: Uint8Array) => void): Product {
	const createNormalizer = (options?: core.NormalizeOptions) => {
		const normalizer = core.createNormalizer(options);
		const normalizeLines = normalizer.normalizeLines.bind(normalizer);
		normalizer.normalizeLines = (octets) => {
			const result = normalizeLines(octets);
			change(result.lines);
			return result;
		};
		return normalizer;
	};
	return { ...simd, core: { ...core, createNormalizer } };
}

function withoutTildes(lines: Uint8Array): void {
	for (let at = 0; at < lines.length; ++at) if (lines[at] === 0x7e) lines[at] = 0x21;
}

async function rowsOf(other: Product, lines = 300): Promise<unknown[][]> {
	const rows: unknown[][] = [];
	const tested: Tested = { reference, others: [[other, ["core", "crawl"]]], isWhole: true, hosted: [] };
	await run({ seed: 1, lines, milliseconds: 1e9 }, tested, (row) => rows.push(JSON.parse(row)));
	return rows;
}

describe("the fuzzer", () => {
	it("finds no failure in engines that agree", async () => {
		expect(await rowsOf(simd, 1000)).toEqual([]);
	});

	it("finds an octet that one engine changes, and prints the shortest line that shows it", async () => {
		const rows = await rowsOf(broken(withoutTildes));
		expect(rows[0]).toEqual(["P6: rfc3986@1 of simd and js", "~", "~", "!"]);
	});

	it("plays the requested number of scenes, spread over the lines", async () => {
		const hosted = [new HostedKernel("store.simd", new Uint8Array(readFileSync(`${OUT}store.simd.wasm`)))];
		const tested: Tested = { reference, others: [], isWhole: false, hosted };
		const { scenes } = await run({ seed: 1, lines: 2500, milliseconds: 1e9, scenes: 7 }, tested, () => undefined);
		expect(scenes).toBe(7);
	});

	it("generates the same lines for a seed, with hosts only in US-ASCII if wanted", () => {
		const digest = (seed: number, hasWideHosts: boolean) => {
			const octets = new Generator({ seed, hasWideHosts }).batch(500);
			expect(octets.filter((octet) => octet === 0x0a).length).toBe(500);
			expect(hasWideHosts || octets.subarray(3).every((octet) => octet < 0x80)).toBe(true);
			return createHash("sha256").update(octets).digest("hex");
		};
		expect(digest(7, false)).toBe(digest(7, false));
		expect(digest(7, true)).not.toBe(digest(8, true));
	});

	it("digests the answers of each engine to the same octets, and those of another line to others", async () => {
		const lines = digestLines(1500, 7);
		expect(lines.filter((octet) => octet === 0x0a).length).toBe(1500);
		const [wasm, js] = [await digestOf(lines, core, crawl, "wasm"), await digestOf(lines, core, crawl, "js")];
		expect(wasm).toMatch(/^[0-9a-f]{64}$/);
		expect(js).toBe(wasm);
		expect(await digestOf(digestLines(1500, 8), core, crawl, "wasm")).not.toBe(wasm);
		expect(await digestOf(lines, core)).not.toBe(wasm);
	});

	it("knows when octets are lost", () => {
		expect(keepsOctets("HTTP://h/%7e?\u00e9#%25", "http://h/~?%E9#%25")).toBe(true);
		expect(keepsOctets("http://h/a?\u00e9", "http://h/a?%C3%A9")).toBe(false);
		expect(keepsOctets("http://h/a%2541", "http://h/a%41")).toBe(false);
		expect(keepsQuery("http://h/?a b", "http://h/?a%20b")).toBe(true);
		expect(keepsQuery("http://h/?a&", "http://h/?a")).toBe(false);
	});

	it("corrects a path of the platform below any host that the platform takes", () => {
		const line = Buffer.from("http://\u05d0.=//.e/.").toString("latin1");
		expect(agreesWithPlatform(line, "http://xn--4db.=//.e/")).toBe(true);
		expect(agreesWithPlatform(line, "http://xn--4db.=/.e/")).toBe(false);
		const file = Buffer.from("file:/\\\u05d0.=/a:b/..").toString("latin1");
		expect(agreesWithPlatform(file, "file://xn--4db.=/")).toBe(true);
		expect(agreesWithPlatform(file, "file://xn--4db.=/a:b")).toBe(false);
	});

	it("refuses a folder without kernels", () => {
		expect(() => kernelPaths(ROOT, `${ROOT}/docs`)).toThrow(KernelError);
		expect(() => kernelPaths(ROOT, `${ROOT}/nowhere`)).toThrow(/does not exist/);
		expect(kernelPaths(ROOT, undefined).tested).toEqual(Object.keys(KERNEL_FILES));
	});
});

describe("the readers of files", () => {
	it("end with a result or a documented error on damaged files", async () => {
		const rows: string[] = [];
		const { checks, failures } = await runReaders({ files: 10, seed: 1, root: ROOT }, (row) => rows.push(row));
		expect([failures, checks > 14 * 10, rows.length]).toEqual([0, true, 14]);
	});

	it("may not throw other errors", () => {
		expect(isDocumented(new core.OptionError("invalid-input", "no"))).toBe(true);
		expect(isDocumented(new TypeError("no"))).toBe(false);
		expect(isDocumented(new RangeError("no"))).toBe(false);
	});
});
