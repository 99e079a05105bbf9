/** The page of a report: what each section tells of the data. */
import { describe, expect, it } from "vitest";
import type { ReportData } from "../../src/dedupe/report/merge-report";
import { reportPage } from "../../src/dedupe/report/page";

const EMPTY: ReportData = {
	version: "1.2.3",
	command: ["urlsieve", "dedupe"],
	date: "2026-01-01T00:00:00Z",
	rules: { identity: "rfc3986@1", lists: ["a", "b"] },
	lines: 10,
	unique: 6,
	duplicates: 3,
	rejects: 1,
	merges: {},
	hosts: [],
	otherHosts: 0,
	hostError: 0,
	sizes: [],
	largest: [],
	rejected: [],
	sample: [],
};

/** The markup of a section, without its heading. */
function sectionOf(title: string, data: Partial<ReportData>): string {
	const [, content] = new RegExp(`<h2>${title}</h2>\\n([\\s\\S]*?)\\n</section>`).exec(reportPage({ ...EMPTY, ...data })) ?? [];
	return content as string;
}

/** The cells of its rows. */
const rowsOf = (title: string, data: Partial<ReportData>) =>
	[...sectionOf(title, data).matchAll(/<tr><td>(.*?)<\/td><td class="number">(.*?)<\/td>/g)].map(([, name, count]) => [
		name,
		count,
	]);

const totals = (data: Partial<ReportData>) =>
	[...reportPage({ ...EMPTY, ...data }).matchAll(/<div><dt>(.*?)<\/dt><dd>(.*?)<\/dd><\/div>/g)].map(([, name, count]) => [
		name,
		count?.replaceAll(/<[^>]*>/g, ""),
	]);

describe("the top of the page", () => {
	it("tells what was merged, of how many lines", () => {
		expect(reportPage(EMPTY)).toContain('<h1>What was merged</h1>\n<p class="muted">urlsieve 1.2.3, 2026-01-01T00:00:00Z</p>');
		expect(totals({})).toEqual([
			["lines read", "10"],
			["unique", "6 60.0 %"],
			["merged", "3 30.0 %"],
			["rejected", "1 10.0 %"],
		]);
	});

	it("counts the rows of a table, with those that have no reference", () => {
		const { lines: _, ...table } = { ...EMPTY, rows: 20, empty: 10 };
		const page = reportPage(table);
		expect(page).toContain("<dt>rows read</dt><dd>20</dd>");
		expect(page).toContain('<dt>empty</dt><dd>10 <small class="muted">50.0 %</small></dd>');
		expect(page).toContain('<dt>unique</dt><dd>6 <small class="muted">30.0 %</small></dd>');
	});

	it("ends with the command, the rules, the version and the date", () => {
		expect(
			[...reportPage(EMPTY).matchAll(/<dt>(\w+)<\/dt>(<dd><code.*)/g)].map(([, name, values]) => [
				name,
				values?.replaceAll(/<[^>]*>/g, "|"),
			]),
		).toEqual([
			["command", "||urlsieve dedupe||"],
			["identity", "||rfc3986@1||"],
			["lists", "||a||||b||"],
			["version", "||1.2.3||"],
			["date", "||2026-01-01T00:00:00Z||"],
		]);
	});

	it("says for each section that there is nothing to tell", () => {
		const headings = [...reportPage(EMPTY).matchAll(/<h2>(.*)<\/h2>\n<p class="muted">None\.<\/p>/g)].map(([, title]) => title);
		expect(headings).toEqual([
			"Merges by level or rule",
			"Merges by host",
			"Sizes of classes",
			"Rejects by code",
			"Largest classes",
			"Sample of merges",
		]);
	});
});

describe("reasons", () => {
	const TITLE = "Merges by level or rule";

	it("come with the greatest count first, and what a level means", () => {
		const merges = { string: 1, syntax: 2, scheme: 3, "-": 4, "fragment+tracking@1:gclid": 5, constructor: 6 };
		expect(rowsOf(TITLE, { merges })).toEqual([
			['<code>constructor</code> <span class="muted"></span>', "6"],
			['<code>fragment + tracking@1:gclid</code> <span class="muted"></span>', "5"],
			['<code>-</code> <span class="muted">kept by an earlier run, in the file of --seen</span>', "4"],
			[
				'<code>scheme</code> <span class="muted">equal after scheme-based normalization (§6.2.3): default ports, empty paths</span>',
				"3",
			],
			[
				'<code>syntax</code> <span class="muted">equal after syntax-based normalization (§6.2.2): case, percent-encoding, dot segments</span>',
				"2",
			],
			['<code>string</code> <span class="muted">equal byte by byte (RFC 3986 §6.2.1)</span>', "1"],
		]);
		expect(sectionOf(TITLE, { merges })).toContain('<th scope="col">reason</th><th scope="col" class="number">duplicates</th>');
	});

	it("beyond the first hundred are counted together", () => {
		const merges = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`r${index}`, 200 - index]));
		expect(rowsOf(TITLE, { merges: merges(100) })).toHaveLength(100);
		expect(rowsOf(TITLE, { merges: merges(101) }).slice(99)).toEqual([
			['<code>r99</code> <span class="muted"></span>', "101"],
			["all other reasons", "100"],
		]);
	});
});

