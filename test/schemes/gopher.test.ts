/** The scheme gopher: RFC 1738 §3.4; draft of March 1994, "Gopher". */

import { formatScheme, type GopherPlus, type GopherRecord, gopherRequest } from "urlsieve/schemes";
import { describe, expect, it } from "vitest";
import { faultOf, parts, readFault, recordOf, writeFault } from "./rows";

const RECORD: GopherRecord = { scheme: "gopher", host: "host.dom", port: 70, type: "0", selector: "a_gopher_selector" };

const plusOf = (plus: string) => recordOf("gopher", `gopher://host.dom/0s%09%09${plus}`).gopherPlus;

describe("URL (RFC 1738 §3.4.1)", () => {
	it("defaults to port 70, type 1 and an empty selector", () => {
		const top = { scheme: "gopher", host: "host.dom", port: 70, type: "1", selector: "" };
		for (const uri of ["gopher://host.dom", "gopher://host.dom/", "gopher://host.dom/1"]) {
			expect(parts(uri)).toEqual(top);
			expect(formatScheme(recordOf("gopher", uri))).toBe("gopher://host.dom/");
		}
		expect(parts("gopher://host.dom:7070/0")).toMatchObject({ port: 7070, type: "0", selector: "" });
	});

	it("writes the type twice if the selector starts with a copy of it", () => {
		expect(parts("gopher://gopher.micro.umn.edu/00/Information%20About%20Gopher/About%20Gopher")).toMatchObject({
			type: "0",
			selector: "0/Information About Gopher/About Gopher",
		});
	});
});

describe("search and Gopher+ strings (RFC 1738 §3.4.2, §3.4.3)", () => {
	it("distinguishes an empty search string from an absent one", () => {
		expect(parts("gopher://host.dom/7e")).not.toHaveProperty("search");
		expect(parts("gopher://host.dom/7e%09")).toMatchObject({ selector: "e", search: "" });
		expect(parts("gopher://host.dom/7e%09foo%20bar")).toMatchObject({ search: "foo bar" });
	});

	it("distinguishes the forms of a Gopher+ string (draft, 'Summary: gopher+ string part of Gopher URL')", () => {
		expect(plusOf("%3F")).toEqual({ kind: "ask" });
		expect(plusOf("?")).toEqual({ kind: "ask" });
		expect(plusOf("+")).toEqual({ kind: "view" });
		expect(plusOf("!")).toEqual({ kind: "attributes", names: [] });
		expect(plusOf("$")).toEqual({ kind: "directoryAttributes", names: [] });
		expect(plusOf("!+ABSTRACT")).toEqual({ kind: "attributes", names: ["+ABSTRACT"] });
		expect(plusOf("$+ABSTRACT%20+SMELL")).toEqual({ kind: "directoryAttributes", names: ["+ABSTRACT", "+SMELL"] });
		expect(plusOf("+text/plain")).toEqual({ kind: "view", view: "text/plain" });
		expect(plusOf("+application/postscript%20Es_ES")).toEqual({
			kind: "view",
			view: "application/postscript",
			language: "Es_ES",
		});
		expect(plusOf("+%091%0D%0A+-1%0D%0Aone%0D%0Atwo%0D%0A.%0D%0A")).toEqual({ kind: "form", values: ["one", "two"] });
		expect(plusOf("+view_name%20language_name%091%0D%0A+-1%0D%0Aone%0D%0Atwo%0D%0A.%0D%0A")).toEqual({
			kind: "form",
			view: "view_name",
			language: "language_name",
			values: ["one", "two"],
		});
		expect(plusOf("+%091%0D%0A+-1%0D%0A.%0D%0A")).toEqual({ kind: "form", values: [] });
		expect(plusOf("+%091%0D%0A+-1%0D%0A%0D%0A.%0D%0A")).toEqual({ kind: "form", values: [""] });
		for (const text of ["some_gplus_stuff", "", "!!", "+a%20b%20c", "+a%20"]) {
			const kind = text === "!!" ? "attributes" : "other";
			expect([text, plusOf(text)?.kind]).toEqual([text, kind]);
		}
	});

	it("allows line ends only in a form (§6)", () => {
		expect(readFault("gopher://h/0s%09%09+%0D%0ADELE")).toBe("invalid-scheme-part gopher+_string path 20");
		expect(readFault("gopher://h/0s%09%09x%0a")).toBe("invalid-scheme-part gopher+_string path 20");
		expect(readFault("gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A.%0D%0AQUIT%0D%0A.%0D%0A")).toMatch(/gopher\+_string/);
		expect(readFault("gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aone%0D%0A")).toMatch(/gopher\+_string/);
		const plus = (gopherPlus: GopherPlus) => writeFault({ ...RECORD, gopherPlus });
		const fault = "invalid-scheme-part gopher+_string path 0";
		expect(plus({ kind: "form", values: ["a\r\nb"] })).toBe(fault);
		expect(plus({ kind: "form", values: ["a\nb"] })).toBe(fault);
		expect(plus({ kind: "form", values: ["."] })).toBe(fault);
		expect(plus({ kind: "other", text: "a\r\n" })).toBe(fault);
		expect(plus({ kind: "attributes", names: ["a b"] })).toBe(fault);
		expect(plus({ kind: "directoryAttributes", names: [""] })).toBe(fault);
		expect(plus({ kind: "view", view: "a\r\n" })).toBe(fault);
		expect(plus({ kind: "view", language: "Es_ES" })).toBe(fault);
	});
});

describe("gopherRequest (RFC 1738 §3.4; draft, 'Gopher')", () => {
	const values = "%091%0D%0A+-1%0D%0Aask_item1_value%0D%0Aask_item2_value%0D%0A.%0D%0A";
	const lines = "\t1\r\n+-1\r\nask_item1_value\r\nask_item2_value\r\n.\r\n";

	it.each([
		["the selector", "", "\r\n"],
		["selector, tab and search string (§3.4.2)", "%09foobar", "\tfoobar\r\n"],
		["an empty search string", "%09", "\t\r\n"],
		["selector, tab, search string, tab and Gopher+ string (§3.4.3)", "%09foobar%09+", "\tfoobar\t+\r\n"],
		["'<tab>+' for the default view (draft)", "%09%09+", "\t+\r\n"],
		["'<tab>!' for attributes (draft)", "%09%09!", "\t!\r\n"],
		["'<tab>$' for those of a directory (draft)", "%09%09$", "\t$\r\n"],
		["names of attributes", "%09%09!+ABSTRACT%20+SMELL", "\t!+ABSTRACT +SMELL\r\n"],
		["the values of a form, one per line (§3.4.9)", `%09%09+${values}`, `\t+${lines}`],
		["a view before them", `%09%09+view_name%20language_name${values}`, `\t+view_name language_name${lines}`],
	])("sends %s", (_, rest, sent) => {
		expect(gopherRequest(recordOf("gopher", `gopher://host.dom/7a_gopher_selector${rest}`))).toBe(`a_gopher_selector${sent}`);
	});

	it("refuses CR and LF in a value, which would add a line (§6)", () => {
		expect(faultOf(() => gopherRequest({ ...RECORD, selector: "a\r\nb" }))).toBe("invalid-scheme-part selector path 1");
	});
});
