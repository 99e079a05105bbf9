/** Neighbours of what the schemes of 1994 allow: numbers, delimiters that are written as they are, and names. */

import { formatScheme, parseScheme, type SchemeRecord } from "urlsieve/schemes";
import { expect, it } from "vitest";
import { parts, readFault, writeFault } from "./rows";

const PART = "invalid-scheme-part";

it.each([
	["nntp://h/a/1e3", `${PART} digits path 12`],
	["nntp://h/a/+1", `${PART} digits path 11`],
	["nntp://h/a/0x10", `${PART} digits path 12`],
	["nntp://h/a/1.0", `${PART} digits path 12`],
	["nntp://h/a/9007199254740991", "none"],
	["nntp://h/a/9007199254740992", `${PART} digits path 11`],
	["ftp://127.0.0.10/", "none"],
	["ftp://10.0.0.255/", "none"],
	["ftp://1.2.3.4.5/", "invalid-host host host 6"],
	["ftp://1.2.3/", "invalid-host host host 6"],
	["ftp://a1.2.3.4/", "invalid-host host host 6"],
	["ftp://1.2.3.4a/", "invalid-host host host 6"],
	["ftp://a.b1/", "none"],
	["ftp://a.1b/", "invalid-host host host 6"],
	["ftp://a_.b/", "invalid-host host host 7"],
	["ftp://h:65535/", "none"],
	["ftp://h:0/", "none"],
	["prospero://h/a;;b=c", `${PART} fieldspec path 15`],
	["prospero://h/a;b=c;", `${PART} fieldspec path 19`],
	["prospero://h/n%001a2", "none"],
	["prospero://h/n%001_", `${PART} version path 17`],
	["prospero://h/n%00a", `${PART} version path 17`],
	["mailto:a@b?&c=d", `${PART} hfield query 11`],
	["mailto:?", `${PART} hfield query 8`],
	["mailto:a@b", "none"],
	["mailto:a@", `${PART} encoded822addr path 7`],
	["mailto:%22a,b%22@c", "none"],
	["mailto:%22a%22,b@c", `${PART} encoded822addr path 7`],
	["mid:a@b/c@d", "none"],
	["mid:@b", `${PART} addr-spec path 4`],
	["mid:a@", `${PART} addr-spec path 4`],
	["cid:a@b", "none"],
	["news:a-b.c+d_e", "none"],
	["news:Z9", "none"],
	["news:a@b", "none"],
	["telnet://h/", "none"],
	["telnet://h//", `${PART} telneturl path 11`],
	["gopher://h/%31", "none"],
	["gopher://h/%0", "invalid-percent-encoding escape path 11"],
	["gopher://h/0%00", "none"],
	["gopher://h/0%0A", `${PART} selector path 12`],
	["gopher://h/%09", `${PART} gtype path 11`],
	["ftp://h/a;type=A", "none"],
	["ftp://h/a;TYPE=i", "none"],
	["ftp://h/a;types=i", `${PART} fsegment path 9`],
	["ftp://h/a;", `${PART} fsegment path 9`],
	["file://LOCALHOST/", "none"],
	["file:///", "none"],
	["afs://c/", "none"],
	["afs://c.1/", "invalid-host cellname host 6"],
	["x-:", "none"],
	["x-a.b+c-d1:", "none"],
	["xa:b", "unknown-scheme url scheme 0"],
	["url:x-a:b", "none"],
])("reads %s with the fault %s", (uri, fault) => {
	expect(readFault(uri)).toBe(fault);
});

const HOST = { host: "h" };

