/** Kernels that `dedupe` compiles, the memory that it takes, and when it goes to disk. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CLI, runAlone, runWithFaults, useFolder } from "./command";

const { path, write } = useFolder();

describe("kernels of dedupe", () => {
	const COUNT =
		"data:text/javascript,let count = 0; const { Module } = WebAssembly; process.on('exit', () => console.error(count));" +
		"WebAssembly.Module = function (octets) { count += 1; return new Module(octets); };";

	it("compiles only the core for a short list, and the kernel of stores for --seen", () => {
		const list = write("short.txt", "http://example.com/\n");
		for (const [args, count] of [
			[[], 1],
			[["--seen", path("short.seen")], 2],
			[["-o", path("short.txt.out")], 1],
		] as const) {
			const all = ["--import", COUNT, CLI, "dedupe", "--quiet", list, ...args];
			const { status, stderr } = spawnSync(process.execPath, all, { encoding: "utf8" });
			expect([status, stderr]).toEqual([0, `${count}\n`]);
		}
	});
});

describe("the memory of a run", () => {
	it("is that of the process, not of the one that started it", () => {
		const ballast = new Uint8Array(200 * 2 ** 20).fill(1);
		const list = write("ballast.txt", "http://example.com/\n");
		const { stderr } = runAlone(["dedupe", "--json", "--memory", "16M", "-o", path("ballast.out"), list]);
		expect(JSON.parse(stderr).peakMemory).toBeLessThan(ballast.length / 2);
	});

	it("hardly grows with the garbage of pipes and decompression", () => {
		const lines = Array.from({ length: 900_000 }, (_, index) => `http://example.com/${"path/".repeat(index % 12)}${index}\n`);
		const octets = new TextEncoder().encode(lines.join(""));
		const packed = write("large.gz", gzipSync(octets, { level: 1 }));
		const summaryOf = (input: string, piped: string | Uint8Array) =>
			JSON.parse(runAlone(["dedupe", "--json", "--memory", "16M", "-o", path("large.out"), input], piped).stderr);
		// The memory of Node.js itself differs by version and machine.
		const { peakMemory: least } = summaryOf("-", "http://example.com/\n");
		for (const [input, piped] of [["-", octets] as const, [packed, ""] as const]) {
			const { unique, peakMemory } = summaryOf(input, piped);
			expect(unique).toBe(900_000);
			expect(peakMemory - least).toBeLessThan(24 * 2 ** 20);
		}
	});

	// Only the size of the files counts, so that fewer lines may be longer.
	const digits = (index: number) => [1, 3, 5, 7].map((factor) => (Math.imul(index, 2654435761 * factor) >>> 0).toString(36));
	const words = Array.from({ length: 80_000 }, (_, index) => `${digits(index).join("")}${index * 7919}`);
	const list = write("packed.gz", gzipSync(words.map((word) => `http://h/${word}\n`.repeat(2)).join("")));

	it.each([
		[8 * 2 ** 20, true],
		[2 ** 30, false],
	])("with %d octets free, compressed files go to disk: %j", (free, isOnDisk) => {
		// Several of them: the set might need more than a quarter of it, or 16 MiB.
		const inputs = Array.from({ length: 5 }, () => list);
		const output = path("limited.txt");
		const { status, stderr } = runWithFaults(["dedupe", "--json", "-o", output, ...inputs], { free });
		const { tempOctets = 0, lines, unique } = JSON.parse(stderr);
		expect([status, lines, unique]).toEqual([0, 10 * words.length, words.length]);
		expect(tempOctets > 0).toBe(isOnDisk);
		expect(readFileSync(output, "utf8")).toBe(`${words.map((word) => `http://h/${word}`).join("\n")}\n`);
	});
});
