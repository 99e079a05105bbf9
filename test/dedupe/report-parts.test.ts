/** What reports have in common: figures, tables with bars, lines, and the facts of a run, as markup. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { html } from "../../src/dedupe/report/markup";
import { bars, documentOf, factsOf, labelled, marked, section, totalsOf } from "../../src/dedupe/report/parts";

const document = () =>
	documentOf({
		subject: "what <was> merged",
		version: "1.2.3",
		date: "2026-01-01T00:00:00Z",
		totals: html`<p>totals</p>`,
		main: html`<p>main</p>`,
		facts: html`<p>facts</p>`,
	});

describe("a document", () => {
	it("has its title, its parts in order, and no referrer", () => {
		const page = document();
		expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="en" dir="ltr">\n<head>\n<meta charset="utf-8">\n/);
		expect(page).toContain("<title>urlsieve: what &lt;was&gt; merged</title>");
		expect(page).toContain('<meta name="referrer" content="no-referrer">');
		expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
		const body = /<body>[\s\S]*<\/footer>/.exec(page)?.[0];
		expect(body).toBe(`<body>
<header>
<h1>What &lt;was&gt; merged</h1>
<p class="muted">urlsieve 1.2.3, 2026-01-01T00:00:00Z</p>
<p>totals</p>
</header>
<main>
<p>main</p>
</main>
<footer>
<p>facts</p>
</footer>`);
		expect(page).toMatch(/<\/script>\n<\/body>\n<\/html>\n$/);
	});

	it("allows its own style sheet and script by their hashes", () => {
		const page = document();
		const [style, script] = ["style", "script"].map((name) => {
			const text = new RegExp(`<${name}>([\\s\\S]*)</${name}>`).exec(page)?.[1] as string;
			return createHash("sha256").update(text).digest("base64");
		});
		expect(page).toContain(
			`content="default-src 'none'; style-src 'sha256-${style}'; script-src 'sha256-${script}'; base-uri 'none'; form-action 'none'"`,
		);
		expect(page).toContain('document.getElementById("search")');
		expect(page).toContain(".item[hidden] { display: none; }");
	});
});

describe("figures", () => {
	it("show their share of all", () => {
		expect(totalsOf(3000, { lines: 3000 }, { unique: 1000, merged: 0 }).text).toBe(
			'<dl class="totals"><div><dt>lines</dt><dd>3,000</dd></div>' +
				'<div><dt>unique</dt><dd>1,000 <small class="muted">33.3 %</small></dd></div>' +
				'<div><dt>merged</dt><dd>0 <small class="muted">0.0 %</small></dd></div></dl>',
		);
	});

	it("have no share of nothing", () => {
		expect(totalsOf(0, {}, { unique: 0 }).text).toBe('<dl class="totals"><div><dt>unique</dt><dd>0</dd></div></dl>');
	});
});

describe("a section", () => {
	it("says that there is none of what it counts", () => {
		expect(section("Hosts", html`<i>`, 1).text).toBe("<section>\n<h2>Hosts</h2>\n<i>\n</section>\n");
		expect(section("Hosts", html`<i>`, 0).text).toBe('<section>\n<h2>Hosts</h2>\n<p class="muted">None.</p>\n</section>\n');
	});
});

describe("a table", () => {
	const widths = (...counts: number[]) => {
		const { text } = bars(
			["host", "duplicates"],
			counts.map((count) => [html`${`<${count}>`}`, count]),
		);
		return [...text.matchAll(/rect width="([^"]*)"/g)].map(([, width]) => width);
	};

	it("has a row for each name, with its count and a bar", () => {
		expect(bars(["host", "duplicates"], [[html`<i>`, 1500]]).text).toBe(
			'<table><thead><tr><th scope="col">host</th><th scope="col" class="number">duplicates</th><td class="bar"></td></tr></thead>\n' +
				'<tbody><tr><td><i></td><td class="number">1,500</td><td class="bar">' +
				'<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100.00" height="8"/></svg></td></tr>\n' +
				"</tbody></table>",
		);
	});

	it("has bars that are as long as their part of the greatest count", () => {
		expect(widths(1, 3, 2)).toEqual(["33.33", "100.00", "66.67"]);
		expect(widths(0.5)).toEqual(["50.00"]);
		expect(widths(0, 0)).toEqual(["0.00", "0.00"]);
		expect(widths()).toEqual([]);
	});
});

describe("a line", () => {
	it("has its kind and its label", () => {
		expect(labelled("kept", "line <1>", html`<mark>a</mark>`).text).toBe(
			'<div class="pair kept"><span class="muted">line &lt;1&gt;</span><code dir="ltr"><mark>a</mark></code></div>\n',
		);
	});

	it("has marks around what the other one lacks, and a sign if it goes on", () => {
		const pieces = [
			{ text: "a<", isOwn: false },
			{ text: "\u200b>", isOwn: true },
		];
		const markup = 'a&lt;<mark><i class="unseen">U+200B</i>&gt;</mark>';
		expect(marked(pieces, { text: "" }).text).toBe(markup);
		expect(marked(pieces, { text: "", isCut: true }).text).toBe(`${markup}<span class="muted"> …</span>`);
	});
});

describe("the facts of a run", () => {
	const commandOf = (...command: string[]) => /<code dir="ltr">(.*)<\/code>/.exec(factsOf(command, {}).text)?.[1];

	it("are listed by name, each with one value or several", () => {
		expect(factsOf(["urlsieve"], { level: "scheme", lists: ["<a>", "b"], none: [] }).text).toBe(
			'<h2>This run</h2>\n<dl class="facts"><dt>command</dt><dd><code dir="ltr">urlsieve</code></dd>\n' +
				'<dt>level</dt><dd><code dir="ltr">scheme</code></dd>\n' +
				'<dt>lists</dt><dd><code dir="ltr">&lt;a&gt;</code></dd><dd><code dir="ltr">b</code></dd>\n' +
				"<dt>none</dt>\n</dl>",
		);
	});

	it("have the command as a shell takes it", () => {
		expect(commandOf("a-z_0.9", "--x=@%+:,/")).toBe("a-z_0.9 --x=@%+:,/");
		expect(commandOf("", "a b", "$x", "a*", "!a")).toBe("&#39;&#39; &#39;a b&#39; &#39;$x&#39; &#39;a*&#39; &#39;!a&#39;");
		expect(commandOf("it's 'so'")).toBe("&#39;it&#39;\\&#39;&#39;s &#39;\\&#39;&#39;so&#39;\\&#39;&#39;&#39;");
	});
});