it.each<[SchemeRecord, string]>([
	[{ scheme: "news", messageId: "a;/:&=?b@h" }, "news:a;/:&=%3Fb@h"],
	[
		{ scheme: "ftp", ...HOST, port: 21, user: "a;&=b", password: "c;&=", cwd: ["?:@&="], name: ":@&=" },
		"ftp://a;&=b:c;&=@h/%3F:@&=/:@&=",
	],
	[{ scheme: "file", host: "", directories: [":@&="], name: ";" }, "file:///:@&=/%3B"],
	[{ scheme: "http", ...HOST, port: 80, path: ";:@&=/?", searchpart: ";:@&=/?" }, "http://h/;:@&=/%3F?;:@&=/?"],
	[{ scheme: "gopher", ...HOST, port: 70, type: ";", selector: ";/:@&=?" }, "gopher://h/;;/:@&=%3F"],
	[{ scheme: "gopher", ...HOST, port: 70, type: "0", selector: "", search: ";:@&=/?" }, "gopher://h/0%09;:@&=/%3F"],
	[
		{ scheme: "gopher", ...HOST, port: 70, type: "0", selector: "", search: "", gopherPlus: { kind: "other", text: "x;/:@&=?" } },
		"gopher://h/0%09%09x;/:@&=%3F",
	],
	[{ scheme: "mailto", address: "a;&=/:@b" }, "mailto:a%3B%26%3D%2F:@b"],
	[
		{ scheme: "mailto", address: "a@b", headers: [{ name: ";:@&=/?", value: ";:@&=/?" }] },
		"mailto:a@b?;:@%26%3D%2F%3F=;:@%26%3D%2F%3F",
	],
	[{ scheme: "mid", messageId: "a;:@&=/?@b" }, "mid:a;:@&=%2F%3F@b"],
	[{ scheme: "cid", contentId: "a;:@&=/?@b" }, "cid:a;:@&=%2F%3F@b"],
	[{ scheme: "wais", ...HOST, port: 210, database: ";:@&=/?", search: ";:@&=/?" }, "wais://h/%3B%3A%40%26%3D%2F%3F?;:@&=/?"],
	[
		{ scheme: "wais", ...HOST, port: 210, database: "d", type: ":@", fields: [{ number: "1", value: "/@&;=" }] },
		"wais://h/d/%3A%40/1=/@&%3B%3D;",
	],
	[
		{ scheme: "prospero", ...HOST, port: 1525, name: "?:@&=/;", fields: [{ name: "?:@&=/", value: "?:@&=;" }] },
		"prospero://h/%3F:@&=/%3B;%3F:@&%3D%2F=%3F:@&%3D%3B",
	],
	[{ scheme: "afs", cell: "c", path: "@&/;:=?" }, "afs://c/@&/%3B%3A%3D%3F"],
	[{ scheme: "nfs", schemePart: "a;/?:@&=#" }, "nfs:a;/?:@&=%23"],
	[{ scheme: "telnet", ...HOST, port: 23, user: "u?/" }, "telnet://u%3F%2F@h/"],
	[{ scheme: "rlogin", ...HOST, port: 513 }, "rlogin://h/"],
	[{ scheme: "rlogin", ...HOST, port: 23 }, "rlogin://h:23/"],
	[{ scheme: "http", ...HOST, port: 0, path: "" }, "http://h:0/"],
	[{ scheme: "http", ...HOST, port: 65535, path: "", fragment: ";/?:@&=#" }, "http://h:65535/#;/?:@&=%23"],
])("writes %j as %s", (record, uri) => {
	expect(formatScheme(record)).toBe(uri);
	expect(parts(uri)).toEqual(parts(formatScheme(parseScheme(uri))));
});

it.each<[SchemeRecord, string]>([
	[{ scheme: "http", ...HOST, port: 65536, path: "" }, "invalid-port port port 0"],
	[{ scheme: "http", ...HOST, port: -1, path: "" }, "invalid-port port port 0"],
	[{ scheme: "http", host: "", port: 80, path: "" }, "invalid-host host host 0"],
	[{ scheme: "file", host: "[::1", directories: [], name: "" }, "invalid-host host host 0"],
	[{ scheme: "file", host: "[::1]", directories: [], name: "" }, "none"],
	[{ scheme: "prospero", ...HOST, port: 1525, name: "", fields: [], version: "1", attributes: "a1" }, "none"],
	[{ scheme: "prospero", ...HOST, port: 1525, name: "", fields: [], version: "1a" }, `${PART} version path 0`],
	[{ scheme: "nntp", ...HOST, port: 119, newsgroup: "a", article: 9007199254740992 }, `${PART} digits path 0`],
])("writes %j with the fault %s", (record, fault) => {
	expect(writeFault(record)).toBe(fault);
});

it("reads a single WAIS field, and none without its semicolon", () => {
	const fieldsOf = (path: string) => (parseScheme(`wais://h/d/t/${path}`) as { fields?: unknown }).fields;
	expect(fieldsOf("1=a;")).toEqual([{ number: "1", value: "a" }]);
	expect(fieldsOf("1=;22=%3D;")).toEqual([
		{ number: "1", value: "" },
		{ number: "22", value: "=" },
	]);
	for (const path of ["", "a", "1%3Da", "1%3Da%3B"]) expect(fieldsOf(path)).toBeUndefined();
	for (const path of ["1=a", ";", "a=b;", "1=a=b;", "1a=b;"]) {
		expect(readFault(`wais://h/d/t/${path}`)).toMatch(/^invalid-scheme-part wpath path/);
	}
});
