/** Markup of a report: text never becomes markup, and what cannot be seen is shown. */
import { describe, expect, it } from "vitest";
import { html, Markup, visible } from "../../src/dedupe/report/markup";

describe("a template of markup", () => {
	it("escapes the characters of markup in text, each time", () => {
		expect(html`<p title="${`"'`}">${"<b>&amp;</b><b>"}</p>`.text).toBe(
			'<p title="&quot;&#39;">&lt;b&gt;&amp;amp;&lt;/b&gt;&lt;b&gt;</p>',
		);
	});

	it("takes numbers, markup and lists of markup as they are", () => {
		expect(html`${0}|${html`<i>`}|${[html`<b>`, new Markup("&")]}|${[]}|`.text).toBe("0|<i>|<b>&||");
		expect(html``.text).toBe("");
		expect(html`plain`.text).toBe("plain");
	});
});

describe("visible text", () => {
	it.each([
		["a<b>&'\"", "a&lt;b&gt;&amp;&#39;&quot;"],
		["a b", "a b"],
		["a\u00a0b", 'a<i class="unseen">U+00A0</i>b'],
		["\t\u0000", '<i class="unseen">U+0009</i><i class="unseen">U+0000</i>'],
		["\u2028\u3000", '<i class="unseen">U+2028</i><i class="unseen">U+3000</i>'],
		["\u200b\u00ad\u{e0041}", '<i class="unseen">U+200B</i><i class="unseen">U+00AD</i><i class="unseen">U+E0041</i>'],
		["\u2800\u3164", '<i class="unseen">U+2800</i><i class="unseen">U+3164</i>'],
		["\u{10ffff}", '<i class="unseen">U+10FFFF</i>'],
		["\udcff\udc80", '<i class="unseen">FF</i><i class="unseen">80</i>'],
		["\u00e9\u20ac\u{1f600}", "\u00e9\u20ac\u{1f600}"],
		["", ""],
	])("of %j", (text, markup) => {
		expect(visible(text).text).toBe(markup);
	});
});
