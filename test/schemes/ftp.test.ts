/** The scheme ftp: RFC 1738 §3.1, §3.2; draft of March 1994, "FTP". */

import { type FtpRecord, formatScheme, ftpCommands } from "urlsieve/schemes";
import { describe, expect, it } from "vitest";
import { faultOf, parts, readFault, recordOf, roundTrip, writeFault } from "./rows";

const RECORD: FtpRecord = { scheme: "ftp", host: "host.dom", port: 21, cwd: [], name: "" };

const commands = (uri: string) => ftpCommands(recordOf("ftp", uri));

describe("login (RFC 1738 §3.1)", () => {
	it("distinguishes an empty user or password from an absent one", () => {
		expect(parts("ftp://foo@host.com/")).not.toHaveProperty("password");
		expect(roundTrip({ ...RECORD, user: "" })).toBe("ftp://@host.dom/");
		expect(roundTrip({ ...RECORD, user: "foo", password: "" })).toBe("ftp://foo:@host.dom/");
	});

	it("encodes ':', '@' and '/' of user and password", () => {
		expect(roundTrip({ ...RECORD, user: "a:b@c/d?e", password: ":@/%" })).toBe("ftp://a%3Ab%40c%2Fd%3Fe:%3A%40%2F%25@host.dom/");
		expect(readFault("ftp://a:b:c@host.dom/")).toBe("invalid-userinfo password userinfo 9");
		expect(readFault("ftp://a@b@host.dom/")).toBe("invalid-userinfo user userinfo 7");
	});
});

describe("path (RFC 1738 §3.2.2)", () => {
	it("encodes '/', ';', '?' and '%' in a segment, where they are data", () => {
		expect(roundTrip({ ...RECORD, cwd: ["/", "%2F"], name: "a;type=d?#" })).toBe("ftp://host.dom/%2F/%252F/a%3Btype=d%3F%23");
	});

	it("keeps octets that are not UTF-8", () => {
		const uri = "ftp://host.dom/%C3%A9%FF%ED%A0%80";
		expect(recordOf("ftp", uri).name).toBe("é\udcff\udced\udca0\udc80");
		expect(formatScheme({ ...recordOf("ftp", uri), uri: undefined })).toBe(uri);
		expect(writeFault({ ...RECORD, name: "a\ud800" })).toBe("ill-formed-string undefined undefined 0");
	});
});

describe("typecode (RFC 1738 §3.2.2, §3.2.3)", () => {
	it("is a, i or d, in either case", () => {
		for (const typecode of ["a", "i", "d"] as const) {
			expect(parts(`ftp://host.dom/f;type=${typecode}`)).toMatchObject({ name: "f", typecode });
			expect(parts(`ftp://host.dom/f;type=${typecode.toUpperCase()}`)).toMatchObject({ name: "f", typecode });
			expect(roundTrip({ ...RECORD, name: "f", typecode })).toBe(`ftp://host.dom/f;type=${typecode}`);
		}
		expect(formatScheme(recordOf("ftp", "ftp://host.dom/f;type=A"))).toBe("ftp://host.dom/f;type=a");
	});
});

describe("ftpCommands (RFC 1738 §3.2.1, §3.2.2)", () => {
	it("sends 'CWD /etc' and 'RETR motd' for /%2Fetc/motd, 'CWD etc' for /etc/motd, an empty CWD first for //etc/motd", () => {
		expect(commands("ftp://myname@host.dom/%2Fetc/motd")).toEqual(["USER myname", "CWD /etc", "RETR motd"]);
		expect(commands("ftp://myname@host.dom/etc/motd")).toEqual(["USER myname", "CWD etc", "RETR motd"]);
		expect(commands("ftp://myname@host.dom//etc/motd")).toEqual(["USER myname", "CWD ", "CWD etc", "RETR motd"]);
	});

	it("logs in as anonymous, with the mail address as password, when there is no user (§3.2.1)", () => {
		const record = recordOf("ftp", "ftp://host.dom/f");
		expect(ftpCommands(record, { mailAddress: "me@host.dom" })).toEqual(["USER anonymous", "PASS me@host.dom", "RETR f"]);
		expect(ftpCommands(record)).toEqual(["USER anonymous", "PASS anonymous@", "RETR f"]);
	});

	it("sends the password of the URL, the one supplied, or none (§3.2.1)", () => {
		expect(commands("ftp://foo:bar@host.dom/f")).toEqual(["USER foo", "PASS bar", "RETR f"]);
		expect(commands("ftp://foo:@host.dom/f")).toEqual(["USER foo", "PASS ", "RETR f"]);
		expect(commands("ftp://@host.dom/f")).toEqual(["USER ", "RETR f"]);
		const asked = ftpCommands(recordOf("ftp", "ftp://foo@host.dom/f"), { password: "bar", mailAddress: "me@host.dom" });
		expect(asked).toEqual(["USER foo", "PASS bar", "RETR f"]);
	});

	it("sends TYPE and RETR, or NLST for typecode d and for a path that ends in '/' (draft of March 1994, 'FTP')", () => {
		expect(commands("ftp://u@host.dom/f;type=a")).toEqual(["USER u", "TYPE A", "RETR f"]);
		expect(commands("ftp://u@host.dom/f;type=i")).toEqual(["USER u", "TYPE I", "RETR f"]);
		expect(commands("ftp://u@host.dom/pub/f;type=d")).toEqual(["USER u", "CWD pub", "NLST f"]);
		for (const uri of ["ftp://u@host.dom/pub/;type=d", "ftp://u@host.dom/pub/"])
			expect(commands(uri)).toEqual(["USER u", "CWD pub", "NLST"]);
	});

	it("refuses CR, LF and NUL in a value, which would add a command (§6), when writing", () => {
		const hostile = "x\r\nDELE y";
		for (const record of [
			{ ...RECORD, user: hostile },
			{ ...RECORD, user: "u", password: hostile },
			{ ...RECORD, cwd: [hostile] },
			{ ...RECORD, name: hostile },
			{ ...RECORD, name: "a\0" },
		]) {
			expect(writeFault(record)).toMatch(/^invalid-(userinfo (user|password) userinfo|scheme-part fsegment path) 1$/);
			expect(faultOf(() => ftpCommands(record))).toBe(writeFault(record));
		}
		const answers = [{ mailAddress: hostile }, { mailAddress: "\n" }];
		for (const answer of answers) expect(faultOf(() => ftpCommands(RECORD, answer))).toMatch(/^invalid-userinfo password/);
		expect(faultOf(() => ftpCommands({ ...RECORD, user: "u" }, { password: hostile }))).toMatch(/^invalid-userinfo password/);
	});
});
