/** `urlsieve learn`: from files of rows to a policy that other commands read. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { run, useFolder } from "../cli/command";
import { FETCHES, FORMATS, SITES } from "../support/learn-fetches";

const { path, write, shell } = useFolder();

const CSV = write("rows.csv", FORMATS.csv(FETCHES));
const NAMES = ["evidence.json", "learned.json", "policy.json"];

let made = 0;
const newFolder = () => path(`rules-${++made}`);
const filesIn = (folder: string) => readdirSync(folder).sort();
const textsIn = (folder: string) => NAMES.map((name) => readFileSync(join(folder, name), "utf8"));

/** Learns into a new directory. Returns it. */
function learn(...args: string[]): string {
	const into = newFolder();
	const { status, stderr } = run(["learn", ...args, "-o", into]);
	expect([status, stderr]).toEqual([0, expect.stringMatching(/^urlsieve learn: [\d,]+ rows, [\d,]+ count, /)]);
	expect(filesIn(into)).toEqual(NAMES);
	return into;
}

describe("urlsieve learn", () => {
	it("writes a policy by which dedupe merges the pages, with --reach everywhere on sites that nobody has seen, too", () => {
		const into = learn("--reach", "everywhere", CSV);
		const urls = ["a.test", "site3.example"].flatMap((host) =>
			["id=1", "id=1&ref=7", "ref=8&id=1", "id=2"].map((query) => `http://${host}/view?${query}`),
		);
		const list = write("fresh.txt", `${urls.join("\n")}\n`);
		const rules = ["--policy", join(into, "policy.json"), "--lists", join(into, "learned.json")];
		const { stdout } = run(["dedupe", "--quiet", ...rules, list]);
		expect(stdout).toBe([0, 3, 4, 7].map((index) => `${urls[index]}\n`).join(""));
		expect(run(["explain", ...rules, urls[1] as string]).stdout).toMatch(/learned/);
	});

	it("writes the same files from every format, order, compression and number of files", () => {
		const expected = textsIn(learn(CSV));
		for (const [format, textOf] of Object.entries(FORMATS)) {
			const file = write(`rows.${format}`, textOf([...FETCHES].reverse()));
			expect([format, textsIn(learn("--format", format, file))]).toEqual([format, expected]);
		}
		const halves = [FETCHES.slice(0, 500), FETCHES.slice(500)].map((half) => gzipSync(FORMATS.jsonl(half)));
		const files = halves.map((half, index) => {
			writeFileSync(path(`half-${index}.jsonl.gz`), half);
			return path(`half-${index}.jsonl.gz`);
		});
		expect(textsIn(learn(...files))).toEqual(expected);
		expect(textsIn(learn(CSV, ...files))).toEqual(expected);
	});

	it("takes any digest: of rows whose digests are all equal it learns that nothing can be told", () => {
		const file = write("equal.csv", FORMATS.csv(FETCHES.map((fetch) => ({ ...fetch, digest: "7" }))));
		const into = newFolder();
		const { status, stderr } = run(["learn", file, "-o", into]);
		expect([status, stderr]).toEqual([0, expect.stringMatching(/nothing was learned: .* has the base policy/)]);
		expect(JSON.parse(readFileSync(join(into, "learned.json"), "utf8")).params).toEqual([]);
	});

	it.each([[], ["--reach", "host"]])("keeps a rule at its hosts, unless --reach is everywhere: %j", (...args) => {
		const { params } = JSON.parse(readFileSync(join(learn(...args, CSV), "learned.json"), "utf8"));
		expect(params.map(({ name }: { name: string }) => name)).toEqual(["ref"]);
		expect(params[0].hosts).toHaveLength(SITES);
		const everywhere = JSON.parse(readFileSync(join(learn("--reach", "everywhere", CSV), "learned.json"), "utf8"));
		expect(everywhere.params).toEqual([{ name: "ref" }]);
	});

	it("writes a report, as a page and as data", () => {
		const [page, data] = [path("report.html"), path("report.json")];
		learn("--report", page, CSV);
		learn("--report", data, CSV);
		expect(readFileSync(page, "utf8")).toMatch(/^<!doctype html>[\s\S]*param:ref/i);
		expect(JSON.parse(readFileSync(data, "utf8")).rules[0]).toMatchObject({ rule: "param:ref", reach: "crawl" });
	});

	it("takes the columns that the options name, by name or number", () => {
		const expected = textsIn(learn(CSV));
		const [header, ...rows] = FORMATS.csv(FETCHES).split("\n");
		expect(header).toBe("url,digest,status,time");
		const renamed = write("renamed.csv", ["address,sum,code,at", ...rows].join("\n"));
		const names = ["--url", "address", "--digest", "sum", "--status", "code", "--time", "at"];
		expect(textsIn(learn(...names, renamed))).toEqual(expected);
		const bare = write("bare.csv", rows.join("\n"));
		const numbers = ["--no-header", "--url", "1", "--digest", "2", "--status", "3", "--time", "4"];
		expect(textsIn(learn(...numbers, bare))).toEqual(expected);
	});

	it("prints what it did as JSON", () => {
		const { status, stdout, stderr } = run(["learn", "--json", CSV, "-o", newFolder()]);
		expect([status, stdout]).toEqual([0, ""]);
		const counts = { rows: FETCHES.length, fetches: FETCHES.length, rules: 1 };
		expect(JSON.parse(stderr)).toMatchObject({ command: "learn", ...counts, causes: {}, heldOut: expect.any(Object) });
	});

	it("reads standard input", () => {
		const { stderr } = shell("$URLSIEVE learn --format csv -o piped < rows.csv");
		expect(stderr).toMatch(/^urlsieve learn: /);
		expect(textsIn(path("piped"))).toEqual(textsIn(learn(CSV)));
	});
});
