/** The rows of --audit and the lines of --count and --keep, which are written in bulk: as a literal reading of the list has them. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { random } from "../../bench/lists/random.mjs";
import { run, useFolder } from "./command";

const { path, write } = useFolder();
const read = (name: string) => readFileSync(path(name), "utf8");

describe("--audit", () => {
	it("has rows of lines that exceed its buffers, and of those after them", () => {
		const long = [0, 1, 2].map((index) => `http://h/${index}/${"y".repeat(3_000_000)}`);
		const tabs = `http://h/${"\t".repeat(600_000)}z`;
		const list = [...long, "http://h/a", tabs, ...long.map((line) => line.replace("http", "HTTP")), "http://h/a", tabs, ""].join(
			"\n",
		);
		run(["dedupe", "--audit", path("audit.tsv"), write("list.txt", list)]);
		const repeated = [
			...long.map((line, index) => `${line}\t${line.replace("http", "HTTP")}\tsyntax\t${index + 1}\t${index + 6}`),
		];
		const rest = ["http://h/a", tabs.replaceAll("\t", "%09")].map(
			(line, index) => `${line}\t${line}\tstring\t${index + 4}\t${index + 9}`,
		);
		expect(read("audit.tsv") === `${[...repeated, ...rest].join("\n")}\n`).toBe(true);
	});

	it("finds the kept lines of more duplicates than it holds at a time", () => {
		const below = random(7);
		const numbers = Array.from({ length: 500_000 }, () => below(30_000));
		run(["dedupe", "--audit", path("audit.tsv"), write("list.txt", numbers.map((number) => `http://h/${number}\n`).join(""))]);
		const first = new Map<number, number>();
		const rows = numbers.flatMap((number, line) => {
			const kept = first.get(number) ?? line;
			first.set(number, kept);
			return kept === line ? [] : [`http://h/${number}\thttp://h/${number}\tstring\t${kept + 1}\t${line + 1}\n`];
		});
		expect(read("audit.tsv") === rows.join("")).toBe(true);
	});
});
