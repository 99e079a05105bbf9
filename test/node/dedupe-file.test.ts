/** `dedupeFile` of `urlsieve/node`, as built: results, progress, and what it leaves behind when it fails. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createNormalizer, SeenSet } from "urlsieve";
import { type DedupeFileOptions, type DedupeFileProgress, dedupeFile } from "urlsieve/node";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { run } from "../cli/command";
import { everyNth } from "../support/extent";

const folder = mkdtempSync(join(tmpdir(), "urlsieve-node-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string) => join(folder, name);

const LINES = Array.from({ length: 30_000 }, (_, index) => {
	const number = (index * 7919) % 20_011;
	const beginning = ["http://example.com/", "HTTP://EXAMPLE.com:80/", "http://example.com/./", "1http://"][index % 4];
	return `${beginning}${number}`;
});
const LIST = `${LINES.join("\n")}\n`;
const list = path("list.txt");
const gzipped = path("list.gz");
const target = path("unique.txt");
writeFileSync(list, LIST);
writeFileSync(gzipped, gzipSync(LIST));

/** The expected lines and counts, by a set in memory. */
function expected(text: string) {
	const added = new SeenSet({ normalizer: createNormalizer() }).addLines(new TextEncoder().encode(text));
	return {
		text: Buffer.from(added.fresh).toString(),
		unique: added.added,
		duplicates: added.duplicates,
		rejects: added.rejects.length,
	};
}

/** Everything in the folder but what the tests put there. */
function leftovers(): string[] {
	return readdirSync(folder).filter((name) => name.startsWith("."));
}

beforeEach(() => writeFileSync(target, "old\n"));

