/** `urlsieve partition`: parts of a list, which appear all at once. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { partitionLines } from "urlsieve";
import { describe, expect, it } from "vitest";
import { run, runAlone, runWithFaults, useFolder } from "./command";

const { folder, path, write, shell, runHere } = useFolder();
const KEY = new Uint8Array(16);

/** Equivalent lines, lines that are one page by crawl@1, and lines that cannot be normalized. */
const LINES = Array.from({ length: 6000 }, (_, index) => {
	const name = `host-${index % 997}.example`;
	return [
		`http://${name}/a`,
		`HTTP://${name.toUpperCase()}:80/a?utm_source=${index}`,
		`https://${name}/%7e#${index}`,
		`http://[${index % 50}`,
	][index % 4] as string;
});
const LIST = write("list.txt", `${LINES.join("\n")}\n`);

let made = 0;
const newFolder = () => path(`parts-${++made}`);

/** Runs `partition` into a new directory. Returns the lines of its parts. */
function partition(...args: string[]): string[][] {
	const into = newFolder();
	const { status, stdout, stderr } = run(["partition", "--into", into, ...args]);
	expect([status, stdout, stderr]).toEqual([0, "", expect.stringMatching(/^urlsieve partition: [\d,]+ lines?, \d+ parts?, /)]);
	return partsIn(into);
}

function partsIn(into: string): string[][] {
	return readdirSync(into)
		.sort()
		.map((name, index) => {
			expect(name).toBe(`part-${String(index).padStart(4, "0")}.txt`);
			return readFileSync(join(into, name), "utf8").split("\n").slice(0, -1);
		});
}

/** Returns the files left in the folder of the tests. */
const leftovers = () => readdirSync(folder).filter((name) => name.startsWith(".urlsieve"));

