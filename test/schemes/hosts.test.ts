/** The schemes file, http, telnet, rlogin, tn3270, wais, prospero and afs: RFC 1738 §3.3, §3.8 to §3.11; draft of March 1994. */

import { normalize } from "urlsieve";
import {
	type AfsRecord,
	type FileRecord,
	formatScheme,
	type HttpRecord,
	type ProsperoRecord,
	parseScheme,
	type TelnetRecord,
	type WaisRecord,
} from "urlsieve/schemes";
import { describe, expect, it } from "vitest";
import { parts, readFault, recordOf, roundTrip, writeFault } from "./rows";

describe("http (RFC 1738 §3.3)", () => {
	const RECORD: HttpRecord = { scheme: "http", host: "host.dom", port: 80, path: "" };

	it("has host, port (default 80), path and searchpart, not decoded", () => {
		expect(parts("http://host.dom/a%2Fb/c;d?e=%26")).toEqual({ ...RECORD, path: "a%2Fb/c;d", searchpart: "e=%26" });
		expect(parts("http://host.dom:8080")).toEqual({ ...RECORD, port: 8080 });
		expect(roundTrip({ ...RECORD, path: "a%2Fb", searchpart: "" })).toBe("http://host.dom/a%2Fb?");
		expect(formatScheme(recordOf("http", "http://host.dom"))).toBe("http://host.dom/");
	});

	it("encodes what would change the structure, but no triplet twice", () => {
		expect(formatScheme({ ...RECORD, path: "a?b#c d%20é", searchpart: "e#f" })).toBe(
			"http://host.dom/a%3Fb%23c%20d%20%C3%A9?e%23f",
		);
		expect(writeFault({ ...RECORD, path: "100%" })).toBe("invalid-percent-encoding escape path 3");
		expect(writeFault({ ...RECORD, searchpart: "%4" })).toBe("invalid-percent-encoding escape query 0");
	});
});

describe("file (RFC 1738 §3.10)", () => {
	const RECORD: FileRecord = { scheme: "file", host: "", directories: [], name: "" };

	it("has host, directories and name, decoded", () => {
		expect(roundTrip({ ...RECORD, host: "h", directories: ["a/b", ""], name: "c;d %" })).toBe("file://h/a%2Fb//c%3Bd%20%25");
	});

	it("treats 'localhost' and the empty host as equal", () => {
		for (const uri of ["file:///etc/motd", "file://localhost/etc/motd", "file://LOCALHOST/etc/motd", "file:/etc/motd"]) {
			expect(parts(uri)).toEqual({ ...RECORD, directories: ["etc"], name: "motd" });
			expect(formatScheme(parseScheme(uri))).toBe("file:///etc/motd");
		}
		expect(formatScheme({ ...RECORD, host: "localhost", name: "f" })).toBe("file:///f");
	});
});

describe("telnet, rlogin, tn3270 (RFC 1738 §3.8; draft of March 1994)", () => {
	it.each([
		["telnet", 23],
		["rlogin", 513],
		["tn3270", 23],
	] as const)("%s has port %i by default", (scheme, port) => {
		const record: TelnetRecord = { scheme, host: "host.dom", port };
		expect(parts(`${scheme}://host.dom`)).toEqual(record);
		expect(roundTrip(record)).toBe(`${scheme}://host.dom/`);
		expect(roundTrip({ ...record, port: 99, user: "u:", password: "" })).toBe(`${scheme}://u%3A:@host.dom:99/`);
	});
});

