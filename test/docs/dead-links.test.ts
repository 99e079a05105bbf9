/** The check of links in the site that `npm run docs` builds. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { deadLinks } from "../../build/dead-links.mjs";

const folder = mkdtempSync(join(tmpdir(), "urlsieve-site-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("names links to files and anchors that are not there, and no others", () => {
	mkdirSync(join(folder, "pages"));
	writeFileSync(join(folder, "pages", "a.html"), '<h2 id="here">a</h2> <a href="../b.html#top">b</a> <img src="lost.png">');
	const links = [
		"#",
		"#b",
		"#top",
		"pages/a.html#here",
		"pages/a.html#gone",
		"pages",
		"c.html",
		"https://example.com/",
		"mailto:a@b.c",
	];
	writeFileSync(join(folder, "b.html"), `<h1 id="top">b</h1> ${links.map((link) => `<a class="x" href="${link}">`).join("")}`);
	expect(deadLinks(folder).sort()).toEqual([
		"b.html: #b",
		"b.html: c.html",
		"b.html: pages",
		"b.html: pages/a.html#gone",
		"pages/a.html: lost.png",
	]);
});