describe("urlsieve partition", () => {
	it.each([
		[["--profile", "rfc3986@1"], 5],
		[["--profile", "rfc3986@1", "--threads", "2"], 2],
		[["--profile", "crawl@1"], 5],
		[["--profile", "crawl@1", "--engine", "js"], 2],
		[["--level", "syntax"], 4],
		[["--invalid", "drop"], 3],
	] as const)("%j: the parts without their duplicates are the list without its duplicates", (rules, count) => {
		const parts = partition("--parts", String(count), ...rules, LIST);
		expect(parts).toHaveLength(count);
		expect(Math.min(...parts.map((part) => part.length))).toBeGreaterThan(0);
		const dedupe = (input: string) =>
			run(["dedupe", "--quiet", ...rules], input)
				.stdout.split("\n")
				.slice(0, -1);
		const unique = parts.flatMap((part) => dedupe(`${part.join("\n")}\n`));
		expect(unique.sort()).toEqual(dedupe(`${LINES.join("\n")}\n`).sort());
	});

	it("makes the parts of partitionLines, in any form of the input", () => {
		const octets = readFileSync(LIST);
		const wanted = partitionLines(octets, { parts: 16, key: KEY }).parts.map((part) =>
			new TextDecoder().decode(part).split("\n").slice(0, -1),
		);
		expect(partition("--parts", "16", LIST)).toEqual(wanted);
		expect(partition("--parts", "16", write("list.gz", gzipSync(octets)))).toEqual(wanted);
		expect(partition("--parts", "16", write("crlf.txt", `\ufeff${LINES.join("\r\n")}`))).toEqual(wanted);
		const halves = [LINES.slice(0, 2999), LINES.slice(2999)].map((half, index) => write(`half-${index}`, half.join("\n")));
		expect(partition("--parts", "16", ...halves)).toEqual(wanted);
		const into = newFolder();
		expect(run(["partition", "--into", into, "--parts", "16"], octets).status).toBe(0);
		expect(partsIn(into)).toEqual(wanted);
	});

	it("takes another key from a file, which makes other parts", () => {
		const key = write(
			"key",
			Uint8Array.from({ length: 16 }, (_, index) => index),
		);
		const parts = partition("--parts", "4", "--key", key, LIST);
		expect(parts).not.toEqual(partition("--parts", "4", LIST));
		expect(parts).toEqual(
			partitionLines(readFileSync(LIST), { parts: 4, key: readFileSync(key) }).parts.map((part) =>
				new TextDecoder().decode(part).split("\n").slice(0, -1),
			),
		);
	});

	it("makes empty parts, and replaces an empty directory, whose mode it keeps", () => {
		const into = newFolder();
		mkdirSync(into, { mode: 0o750 });
		expect(run(["partition", "--into", into, "--parts", "3"]).status).toBe(0);
		expect([partsIn(into), statSync(into).mode & 0o777]).toEqual([[[], [], []], 0o750]);
	});

	it("lists rejects, also on standard output, and counts parts in its summary", () => {
		const text = "http://a\nhttp://[\nhttp://b\n";
		const into = newFolder();
		const ran = run(["partition", "--into", into, "--parts", "2", "--json", "--rejects", "-"], text);
		expect([ran.status, ran.stdout]).toEqual([0, "2\t7\tinvalid-ip-literal\thttp://[\n"]);
		expect(JSON.parse(ran.stderr)).toMatchObject({
			command: "partition",
			lines: 3,
			parts: 2,
			rejects: 1,
			outputOctets: text.length,
		});
		expect(partsIn(into).flat().sort()).toEqual(["http://[", "http://a", "http://b"]);
	});

	it("leaves nothing under --invalid fail", () => {
		const into = newFolder();
		const { status, stderr } = run(["partition", "--into", into, "--parts", "2", "--invalid", "fail"], "http://a\nhttp://[\n");
		expect([status, stderr]).toEqual([1, expect.stringMatching(/^urlsieve: line 2, byte 7: /)]);
		expect([existsSync(into), leftovers()]).toEqual([false, []]);
	});

	it.each([
		[["--parts", "2"], 2, "--into DIR is required; try: urlsieve partition --help"],
		[["--into", "new"], 2, "--parts N is required; try: urlsieve partition --help"],
		...["0", "1025", "x"].map(
			(parts) =>
				[
					["--into", "new", `--parts=${parts}`],
					2,
					`--parts must be an integer from 1 to 1024, not ${parts === "" ? "" : parts}; try: urlsieve partition --help`,
				] as const,
		),
		[["--into", "new", "--parts", "2", "-o", "out"], 2, /^Unknown option '-o'/],
		[["--into", "new", "--parts", "2", "--invalid", "blank"], 2, /^--invalid must be keep, drop or fail for parts, not blank; /],
		[["--into", "new", "--parts", "2", "--key", "list.txt"], 2, /^The key in list.txt must be 16 bytes long, not \d+; /],
		[["--into", "new", "--parts", "2", "--key", "none"], 3, "cannot read none: no such file"],
		[["--into", "new", "--parts", "2", "none"], 3, "cannot read none: no such file"],
		[["--into", "full", "--parts", "2"], 3, "cannot write full: it is not empty; remove it, or name a new directory"],
		[["--into", "list.txt", "--parts", "2"], 3, "cannot write list.txt: it is not a directory"],
		[["--into", "none/new", "--parts", "2"], 3, "cannot write none/new: the directory does not exist"],
		[["--into", "/dev/shm", "--parts", "2"], 3, /^cannot write \/dev\/shm: it is (?:a mount point|not empty)/],
		[
			["--into", "empty", "--parts", "2", "--rejects", "empty/bad.tsv"],
			2,
			/^--rejects must not be in empty, the directory of --into; /,
		],
		[["--into", "new", "--parts", "2", "--profile", "none@1"], 2, /^unknown profile "none@1"/],
	] as const)("refuses %j", (args, wanted, sentence) => {
		mkdirSync(path("full"), { recursive: true });
		writeFileSync(path("full/part-0007.txt"), "kept\n");
		mkdirSync(path("empty"), { recursive: true });
		const { status, stdout, stderr } = runHere(["partition", ...args], "http://a\n");
		expect([status, stdout, stderr.slice(0, 10), stderr.slice(10, -1)]).toEqual([
			wanted,
			"",
			"urlsieve: ",
			typeof sentence === "string" ? sentence : expect.stringMatching(sentence),
		]);
		expect([existsSync(path("new")), leftovers(), readdirSync(path("empty"))]).toEqual([false, [], []]);
		expect(readFileSync(path("full/part-0007.txt"), "utf8")).toBe("kept\n");
	});

	it("refuses the current directory, and more parts than files may be open", () => {
		expect(shell("mkdir here && cd here && $URLSIEVE partition --into . --parts 2 < /dev/null")).toMatchObject({
			status: 3,
			stderr: "urlsieve: cannot write .: it is the current directory; name a new one\n",
		});
		expect(shell("ulimit -n 100; $URLSIEVE partition --into many --parts 500 < /dev/null")).toMatchObject({
			status: 3,
			stderr:
				"urlsieve: cannot write many: too many files are open; each part is one: take fewer, or raise the limit with ulimit -n\n",
		});
		expect([existsSync(path("many")), leftovers()]).toEqual([false, []]);
	});

	it.each([
		["writeSync", "ENOSPC", "no space left on the device"],
		["renameSync", "EIO", "the device failed"],
	])("leaves nothing when %s fails", (call, code, reason) => {
		const into = newFolder();
		const { status, stderr } = runWithFaults(["partition", "--into", into, "--parts", "4", LIST], {
			fail: { call, at: 1, code },
		});
		expect([status, stderr]).toEqual([3, expect.stringMatching(new RegExp(`^urlsieve: cannot write .*: ${reason}\n$`))]);
		expect([existsSync(into), leftovers()]).toEqual([false, []]);
	});

	it("leaves a directory as it was when it is killed, and the next run removes the rest", () => {
		const into = newFolder();
		for (const [call, at] of [
			["openSync", 4],
			["writeSync", 3],
			["renameSync", 1],
		] as const) {
			const killed = runWithFaults(["partition", "--into", into, "--parts", "4", LIST], { kill: { call, at } });
			expect([killed.signal, existsSync(into), leftovers().length]).toEqual(["SIGKILL", false, 1]);
		}
		expect(runAlone(["partition", "--into", into, "--parts", "4", LIST]).status).toBe(0);
		expect([partsIn(into).flat().length, leftovers()]).toEqual([LINES.length, []]);
	});

	it("removes its files on SIGTERM", () => {
		const into = newFolder();
		const faults = { kill: { call: "writeSync", at: 1, signal: "SIGTERM" } };
		const many = write("many.txt", `${LINES.join("\n")}\n`.repeat(250));
		const { status } = runWithFaults(["partition", "--into", into, "--parts", "2", "--threads", "1", many], faults);
		expect([status, existsSync(into), leftovers()]).toEqual([143, false, []]);
	});

	it("lets one of two runs into a directory win", () => {
		const one = "$URLSIEVE partition --quiet --into raced --parts 3 list.txt";
		const { stdout } = shell(`(${one}; echo $?) 2>&1 & (${one}; echo $?) 2>&1 & wait`);
		expect(stdout.split("\n").sort().join("\n")).toMatch(
			/^\n0\n3\nurlsieve: cannot write raced: it is not empty; remove it, or name a new directory$/,
		);
		expect([partsIn(path("raced")).flat().length, leftovers()]).toEqual([LINES.length, []]);
	});
});