describe("hosts", () => {
	const TITLE = "Merges by host";
	const HOSTS = [
		{ host: "a<b", duplicates: 1000 },
		{ host: null, duplicates: 1 },
	];

	it("have a name or none, and those that are not listed are counted together", () => {
		const listed = [
			["<code>a&lt;b</code>", "1,000"],
			["no host", "1"],
		];
		expect(rowsOf(TITLE, { hosts: HOSTS })).toEqual(listed);
		expect(rowsOf(TITLE, { hosts: HOSTS, otherHosts: 1 })).toEqual([...listed, ["all other hosts", "1"]]);
		expect(sectionOf(TITLE, { hosts: HOSTS })).toContain("host of what is kept, as written");
	});

	it("say how wrong their counts may be", () => {
		expect(sectionOf(TITLE, { hosts: HOSTS })).not.toContain("Counts may");
		expect(sectionOf(TITLE, { hosts: HOSTS, hostError: 1 })).toMatch(/<p class="muted">Counts may be too low by up to 1\.<\/p>$/);
	});
});

describe("classes", () => {
	const sizes = [
		{ from: 2, to: 2, classes: 7 },
		{ from: 1000, to: 9999, classes: 5 },
		{ from: 10_000, to: null, classes: 1 },
	];

	it("are counted by ranges of sizes", () => {
		expect(rowsOf("Sizes of classes", { sizes })).toEqual([
			["2", "7"],
			["1,000 to 9,999", "5"],
			["10,000 or more", "1"],
		]);
		expect(sectionOf("Sizes of classes", { sizes })).toContain('>equivalent lines</th><th scope="col" class="number">classes<');
		expect(sectionOf("Sizes of classes", { sizes, rows: 1 })).toContain(">equivalent rows<");
	});

	it("show what is kept, and each spelling", () => {
		const duplicates = [
			{ text: "b<", count: 1 },
			{ text: "c", count: 2, isCut: true as const },
		];
		const large = { size: 1004, kept: { line: 1234, text: "a" }, duplicates, others: 0 };
		const item = sectionOf("Largest classes", { largest: [large] });
		expect(item).toBe(`<ol><li class="item"><p>1,004 lines</p>
<div class="pair "><span class="muted">kept, line 1,234</span><code dir="ltr">a</code></div>
<div class="pair "><span class="muted">1 time</span><code dir="ltr">b&lt;</code></div>
<div class="pair "><span class="muted">2 times</span><code dir="ltr">c<span class="muted"> …</span></code></div>
</li>
</ol>`);
		const others = sectionOf("Largest classes", { largest: [{ ...large, others: 1001 }], rows: 1 });
		expect(others).toContain("<p>1,004 rows</p>");
		expect(others).toContain("kept, row 1,234<");
		expect(others).toContain('<p class="muted">and 1,001 others</p></li>');
	});
});

describe("rejects", () => {
	it("have their code, how many there are, and examples", () => {
		const rejected = [{ code: "invalid-port", count: 1500, examples: [{ line: 1007, text: "<x" }] }];
		expect(sectionOf("Rejects by code", { rejected })).toBe(`<ul><li class="item"><p><code>invalid-port</code> 1,500</p>
<div class="pair "><span class="muted">line 1,007</span><code dir="ltr">&lt;x</code></div>
</li>
</ul>`);
		expect(sectionOf("Rejects by code", { rejected, rows: 1 })).toContain(">row 1,007<");
	});
});

describe("the sample", () => {
	const TITLE = "Sample of merges";
	const dropped = { line: 2000, text: "HTTP://a" };

	it("says of how many duplicates it is, and can be searched", () => {
		const section = sectionOf(TITLE, {
			duplicates: 1300,
			sample: [{ reason: "a+b", kept: { line: 1, text: "http://a" }, dropped }],
		});
		expect(section).toContain(
			'<p class="muted">1 of 1,300 duplicates, chosen at random for each reason. What the other line lacks is underlined.</p>',
		);
		expect(section).toContain(
			'<label class="search" hidden>Search for words in lines and reasons <input id="search" type="search"',
		);
		expect(section).toContain('<p id="found" class="muted" role="status"></p><ul id="sample">');
		expect(section).toContain(`<li class="item"><p><code>a + b</code></p>
<div class="pair kept"><span class="muted">kept, line 1</span><code dir="ltr"><mark>http</mark>://a</code></div>
<div class="pair dropped"><span class="muted">dropped, line 2,000</span><code dir="ltr"><mark>HTTP</mark>://a</code></div>
</li>`);
	});

	it("has the dropped line alone if an earlier run kept the other one", () => {
		const section = sectionOf(TITLE, { sample: [{ reason: "-", dropped: { ...dropped, isCut: true } }], rows: 1 });
		expect(section).toContain(`<p><code>-</code></p>
<div class="pair dropped"><span class="muted">dropped, row 2,000</span><code dir="ltr">HTTP://a<span class="muted"> …</span></code></div>
</li>`);
	});
});
