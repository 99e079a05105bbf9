/** Every example URL of the draft of March 1994 and of RFC 1738, and rules of all schemes. */

import { type FtpRecord, formatScheme, parseScheme } from "urlsieve/schemes";
import { describe, expect, it } from "vitest";
import { rowsOf } from "../documents/documents";
import { parts, readFault } from "./rows";

const ftp = (host: string, path: string, more: Partial<FtpRecord> = {}) => {
	const cwd = path.split("/");
	return { scheme: "ftp", host, port: 21, name: cwd.pop(), cwd, ...more };
};

const gopher = (rest: object) => ({
	scheme: "gopher",
	host: "host",
	port: 70,
	type: "0",
	selector: "a_gopher_selector",
	...rest,
});

/** Document and section → URL → parts. */
const EXAMPLES: { readonly [section: string]: { readonly [uri: string]: object } } = {
	"draft of March 1994, Gopher, 'Overall summary and examples'": {
		"gopher://host/0a_gopher_selector": gopher({}),
		"gopher://host/7a_gopher_selector%09foobar": gopher({ type: "7", search: "foobar" }),
		"gopher://host/0a_gopher_selector%09%09some_gplus_stuff": gopher({
			search: "",
			gopherPlus: { kind: "other", text: "some_gplus_stuff" },
		}),
		"gopher://host/0a_gopher_selector%09%09!": gopher({ search: "", gopherPlus: { kind: "attributes", names: [] } }),
		"gopher://host/0a_gopher_selector%09%09+application/postscript%20Es_ES": gopher({
			search: "",
			gopherPlus: { kind: "view", view: "application/postscript", language: "Es_ES" },
		}),
	},
	"draft of March 1994, appendix": {
		"ftp://ftp.w3.org/pub/www/doc": ftp("ftp.w3.org", "pub/www/doc"),
		"ftp://ds.internic.net/rfc": ftp("ds.internic.net", "rfc"),
	},
	"RFC 1738 §1": {
		"http://www.acl.lanl.gov/URI/archive/uri-archive.index.html": {
			scheme: "http",
			host: "www.acl.lanl.gov",
			port: 80,
			path: "URI/archive/uri-archive.index.html",
		},
	},
	"RFC 1738 §3.1": {
		"ftp://@host.com/": ftp("host.com", "", { user: "" }),
		"ftp://host.com/": ftp("host.com", ""),
		"ftp://foo:@host.com/": ftp("host.com", "", { user: "foo", password: "" }),
	},
	"RFC 1738 §3.2.2": {
		"ftp://myname@host.dom/%2Fetc/motd": ftp("host.dom", "", { user: "myname", cwd: ["/etc"], name: "motd" }),
		"ftp://myname@host.dom/etc/motd": ftp("host.dom", "etc/motd", { user: "myname" }),
		"ftp://myname@host.dom//etc/motd": ftp("host.dom", "/etc/motd", { user: "myname" }),
	},
	"RFC 1738 §3.6": {
		"news:*": { scheme: "news", newsgroup: "*" },
		"news:comp.infosystems.www.misc": { scheme: "news", newsgroup: "comp.infosystems.www.misc" },
	},
	"RFC 1738 §3.10": {
		"file://vms.host.edu/disk$user/my/notes/note12345.txt": {
			scheme: "file",
			host: "vms.host.edu",
			directories: ["disk$user", "my", "notes"],
			name: "note12345.txt",
		},
	},
	"RFC 1738 §3.11": {
		"prospero://host.dom//pros/name": { scheme: "prospero", host: "host.dom", port: 1525, name: "/pros/name", fields: [] },
	},
	"RFC 1738, appendix": {
		"ftp://info.cern.ch/pub/www/doc;type=d": ftp("info.cern.ch", "pub/www/doc", { typecode: "d" }),
		"ftp://ds.internic.net/rfc": ftp("ds.internic.net", "rfc"),
		"http://ds.internic.net/instructions/overview.html#WARNING": {
			scheme: "http",
			host: "ds.internic.net",
			port: 80,
			path: "instructions/overview.html",
			fragment: "WARNING",
		},
	},
};

describe.each(Object.entries(EXAMPLES))("%s", (_section, examples) => {
	it.each(Object.entries(examples))("%s is parsed into its parts and written unchanged", (uri, expected) => {
		expect(parts(uri)).toEqual(expected);
		expect(formatScheme(parseScheme(uri))).toBe(uri);
		expect(formatScheme({ ...parseScheme(uri), uri: undefined })).toBe(uri);
	});
});

it("writes every URL that the documents of 1994 cite as it was read", () => {
	const cited = rowsOf("extract").flatMap(([, { edition, row }]) => (edition === "1994" ? row.expected : []));
	expect(cited.length).toBeGreaterThan(20);
	expect(cited.map((uri) => formatScheme({ ...parseScheme(uri), uri: undefined }))).toEqual(cited);
});

it("refuses a URL with spaces as in the draft's references: spaces must be encoded (RFC 1738 §2.2)", () => {
	const uri = "gopher://gopher.micro.umn.edu/00/Information About Gopher/About Gopher";
	expect(readFault(uri)).toBe("invalid-scheme-part selector path 44");
});

describe("all schemes", () => {
	it.each(["https://h/", "foo:", "constructor:x", "x:y", "y-x:z"])("refuses the unknown scheme of %s", (uri) => {
		expect(readFault(uri)).toBe("unknown-scheme url scheme 0");
	});

	it("separates the fragment, which is not part of the URL (RFC 1738 §2.2)", () => {
		expect(parts("news:a#b")).toEqual({ scheme: "news", newsgroup: "a", fragment: "b" });
		expect(parts("news:a#")).toMatchObject({ fragment: "" });
		expect(formatScheme({ scheme: "news", newsgroup: "a", fragment: "b#c" })).toBe("news:a#b%23c");
		expect(readFault("ftp://h/a#b c")).toBe("invalid-scheme-part fragmentid fragment 11");
		expect(readFault("ftp://h/a#%")).toBe("invalid-percent-encoding escape fragment 10");
	});
});

describe("characters (RFC 1738 §2.2)", () => {
	const unsafe = [...' <>"#%{}|\\^[]`', "\u0000", "\u001f", "\u007f", "\u0080", "é", "😀"];
	const triplets = (text: string) =>
		Array.from(new TextEncoder().encode(text), (octet) => `%${octet.toString(16).padStart(2, "0")}`);

	it("encodes unsafe, reserved and non-printable characters of a segment", () => {
		for (const character of [...unsafe.filter((character) => character !== "\u0000"), "/", ";", "?"]) {
			const written = formatScheme({ scheme: "ftp", host: "h", port: 21, cwd: [], name: character });
			expect(written).toBe(`ftp://h/${triplets(character).join("").toUpperCase()}`);
		}
	});

	it.each(["ftp://h/", "file:///", "http://h/", "gopher://h/0", "wais://h/", "prospero://h/", "afs://c/", "x-a:"])(
		"writes letters, digits and $-_.+!*'(), unencoded after %s",
		(before) => {
			const free = "azAZ09$-_.+!*'(),";
			expect(formatScheme({ ...parseScheme(before + free), uri: undefined })).toBe(before + free);
		},
	);
});