describe("wais (RFC 1738 §3.9; draft of March 1994)", () => {
	const RECORD: WaisRecord = { scheme: "wais", host: "host.dom", port: 210, database: "db" };

	it("has a database, a search, or type and path of a document", () => {
		expect(parts("wais://host.dom/d%20b")).toEqual({ ...RECORD, database: "d b" });
		expect(parts("wais://host.dom/db?a%20b")).toEqual({ ...RECORD, search: "a b" });
		expect(parts("wais://host.dom:99/db/TEXT/1%2F2")).toEqual({ ...RECORD, port: 99, type: "TEXT", path: "1%2F2" });
		expect(roundTrip({ ...RECORD, database: "a/b?", search: "c#d" })).toBe("wais://host.dom/a%2Fb%3F?c%23d");
		expect(roundTrip({ ...RECORD, type: "a/b", path: "" })).toBe("wais://host.dom/db/a%2Fb/");
	});

	it("reads the fields of the draft: 'digits=path;'", () => {
		const uri = "wais://host.dom/db/TEXT/1=quake.think.com%3A210;2=/pub/doc%3B1;03=;";
		const fields = [
			{ number: "1", value: "quake.think.com:210" },
			{ number: "2", value: "/pub/doc;1" },
			{ number: "03", value: "" },
		];
		expect(recordOf("wais", uri).fields).toEqual(fields);
		expect(formatScheme(parseScheme(uri))).toBe(uri);
		expect(formatScheme({ ...RECORD, type: "TEXT", fields })).toBe(uri);
		expect(recordOf("wais", "wais://host.dom/db/TEXT/1%3Da%3B")).not.toHaveProperty("fields.0");
	});

	it("refuses to write half a document, a document with a search, or invalid fields", () => {
		const fault = "invalid-scheme-part waisurl path 0";
		expect(writeFault({ ...RECORD, type: "TEXT" })).toBe(fault);
		expect(writeFault({ ...RECORD, path: "x" })).toBe(fault);
		expect(writeFault({ ...RECORD, search: "a", type: "TEXT", path: "x" })).toBe(fault);
		expect(writeFault({ ...RECORD, type: "T", fields: [{ number: "x", value: "" }] })).toBe("invalid-scheme-part digits path 0");
		expect(writeFault({ ...RECORD, type: "T", fields: [] })).toBe("invalid-scheme-part wpath path 0");
		const other = [{ number: "1", value: "b" }];
		expect(writeFault({ ...RECORD, type: "T", path: "1=a;", fields: other })).toBe("invalid-scheme-part wpath path 0");
	});
});

describe("prospero (RFC 1738 §3.11; draft of March 1994)", () => {
	const RECORD: ProsperoRecord = { scheme: "prospero", host: "host.dom", port: 1525, name: "/pros/name", fields: [] };

	it("keeps the order of fields", () => {
		const fields = [
			{ name: "OBJECT-VERSION", value: "3" },
			{ name: "a;=", value: "b;=/c" },
			{ name: "OBJECT-VERSION", value: "" },
		];
		expect(roundTrip({ ...RECORD, fields })).toBe(
			"prospero://host.dom//pros/name;OBJECT-VERSION=3;a%3B%3D=b%3B%3D%2Fc;OBJECT-VERSION=",
		);
	});

	it("reads the version of the draft after '%00', then attributes", () => {
		expect(parts("prospero://host.dom/n%0012")).toMatchObject({ name: "n", version: "12" });
		expect(parts("prospero://host.dom/n%0012ab3;f=v")).toMatchObject({
			version: "12",
			attributes: "ab3",
			fields: [{ name: "f" }],
		});
		expect(roundTrip({ ...RECORD, version: "12", attributes: "ab" })).toBe("prospero://host.dom//pros/name%0012ab");
		expect(readFault("prospero://host.dom/n%00x")).toBe("invalid-scheme-part version path 24");
		expect(writeFault({ ...RECORD, version: "x" })).toBe("invalid-scheme-part version path 0");
		expect(writeFault({ ...RECORD, version: "1", attributes: "2" })).toBe("invalid-scheme-part version path 0");
		expect(writeFault({ ...RECORD, attributes: "a" })).toBe("invalid-scheme-part version path 0");
		expect(writeFault({ ...RECORD, name: "n\u00001" })).toBe("invalid-scheme-part ppath path 1");
	});
});

describe("afs (draft of March 1994, 'afsaddress')", () => {
	const RECORD: AfsRecord = { scheme: "afs", cell: "cell.dom", path: "a/b" };

	it("has a cell and a path, not decoded", () => {
		expect(parts("afs://cell.dom/a%2Fb/c")).toEqual({ ...RECORD, path: "a%2Fb/c" });
		expect(roundTrip(RECORD)).toBe("afs://cell.dom/a/b");
		expect(formatScheme({ ...RECORD, path: "a?b" })).toBe("afs://cell.dom/a%3Fb");
	});
});

it.each([
	["ftp", 21],
	["http", 80],
	["gopher", 70],
	["nntp", 119],
	["telnet", 23],
	["tn3270", 23],
	["wais", 210],
	["prospero", 1525],
])("%s has the default port of the registry: %i", (scheme, port) => {
	const path = scheme === "telnet" || scheme === "tn3270" ? "" : "a";
	expect(parts(`${scheme}://h/${path}`)).toMatchObject({ port });
	expect(normalize(`${scheme}://h:${port}/${path}`)).toBe(`${scheme}://h/${path}`);
	expect(formatScheme(parseScheme(`${scheme}://h:${port}/${path}`))).toBe(`${scheme}://h/${path}`);
});
