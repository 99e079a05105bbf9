/** `extractMarkup`: references of HTML and XML, with character references decoded. */

import { extractMarkup, type MarkupOptions } from "urlsieve/text";
import { describe, expect, it } from "vitest";

const texts = (markup: string, format?: MarkupOptions["format"]) => extractMarkup(markup, { format }).map(({ text }) => text);

const SITEMAP =
	'<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"' +
	' xsi:schemaLocation="http://s.example/a http://s.example/a.xsd">' +
	"<url><loc> http://h/?q=rust&amp;page=2\n</loc><i:loc><![CDATA[http://h/i?a&amp;b]]></i:loc><x>http://h/no</x></url></urlset>";

describe("references of markup", () => {
	it.each<[string, MarkupOptions["format"], string, string[]]>([
		["named, decimal and hexadecimal ones", "html", '<a href="http://h/?a&amp;b&#38;c&#x26;d">', ["http://h/?a&b&c&d"]],
		[
			"those of HTML without a semicolon",
			"html",
			"<p>http://h/?a&ampb</p><a href='http://h/?a&ampb&amp'>",
			["http://h/?a&b", "http://h/?a&ampb&"],
		],
		["those of HTML in XML as they are", "xml", "<p>http://h/?a&eacute;</p>", ["http://h/?a&eacute"]],
		["delimiters of text, after decoding", "html", "<p>see &lt;http://h/a&gt; or &quot;x-y:b&quot;</p>", ["http://h/a", "x-y:b"]],
		["values without quotes", "html", "<a href=http://h/?a&amp;b=1>", ["http://h/?a&b=1"]],
		["values with line breaks and quotes", "html", "<a href=' http://h/\n&quot;a '>", ['http://h/"a']],
		[
			"any scheme where a value is a reference, and only there",
			"html",
			'<a href="x-y:a" class="sm:flex" title="see http://h/t.">',
			["x-y:a", "http://h/t"],
		],
		["no relative references", "html", '<a href="/a"><img src="b.png">', []],
		[
			"nothing of comments, document types and instructions",
			"xml",
			'<?x http://h/1?><!DOCTYPE a SYSTEM "http://h/2" [<!ENTITY e "http://h/3">]><!-- http://h/4 --><a/>',
			[],
		],
		[
			"scripts as they are",
			"html",
			'<script>u = "http://h/?a&amp;b"; if (a<b) v = "http://h/c"</script>',
			["http://h/?a&amp;b", "http://h/c"],
		],
		["no names of namespaces and schemas", "xml", SITEMAP, ["http://h/?q=rust&page=2", "http://h/i?a&amp;b", "http://h/no"]],
		["of a sitemap, what loc contains, and no images", "sitemap", SITEMAP, ["http://h/?q=rust&page=2"]],
		[
			"of a sitemap with a prefix, what its loc contains",
			"sitemap",
			"<!-- <a> --><s:sitemapindex xmlns:s='x' xmlns:video='y'><s:loc><![CDATA[http://h/i?a&amp;b]]></s:loc><video:player_loc>http://h/v</video:player_loc><loc>http://h/w</loc></s:sitemapindex>",
			["http://h/i?a&amp;b"],
		],
		[
			"links of a feed",
			"xml",
			'<feed><link href="http://h/?a&#38;b"/><id>tag:h,2026:1</id></feed>',
			["http://h/?a&b", "tag:h,2026:1"],
		],
		["what is unfinished", "html", '<a href="http://h/1', []],
		["what follows a stray delimiter", "html", 'a < b <http://h/2> <a "href="http://h/3">', ["http://h/2", "http://h/3"]],
	])("are %s", (_, format, markup, expected) => {
		expect(texts(markup, format)).toEqual(expected);
	});

	it("have the indices of the markup", () => {
		const markup = "<p>&amp;&#38; http://h/?a&amp;b, http://h/c</p><a href=' x:&amp;'>";
		expect(extractMarkup(markup).map(({ start, end }) => markup.slice(start, end))).toEqual([
			"http://h/?a&amp;b",
			"http://h/c",
			"x:&amp;",
		]);
	});
});
