/** `urlsieve learn`: from files of rows to a policy that other commands read. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { run } from "../cli/command";
import { textsIn, useLearn } from "../support/learn-command";
import { FETCHES, FORMATS, SITES } from "../support/learn-fetches";

const { path, write, shell, newFolder, learned } = useLearn();
const CSV = write("rows.csv", FORMATS.csv(FETCHES));

describe("urlsieve learn", () => {
	let expected: readonly string[] = [];
	beforeAll(() => {
		expected = learned(CSV).texts;
	});

	it("writes a policy by which dedupe merges the pages, with --reach everywhere on sites that nobody has seen, too", () => {
		const { into } = learned("--reach", "everywhere", CSV);
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
		for (const [format, textOf] of Object.entries(FORMATS)) {
			const file = write(`rows.${format}`, textOf([...FETCHES].reverse()));
			expect([format, learned("--format", format, file).texts]).toEqual([format, expected]);
		}
		const halves = [FETCHES.slice(0, 500), FETCHES.slice(500)].map((half) => gzipSync(FORMATS.jsonl(half)));
		const files = halves.map((half, index) => {
			writeFileSync(path(`half-${index}.jsonl.gz`), half);
			return path(`half-${index}.jsonl.gz`);
		});
		expect(learned(...files).texts).toEqual(expected);
		expect(learned(CSV, ...files).texts).toEqual(expected);
	});

	it.each([[], ["--reach", "host"]])("keeps a rule at its hosts, unless --reach is everywhere: %j", (...args) => {
		const { params } = learned(...args, CSV);
		expect(params.map(({ name }) => name)).toEqual(["ref"]);
		expect(params[0]?.hosts).toHaveLength(SITES);
		const everywhere = learned("--reach", "everywhere", CSV);
		expect(everywhere.params).toEqual([{ name: "ref" }]);
	});

	it("writes a report, as a page and as data", () => {
		const [page, data] = [path("report.html"), path("report.json")];
		learned("--report", page, CSV);
		learned("--report", data, CSV);
		expect(readFileSync(page, "utf8")).toMatch(/^<!doctype html>[\s\S]*param:ref/i);
		expect(JSON.parse(readFileSync(data, "utf8")).rules[0]).toMatchObject({ rule: "param:ref", reach: "crawl" });
	});

	it("writes rules of hosts, paths and values that policy check accepts, dedupe obeys and the report names", () => {
		const pages = Array.from({ length: 60 }, (_, page) => page);
		const urls = (page: number) => [
			...[`https://m.h.example/${page}`, `https://h.example/${page}`],
			...[`https://p.example/Docs/${page};v=${page}`, `https://p.example/docs/${page};v=1`, `https://p.example/docs/${page}`],
			...[`https://v.example/${page}?page=1`, `https://v.example/${page}`],
		];
		const contentOf = (url: string) => `${new URL(url).host.replace(/^m\./, "")} ${/(\d+)(?:[?;].*)?$/.exec(url)?.[1]}`;
		const others = pages.map((page) => [`https://v.example/${page}?page=2`, `second ${page}`]);
		const rows = [...pages.flatMap(urls).map((url) => [url, contentOf(url)]), ...others];
		const file = write("more.csv", ["url,digest", ...rows.map((row) => row.join())].join("\n"));
		const report = path("more.html");
		const { into, evidence } = learned("--report", report, file);
		const rules = evidence.rules.map(({ rule }: { rule: string }) => rule);
		expect(rules.toSorted()).toEqual(["hostAlias:m.h.example=h.example", "pathCase", "pathParam:v", "value:page=1"]);
		for (const rule of rules) expect(readFileSync(report, "utf8")).toContain(`<code>${rule}</code>`);
		const files = [join(into, "policy.json"), "--lists", join(into, "learned.json")];
		expect(run(["policy", "check", ...files]).status).toBe(0);
		const list = write("more.txt", [...urls(100), "https://v.example/100?page=2"].map((url) => `${url}\n`).join(""));
		const { stdout } = run(["dedupe", "--quiet", "--policy", ...files, list]);
		expect(
			stdout
				.trim()
				.split("\n")
				.map((url) => new URL(url).host),
		).toEqual(["m.h.example", "p.example", "v.example", "v.example"]);
	});

	it("takes the columns that the options name, by name or number", () => {
		const [header, ...rows] = FORMATS.csv(FETCHES).split("\n");
		expect(header).toBe("url,digest,status,time");
		const renamed = write("renamed.csv", ["address,sum,code,at", ...rows].join("\n"));
		const names = ["--url", "address", "--digest", "sum", "--status", "code", "--time", "at"];
		expect(learned(...names, renamed).texts).toEqual(expected);
		const bare = write("bare.csv", rows.join("\n"));
		const numbers = ["--no-header", "--url", "1", "--digest", "2", "--status", "3", "--time", "4"];
		expect(learned(...numbers, bare).texts).toEqual(expected);
	});

	it("prints its summary as JSON", () => {
		const { status, stdout, stderr } = run(["learn", "--json", CSV, "-o", newFolder()]);
		expect([status, stdout]).toEqual([0, ""]);
		const counts = { rows: FETCHES.length, fetches: FETCHES.length, rules: 1 };
		expect(JSON.parse(stderr)).toMatchObject({ command: "learn", ...counts, causes: {}, heldOut: expect.any(Object) });
	});

	it("reads standard input", () => {
		const { stderr } = shell("$URLSIEVE learn --format csv -o piped < rows.csv");
		expect(stderr).toMatch(/^urlsieve learn: /);
		expect(textsIn(path("piped"))).toEqual(expected);
	});
});
