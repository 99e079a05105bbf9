/** `learn --report` lists what there is room for, and counts the rest. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { run, useFolder } from "../cli/command";
import { longIt } from "../support/long-it";

const { path, write } = useFolder();

/** Learns from rows of URL and digest. Returns the report, which is a page unless it is "json". */
function reportOf(rows: readonly string[], format = "html"): string {
	const file = write("rows.csv", `url,digest\n${rows.join("\n")}\n`);
	const report = path(`report.${format}`);
	expect(run(["learn", "--quiet", "--holdout", "0", file, "-o", path("rules"), "--report", report]).status).toBe(0);
	return readFileSync(report, "utf8");
}

/** The page of the report as text. */
const textOf = (rows: readonly string[]) => reportOf(rows).replaceAll(/<[^>]*>/g, "");

/** Pages of a host, each without and with a parameter: the same, or another one. */
const pages = (host: string, name: string, isSame = true, count = 20) =>
	Array.from({ length: 2 * count }, (_, row) => {
		const url = `https://${host}/${name}/${row >> 1}${row % 2 ? `?${name}=${row}` : ""}`;
		return `${url},${host} ${name} ${isSame ? row >> 1 : row}`;
	});
const names = (count: number, start: string) => Array.from({ length: count }, (_, index) => `${start}${index}`);

longIt("counts rules and refused ones beyond the first 200", () => {
	const rows = [
		...names(203, "same").flatMap((name) => pages("a.com", name)),
		...names(207, "other").flatMap((name) => pages("a.com", name, false)),
	];
	const [text, data] = [textOf(rows), JSON.parse(reportOf(rows, "json"))];
	expect([data.rules.length, data.otherRules, data.refused.length, data.otherRefused]).toEqual([200, 3, 200, 7]);
	expect(text).toContain("and 3 rules that save less");
	expect(text).toContain("and 7 others");
});

it("names the first host of a rule, and how many others it has", () => {
	const hosts = names(9, "s").map((name) => `${name}.com`);
	const text = textOf([...pages("a.com", "one"), ...hosts.flatMap((host) => pages(host, "nine"))]);
	expect(text).toMatch(/param:one a\.com\d/);
	expect(text).toContain("s0.com and 8 other hosts");
});

it("counts sites without evidence by cause, with their share of the rows", () => {
	const once = Array.from({ length: 60 }, (_, row) => `https://s${row % 3}.org/${row},${row}`);
	const blind = Array.from({ length: 40 }, (_, row) => `https://b.org/${row},shell`);
	const rows = [...pages("a.com", "ref", true, 100), ...once, ...blind];
	const [text, data] = [textOf(rows), JSON.parse(reportOf(rows, "json"))];
	expect(data.withoutEvidence.causes).toEqual({
		once: { sites: 3, rows: 60, share: 0.2 },
		blind: { sites: 1, rows: 40, share: 40 / 300 },
	});
	expect(text).toContain("3 sites, 60 fetches (20.0 %)");
	expect(text).toContain("no page was fetched twice");
});

it("shows octets of hostile rows as text", () => {
	const page = reportOf(pages("a.com", "<script>x</script>&lt;\u202e".replaceAll("/", "%2F")));
	expect(page.match(/<script/g)?.length ?? 0).toBeLessThanOrEqual(1);
	expect(page).not.toContain("\u202e");
});

it("counts names of parameters that are too many to be judged, as the summary does", () => {
	const named = names(3000, "n").map((name) => `https://a.com/${name}?${name}=1,${name}`);
	expect(textOf([...pages("a.com", "ref", true, 60), ...named])).toContain("1,977 parameter names");
	const { stderr } = run(["learn", path("rows.csv"), "-o", path("rules")]);
	expect(stderr).toContain("note: 1,977 parameter names are in too few URLs to be judged, and stay");
});
