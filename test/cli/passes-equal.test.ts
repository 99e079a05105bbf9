/**
 * Whichever way `dedupe` takes, it gives the same lines, rejects, log and counts: with the set in memory, in passes, with a little
 * memory or much, in several threads, from files, pipes and compressed files, under RFC 3986, a profile and a policy with a list.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { listOfDuplicates } from "../support/duplicates";
import { everyNth, size } from "../support/extent";
import { runOctets, useFolder } from "./command";

const { path, write, folder } = useFolder();

const POLICY = write("policy.json", JSON.stringify({ base: "whatwg", key: { query: { lists: ["own"], sort: "name" } } }));
const PARAMS = ["ref", "q", "fbclid", "utm_source", "utm_medium"];
const LIST = write("own.json", JSON.stringify({ format: "urlsieve-list@1", name: "own", params: PARAMS }));
const RULES = [
	["--profile", "rfc3986@1"],
	["--profile", "crawl@1"],
	["--policy", POLICY, "--lists", LIST],
];

const DATA = new URL("../../../shared/data/", import.meta.url);
const REAL = everyNth(["urls_100k_open.txt", "homepages.txt", "reddit_outbound_urls.txt.gz"], 3).map((name) =>
	fileURLToPath(new URL(name, DATA)),
);

interface Way {
	readonly name: string;
	readonly args: readonly string[];
	readonly input: "file" | "pipe" | "gzip";
	/** With a log, runs in passes have one thread, and copy a pipe as a whole. */
	readonly isLogged?: boolean;
	/** Whether to try it with a long list, which takes longer. */
	readonly isForLong?: boolean;
}

/** Octets of a long list: the set of one outgrows its share of 64M. */
const LONG = 2 ** 26;

const WAYS: readonly Way[] = [
	{ name: "in passes, with little memory and a log", args: ["--memory", "16M"], input: "file", isLogged: true, isForLong: true },
	{ name: "in passes, with much memory", args: ["--memory", "1G", "--threads", "1"], input: "file" },
	{ name: "in two threads", args: ["--memory", "16M", "--threads", "2"], input: "file" },
	{ name: "in three threads", args: ["--memory", "64M", "--threads", "3"], input: "file", isForLong: true },
	{ name: "from a pipe that is copied, with a log", args: ["--memory", "16M"], input: "pipe", isLogged: true },
	{ name: "from a pipe, with a set that may outgrow its share", args: ["--memory", "64M"], input: "pipe", isForLong: true },
	{ name: "from a compressed file, with a log", args: ["--memory", "32M"], input: "gzip", isLogged: true, isForLong: true },
	{ name: "in memory, in two threads, from a compressed file", args: ["--threads", "2"], input: "gzip", isLogged: true },
];

/** What every way has in common. */
interface Results {
	readonly status: number | null;
	readonly counts: { readonly [count: string]: unknown };
	/** SHA-256 of the lines, the rejects, and the log if there is one. */
	readonly digests: { readonly [output: string]: string | undefined };
}

/** Runs a way of deduplicating a list. Without `-o`, and so without passes, lines go through a pipe. */
function results(octets: Uint8Array, args: readonly string[], { input, isLogged = false }: Pick<Way, "input" | "isLogged">) {
	const files = { lines: path("lines"), rejects: path("rejects"), audit: path("audit") };
	for (const file of Object.values(files)) rmSync(file, { force: true });
	const source = { pipe: "-", file: path("list.txt"), gzip: path("list.gz") }[input];
	const outputs = ["--json", "--rejects", files.rejects, ...(isLogged ? ["--audit", files.audit] : [])];
	const isInMemory = !args.includes("--memory") && input === "pipe";
	const all = ["dedupe", ...args, ...outputs, ...(isInMemory ? [] : ["-o", files.lines, "--temp", folder]), source];
	const { status, stdout, stderr } = runOctets(all, input === "pipe" ? octets : "");
	const { lines, unique, duplicates, rejects, outputOctets, merges, tempOctets = 0 } = JSON.parse(stderr.toString());
	const digestOf = (file: string) => digest(readFileSync(file));
	const found: Results = {
		status,
		counts: { lines, unique, duplicates, rejects, outputOctets, ...(isLogged && { merges }) },
		digests: {
			lines: isInMemory ? digest(stdout) : digestOf(files.lines),
			rejects: digestOf(files.rejects),
			audit: isLogged ? digestOf(files.audit) : undefined,
		},
	};
	return { found, tempOctets: tempOctets as number };
}

