/** The examples of the draft "Uniform Resource Locators", March 1994. Its sections have names, not numbers. Its "host [port]" is host:70 here. */
import { cited, type Document, equivalent, extract, kept, parse, type Row } from "./row";

const rows: readonly Row[] = [
	...[
		["type T", "Tgopher_selector%09search_string%09gopher+_string"],
		["a type 0 item", "0a_gopher_selector"],
		["a type 7 item", "7a_gopher_selector%09foobar"],
		["a Gopher+ type 0 item", "0a_gopher_selector%09%09some_gplus_stuff"],
		["attribute information", "0a_gopher_selector%09%09!"],
		["a Spanish PostScript representation", "0a_gopher_selector%09%09+application/postscript%20Es_ES"],
	].map(([row, path]) =>
		parse(
			"Gopher, overall summary and examples",
			`gopher://host:70/${path}`,
			{ scheme: "gopher", authority: "host:70", host: "host", port: "70", path: `/${path}` },
			row,
		),
	),
	...[
		"+",
		"!",
		"$",
		"!+ABSTRACT",
		"!+ABSTRACT%20+SMELL",
		"+view_name%20language_name",
		"+application/postscript%20Es_ES",
		"%3F",
		"+%091%0D%0A+-1%0D%0Aask_item1_value%0D%0Aask_item2_value%0D%0A.%0D%0A",
		"+view_name%20language_name%091%0D%0A+-1%0D%0Aask_item1_value%0D%0Aask_item2_value%0D%0A.%0D%0A",
	].map((plus) => kept("Gopher", `gopher://host/0s%09%09${plus}`, plus)),
	equivalent("Mailto", "mailto:a%25b@host", "mailto:a%b@host", "syntax", "% requires conversion to %25"),
	parse("BNF, prosperoaddress", "prospero://host/name%001", { scheme: "prospero", authority: "host", path: "/name%001" }),
	kept("BNF, prosperoaddress", "prospero://host/name%001", "%00 stays"),
	parse("BNF, waisdoc", "wais://host/database/wtype/1=a;2=b;", {
		scheme: "wais",
		authority: "host",
		path: "/database/wtype/1=a;2=b;",
	}),
	extract(
		"Appendix, example",
		"Yes, Jim",
		"Yes, Jim, I found it under <ftp://ftp.w3.org/pub/www/doc> but\nyou can probably pick it up from <ftp://ds.internic.net/rfc>.",
		["ftp://ftp.w3.org/pub/www/doc", "ftp://ds.internic.net/rfc"],
	),
	parse("Appendix, example", "ftp://ftp.w3.org/pub/www/doc", { scheme: "ftp", authority: "ftp.w3.org", path: "/pub/www/doc" }),
	parse("Appendix, example", "ftp://ds.internic.net/rfc", { scheme: "ftp", authority: "ds.internic.net", path: "/rfc" }),
	cited("References", "Alberti", "ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol"),
	cited("References", "Berners-Lee", "ftp://ftp.w3.org/pub/www/doc/http-spec.txt"),
	cited("References", "Davis", "ftp://quake.think.com/pub/wais/doc/protspec.txt"),
	cited("References", "Kahle", "ftp://quake.think.com/pub/wais/doc/doc-ids.txt"),
	cited("References", "Kantor", "ftp://ds.internic.net/rfc/rfc977.txt"),
	cited("References", "Lynch", "wais://quake.think.com/wais-discussion-archives?lynch"),
	cited("References", "Mockapetris", "ftp://ds.internic.net/rfc/rfc1034.txt"),
	cited("References", "Neuman", "ftp://prospero.isi.edu/pub/prospero/oir.ps"),
	cited("References", "Postel", "ftp://ds.internic.net/rfc/rfc959.txt"),
	cited("References", "Yeong", "ftp://uu.psi.com/wp/nir.txt"),
];

export const draft1994: Document = { name: "draft of March 1994", edition: "1994", rows };