describe("dedupeFile", () => {
	it("writes the lines that a set in memory would keep, and counts like it", async () => {
		const { text, ...counts } = expected(LIST);
		expect(await dedupeFile(list, target)).toMatchObject({ lines: LINES.length, ...counts });
		expect(readFileSync(target, "utf8")).toBe(text);
		expect(leftovers()).toEqual([]);
	});

	it("takes several sources, compressed ones too", async () => {
		const { tempSize, ...counts } = await dedupeFile([gzipped, list], target, { memory: 2 ** 24, temp: folder });
		const { text, unique, rejects } = expected(LIST + LIST);
		expect(counts).toEqual({ lines: 2 * LINES.length, unique, duplicates: 2 * LINES.length - unique - rejects, rejects });
		expect(tempSize).toBeGreaterThan(LIST.length);
		expect(readFileSync(target, "utf8")).toBe(text);
	});

	it("keeps the last of equivalent lines, or the preferred one, as the command line does", async () => {
		const lines = [
			"http://a.example/x",
			"https://www.a.example/x",
			"https://a.example/x",
			"http://b.example/",
			"HTTP://b.example",
		];
		const source = path("choice.txt");
		writeFileSync(source, `${lines.join("\n")}\n`);
		const rules = { policy: { policy: "p@1", base: "crawl@1", key: { scheme: "https", www: "drop" } } } as const;
		const kept = async (options: DedupeFileOptions) => {
			await dedupeFile(source, target, options);
			return readFileSync(target, "utf8").trimEnd().split("\n");
		};
		expect(await kept({ keep: "last", print: "original" })).toEqual([...lines.slice(0, 3), lines[4]]);
		expect(await kept({ ...rules, prefer: ["https", "shortest"], print: "original" })).toEqual([lines[2], lines[4]]);
		expect(await kept({ ...rules, prefer: ["https", "www"] })).toEqual([lines[1], "http://b.example/"]);
		const args = ["dedupe", "--quiet", "--memory", "16M", "--print", "original", "--keep", "last", list];
		expect(
			await kept({ keep: "last", print: "original" }).then(() => dedupeFile(list, target, { keep: "last", print: "original" })),
		).toMatchObject({
			lines: LINES.length,
		});
		expect(readFileSync(target, "utf8")).toBe(run(args).stdout);
	});

	it("refuses a choice between lines that are written alike, and unknown words", async () => {
		for (const [options, sentence] of [
			[{ prefer: ["https"] }, 'requires "print": "original"'],
			[{ prefer: ["https"], print: "key" }, "equivalent lines have one key"],
			[{ prefer: ["tall"] }, "must be an array of different words"],
			[{ prefer: ["www", "no-www"] }, 'must not have both "www" and "no-www"'],
			[{ keep: "newest" }, "keep"],
		] as const)
			await expect(dedupeFile(list, target, options as never)).rejects.toMatchObject({
				code: "invalid-option",
				message: expect.stringContaining(sentence),
			});
		expect(readFileSync(target, "utf8")).toBe("old\n");
	});

	it("refuses a file that is no list, unless the option binary is given", async () => {
		const source = path("nul.txt");
		writeFileSync(source, "http://a/\n\0\n");
		const sentence = `Cannot read ${source}: it is binary data, with a NUL among its first 4096 bytes, not a list;`;
		await expect(dedupeFile(source, target)).rejects.toMatchObject({ message: expect.stringContaining(sentence) });
		expect(await dedupeFile(source, target, { binary: true })).toMatchObject({ lines: 2 });
		await expect(dedupeFile(source, target, { binary: "yes" as never })).rejects.toMatchObject({ code: "invalid-option" });
	});

	it("prints lines as they came, drops invalid lines and lists rejects", async () => {
		const source = path("few.txt");
		writeFileSync(source, "HTTP://a\r\nhttp://a/\nhttp://[\n");
		await dedupeFile(source, target, { print: "original", invalid: "drop", rejects: path("rejects.tsv") });
		expect(readFileSync(target, "utf8")).toBe("HTTP://a\n");
		expect(readFileSync(path("rejects.tsv"), "utf8")).toBe("3\t7\tinvalid-ip-literal\thttp://[\n");
	});

	describe("under a profile or a policy", () => {
		const source = path("mixed.txt");
		const MIXED = [
			"\ufeffhttp://h/?b&a&ref=1",
			"http://h/?ref&a&b#c\r",
			"http://h:x/",
			"a\tb",
			"c\tb",
			"",
			"mailto:x@y",
			"http://bücher.de/?ref",
		];
		writeFileSync(source, `${MIXED.join("\n")}\n${LIST}${MIXED.join("\n")}`);
		const policy = { base: "whatwg", key: { query: { lists: ["own"], sort: "name" } } } as const;
		const lists = [{ name: "own", params: ["ref"], exempt: [] }];
		writeFileSync(path("policy.json"), JSON.stringify(policy));
		writeFileSync(path("own.json"), JSON.stringify({ format: "urlsieve-list@1", name: "own", params: ["ref"] }));

		const FORMS = [
			["normalized", "keep"],
			["fetch", "drop"],
			["key", "blank"],
			["original", "drop"],
		] as const;

		/** Output of the command line to a pipe, where it keeps the set in memory, and its summary. */
		function fromCommandLine(args: string[]) {
			const rejects = path("cli.tsv");
			const { stdout, stderr } = run(["dedupe", "--json", "--rejects", rejects, ...args, source, gzipped], "", "latin1");
			const { lines, unique, duplicates, rejects: count, notWeb } = JSON.parse(stderr);
			const counts = { lines, unique, duplicates, rejects: count, notWeb };
			return { text: stdout, counts, rejects: readFileSync(rejects, "latin1") };
		}

		it.each([
			["crawl@1", { profile: "crawl@1" }, ["--profile", "crawl@1"]],
			["surt@1", { profile: "surt@1" }, ["--profile", "surt@1"]],
			["whatwg@1, strict", { profile: "whatwg@1", strict: true }, ["--profile", "whatwg@1", "--strict"]],
			["rfc3986@1", { profile: "rfc3986@1" }, []],
			["a policy with a list", { policy, lists }, ["--policy", path("policy.json"), "--lists", path("own.json")]],
		] as const)("gives the same octets and counts as the command line: %s", async (name, rules, args) => {
			for (const [print, invalid] of everyNth(FORMS, 2, name.length)) {
				const rejects = path("rejects.tsv");
				const { tempSize, ...counts } = await dedupeFile([source, gzipped], target, { ...rules, print, invalid, rejects });
				const written = { text: readFileSync(target, "latin1"), counts, rejects: readFileSync(rejects, "latin1") };
				expect(written).toEqual(fromCommandLine([...args, "--print", print, "--invalid", invalid]));
				expect(tempSize).toBeGreaterThan(LIST.length);
			}
		});

		it("runs beside another run", async () => {
			const runs = ["one", "two", "three"].map((name) => dedupeFile([source, list], path(name), { policy, lists }));
			const [one, ...others] = await Promise.all(runs);
			expect(others).toEqual([one, one]);
			expect(readFileSync(path("two"))).toEqual(readFileSync(path("one")));
			expect(readFileSync(path("three"))).toEqual(readFileSync(path("one")));
		});

		it("ends by its signal while writing, and leaves the target as it was", async () => {
			const controller = new AbortController();
			const onProgress = ({ pass }: DedupeFileProgress) => void (pass === "writing" && controller.abort(new Error("enough")));
			const options = { profile: "crawl@1", signal: controller.signal, onProgress } as const;
			await expect(dedupeFile(source, target, options)).rejects.toThrow("enough");
			expect([readFileSync(target, "utf8"), leftovers()]).toEqual(["old\n", []]);
		});

		it("stops at the first invalid line under invalid: fail", async () => {
			const failed = { name: "UriError", code: "invalid-port", line: 3 };
			await expect(dedupeFile(source, target, { profile: "crawl@1", invalid: "fail" })).rejects.toMatchObject(failed);
			expect(readFileSync(target, "utf8")).toBe("old\n");
		});

		it("checks policies, lists, and options that exclude each other", async () => {
			const invalid = { name: "OptionError", code: "invalid-option" };
			await expect(dedupeFile(list, target, { profile: "crawl@1", level: "syntax" })).rejects.toMatchObject(invalid);
			await expect(dedupeFile(list, target, { policy, lists, edition: "1994" })).rejects.toMatchObject(invalid);
			await expect(dedupeFile(list, target, { policy, lists, profile: "crawl@1" })).rejects.toMatchObject(invalid);
			await expect(dedupeFile(list, target, { policy })).rejects.toMatchObject(invalid);
			await expect(dedupeFile(list, target, { lists })).rejects.toMatchObject(invalid);
			await expect(dedupeFile(list, target, { profile: "crawl@9" as "crawl@1" })).rejects.toMatchObject(invalid);
			const wrong = { key: { fragment: "x" } } as object;
			await expect(dedupeFile(list, target, { policy: wrong })).rejects.toMatchObject({ code: "invalid-policy" });
			expect([readFileSync(target, "utf8"), leftovers()]).toEqual(["old\n", []]);
		});
	});

	it("reports the passes in order, each up to its end", async () => {
		const seen: DedupeFileProgress[] = [];
		await dedupeFile(list, target, { onProgress: (progress) => seen.push(progress) });
		expect([...new Set(seen.map(({ pass }) => pass))]).toEqual(["reading", "comparing", "writing"]);
		for (const pass of ["reading", "writing"]) {
			expect(seen.filter((progress) => progress.pass === pass).at(-1)).toEqual({ pass, fraction: 1, lines: LINES.length });
		}
	});

	it.each(["reading", "comparing", "writing"])("ends by its signal while %s, and leaves the target as it was", async (at) => {
		const controller = new AbortController();
		const onProgress = ({ pass }: DedupeFileProgress) => void (pass === at && controller.abort(new Error("enough")));
		await expect(dedupeFile([list, list], target, { signal: controller.signal, onProgress })).rejects.toThrow("enough");
		expect(readFileSync(target, "utf8")).toBe("old\n");
		expect(leftovers()).toEqual([]);
	});

	it("does not begin if its signal is aborted", async () => {
		const signal = AbortSignal.abort(new Error("enough"));
		await expect(dedupeFile(list, target, { signal })).rejects.toThrow("enough");
	});

	it("finds a source that changes meanwhile", async () => {
		const source = path("changing.txt");
		writeFileSync(source, LIST);
		const onProgress = ({ pass }: DedupeFileProgress) =>
			void (pass === "comparing" && writeFileSync(source, `${LIST}http://more`));
		await expect(dedupeFile(source, target, { onProgress })).rejects.toMatchObject({ name: "FileError", code: "input-changed" });
		expect(readFileSync(target, "utf8")).toBe("old\n");
	});

	it("throws FileError for files that cannot be used", async () => {
		const failed = { name: "FileError", code: "file-failed" };
		await expect(dedupeFile(path("missing.txt"), target)).rejects.toMatchObject({ ...failed, path: path("missing.txt") });
		await expect(dedupeFile(list, list)).rejects.toMatchObject(failed);
		await expect(dedupeFile(list, target, { rejects: target })).rejects.toMatchObject(failed);
		await expect(dedupeFile(list, folder)).rejects.toMatchObject(failed);
		await expect(dedupeFile(list, join(folder, "none", "x"))).rejects.toMatchObject(failed);
		await expect(dedupeFile(list, target, { temp: path("none") })).rejects.toMatchObject(failed);
		symlinkSync(list, path("link"));
		await expect(dedupeFile(list, path("link"))).rejects.toMatchObject(failed);
		expect(readFileSync(target, "utf8")).toBe("old\n");
		expect(leftovers()).toEqual([]);
	});

	it("checks its arguments", async () => {
		const invalid = { name: "OptionError", code: "invalid-option" };
		await expect(dedupeFile(list, target, { memory: 1 })).rejects.toMatchObject(invalid);
		await expect(dedupeFile(list, target, { memory: Number.NaN })).rejects.toMatchObject(invalid);
		await expect(dedupeFile(list, target, { print: "x" as "original" })).rejects.toMatchObject(invalid);
		await expect(dedupeFile(list, target, { memoryy: 1 } as object)).rejects.toMatchObject(invalid);
		await expect(dedupeFile(1 as unknown as string, target)).rejects.toMatchObject({ code: "invalid-input" });
		await expect(dedupeFile(list, undefined as unknown as string)).rejects.toMatchObject({ code: "invalid-input" });
		await expect(dedupeFile(list, target, { invalid: "fail" })).rejects.toMatchObject({ code: "invalid-scheme", line: 4 });
	});

	it("writes an empty file for no sources, and for empty ones", async () => {
		writeFileSync(path("empty.txt"), "");
		expect(await dedupeFile([], path("none.txt"))).toMatchObject({ lines: 0, unique: 0 });
		expect(await dedupeFile(path("empty.txt"), target)).toMatchObject({ lines: 0, unique: 0 });
		expect([existsSync(path("none.txt")), readFileSync(target, "utf8")]).toEqual([true, ""]);
	});
});