function digest(octets: Uint8Array): string {
	return createHash("sha256").update(octets).digest("hex");
}

const COUNT = size(60_000, 20_000);
const GENERATED = `\ufeff${listOfDuplicates(COUNT, 31)}http://a/${"%7e".repeat(100_000)}\r\nhttp://last.example/A`;

/** What to read, and whether it is there. */
const LISTS: readonly (readonly [string, () => Uint8Array, boolean])[] = [
	["a generated list", () => new TextEncoder().encode(GENERATED), true],
	...REAL.map((file) => [basename(file), () => unpacked(file), existsSync(file)] as const),
];

function unpacked(file: string): Uint8Array {
	const octets = readFileSync(file);
	return file.endsWith(".gz") ? gunzipSync(octets) : octets;
}

describe.each(LISTS)("dedupe of %s", (_, read, isThere) => {
	const rows = RULES.map((rules, index) => [rules, index] as const);
	it.runIf(isThere).each(rows)("gives the same in all ways under %j", (rules, number) => {
		const octets = read();
		write("list.txt", octets);
		write("list.gz", gzipSync(octets, { level: 1 }));
		const logged = results(octets, rules, { input: "pipe", isLogged: true }).found;
		expect(logged.status).toBe(0);
		const { merges: _, ...counts } = logged.counts;
		const plain = { ...logged, counts, digests: { ...logged.digests, audit: undefined } };
		const ways = octets.length > LONG ? WAYS.filter(({ isForLong }) => isForLong) : WAYS;
		for (const { name, args, ...way } of everyNth(ways, 4, number)) {
			const { found, tempOctets } = results(octets, [...rules, ...args], way);
			expect({ name, ...found }).toEqual({ name, ...(way.isLogged ? logged : plain) });
			// Short lists stay in memory if their set fits its share.
			const mustSpill = args.includes("--memory") && (way.input !== "pipe" || way.isLogged || octets.length > LONG);
			expect([name, tempOctets > 0]).toEqual([name, mustSpill]);
		}
	});
});

describe("the generated list", () => {
	it("has rejects, duplicates and new lines under all rules", () => {
		for (const rules of RULES) {
			const { lines, unique, duplicates, rejects } = results(new TextEncoder().encode(GENERATED), rules, { input: "pipe" }).found
				.counts as { [count: string]: number };
			expect(lines).toBe(COUNT + 2);
			expect(Math.min(unique ?? 0, duplicates ?? 0, rejects ?? 0)).toBeGreaterThan(1000);
		}
	});
});

const BY_CLASS: readonly (readonly string[])[] = [
	["--count"],
	["--keep", "last"],
	["--count", "--keep", "last", "--print", "original", "--invalid", "drop"],
	["--count", "--invalid", "blank"],
];

describe("dedupe of the generated list by class", () => {
	const octets = new TextEncoder().encode(`${GENERATED}\n${"x".repeat(2 ** 24 + 2 ** 20)}\nHTTP://last.example/A`);

	// The lists of other tests have the same names.
	beforeAll(() => {
		write("list.txt", octets);
		write("list.gz", gzipSync(octets, { level: 1 }));
	});

	const rows = BY_CLASS.map((options, index) => [[...options, ...(RULES[index % RULES.length] ?? [])], index] as const);
	it.each(everyNth(rows, 2))("gives the same in all ways with %j", (options, number) => {
		const canLog = !options.includes("--keep");
		const logged = results(octets, options, { input: "pipe", isLogged: canLog }).found;
		const unlogged = results(octets, options, { input: "pipe" }).found;
		for (const { name, args, ...way } of everyNth(WAYS, 5, number)) {
			const isLogged = way.isLogged === true && canLog;
			const { found, tempOctets } = results(octets, [...options, ...args], { ...way, isLogged });
			expect({ name, ...found }).toEqual({ name, ...(isLogged ? logged : unlogged) });
			expect([name, tempOctets > 0]).toEqual([name, args.includes("--memory")]);
		}
	});
});
