/** The rows of --audit and the lines of --count and --keep, which are written in bulk: as a literal reading of the list has them. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { everyNth, size } from "../support/extent";
import { hostileList, random, rowsOf } from "../support/literal-merges";
import { run, useFolder } from "./command";

const { path, write } = useFolder();
const read = (name: string) => readFileSync(path(name), "utf8");

describe("--audit", () => {
	it.each(everyNth([1, 2, 3], 3))("has a row for each duplicate of a random list, seed %i", (seed) => {
		const list = hostileList(seed, 20_000);
		for (const threads of ["1", "2"]) {
			const ended = run(["dedupe", "--threads", threads, "--audit", path("audit.tsv"), write("list.txt", list)]);
			expect(ended.status).toBe(0);
			expect(read("audit.tsv") === rowsOf(list)).toBe(true);
		}
	});

	it("has rows of lines that exceed its buffers, and of those after them", () => {
		const long = [0, 1, 2].map((index) => `http://h/${index}/${"y".repeat(3_000_000)}`);
		const tabs = `http://h/${"\t".repeat(600_000)}z`;
		const list = [...long, "http://h/a", tabs, ...long.map((line) => line.replace("http", "HTTP")), "http://h/a", tabs, ""].join(
			"\n",
		);
		run(["dedupe", "--audit", path("audit.tsv"), write("list.txt", list)]);
		expect(read("audit.tsv") === rowsOf(list)).toBe(true);
	});

	it("finds the kept lines of more duplicates than it holds at a time", () => {
		const below = random(7);
		const list = Array.from({ length: size(700_000, 330_000) }, () => `http://h/${below(30_000)}\n`).join("");
		run(["dedupe", "--audit", path("audit.tsv"), write("list.txt", list)]);
		expect(read("audit.tsv") === rowsOf(list)).toBe(true);
	});
});
