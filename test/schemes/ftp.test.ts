/** The scheme ftp: RFC 1738 §3.1, §3.2; draft of March 1994, "FTP". */
import { describe, expect, it } from "vitest";
import { type FtpRecord, formatScheme, ftpCommands } from "../../src/schemes/index";
import { faultOf, parts, readFault, recordOf, roundTrip, writeFault } from "./rows";

const RECORD: FtpRecord = { scheme: "ftp", host: "host.dom", port: 21, cwd: [], name: "" };

const commands = (uri: string) => ftpCommands(recordOf("ftp", uri));

describe("login (RFC 1738 §3.1)", () => {
	it("keeps an empty user apart from no user, an empty password from no password", () => {
		expect(parts("ftp://@host.com/")).toEqual({ scheme: "ftp", user: "", host: "host.com", port: 21, cwd: [], name: "" });
		expect(parts("ftp://host.com/")).toEqual({ scheme: "ftp", host: "host.com", port: 21, cwd: [], name: "" });
		expect(parts("ftp://foo:@host.com/")).toMatchObject({ user: "foo", password: "" });
		expect(parts("ftp://foo@host.com/")).not.toHaveProperty("password");
		expect(roundTrip({ ...RECORD, user: "" })).toBe("ftp://@host.dom/");
		expect(roundTrip({ ...RECORD, user: "foo", password: "" })).toBe("ftp://foo:@host.dom/");
	});

	it("has no password without a user: 'there is no way to specify a password without specifying a user name'", () => {
		expect(writeFault({ ...RECORD, password: "x" })).toBe("invalid-userinfo login userinfo 0");
	});

	it("has ':', '@' and '/' of user and password encoded", () => {
		expect(roundTrip({ ...RECORD, user: "a:b@c/d?e", password: ":@/%" })).toBe("ftp://a%3Ab%40c%2Fd%3Fe:%3A%40%2F%25@host.dom/");
		expect(readFault("ftp://a:b:c@host.dom/")).toBe("invalid-userinfo password userinfo 9");
		expect(readFault("ftp://a@b@host.dom/")).toBe("invalid-userinfo user userinfo 7");
	});

	it("takes names and addresses for hosts: no label begins or ends with '-', the last one begins with a letter", () => {
		for (const host of ["a", "a-b.c1", "3com.dom", "127.0.0.1", "[::1]"]) expect(parts(`ftp://${host}/`)).toMatchObject({ host });
		for (const host of ["-a", "a-", "a.-b", "a.b-", "a.1", "a..b", "a.", "", "a_b", "%61", "1.2.3"]) {
			expect([host, readFault(`ftp://${host}/`).split(" ").slice(0, 2).join(" ")]).toEqual([host, "invalid-host host"]);
			expect([host, writeFault({ ...RECORD, host })]).toEqual([host, "invalid-host host host 0"]);
		}
		for (const host of ["a/b", "a@b", "h:80", "[::1", "[::1]x", "[x]", "a b", "a\r\nb"]) {
			expect([host, writeFault({ ...RECORD, host })]).toEqual([host, "invalid-host host host 0"]);
		}
	});

	it("names the place of the first character that a host cannot have", () => {
		expect(readFault("ftp://ab_c.dom/")).toBe("invalid-host host host 8");
	});

	it("has port 21 by default (§3.2), and no colon without a port (§3.1)", () => {
		expect(parts("ftp://host.dom:2121")).toMatchObject({ port: 2121 });
		expect(formatScheme({ ...RECORD, port: 2121 })).toBe("ftp://host.dom:2121/");
		expect(readFault("ftp://host.dom:/")).toBe("invalid-port port port 15");
		expect(readFault("ftp://host.dom:2x/")).toBe("invalid-port port port 16");
		expect(readFault("ftp://host.dom:65536/")).toBe("invalid-port port port 15");
		for (const port of [70000, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
			expect(writeFault({ ...RECORD, port })).toBe("invalid-port port port 0");
		}
	});

	it("has '//' and a host", () => {
		expect(readFault("ftp:a/b")).toBe("invalid-scheme-part ftpurl path 4");
	});

	it("does not take for a user what RFC 3986 takes for a query", () => {
		expect(readFault("ftp://a?b@host.dom/")).toBe("invalid-scheme-part ftpurl path 7");
	});
});

describe("path (RFC 1738 §3.2.2)", () => {
	it("keeps /%2Fetc/motd, /etc/motd and //etc/motd apart", () => {
		expect(parts("ftp://myname@host.dom/%2Fetc/motd")).toMatchObject({ cwd: ["/etc"], name: "motd" });
		expect(parts("ftp://myname@host.dom/etc/motd")).toMatchObject({ cwd: ["etc"], name: "motd" });
		expect(parts("ftp://myname@host.dom//etc/motd")).toMatchObject({ cwd: ["", "etc"], name: "motd" });
	});

	it("may be left out with its '/'", () => {
		expect(parts("ftp://host.dom")).toEqual(parts("ftp://host.dom/"));
		expect(formatScheme(recordOf("ftp", "ftp://host.dom"))).toBe("ftp://host.dom/");
	});

	it("lets name and cwd be empty", () => {
		expect(parts("ftp://host.dom/a//b/")).toMatchObject({ cwd: ["a", "", "b"], name: "" });
		expect(roundTrip({ ...RECORD, cwd: ["", ""], name: "" })).toBe("ftp://host.dom///");
	});

	it("encodes '/', ';', '?' and '%' of a segment: they are data", () => {
		expect(roundTrip({ ...RECORD, cwd: ["/", "%2F"], name: "a;type=d?#" })).toBe("ftp://host.dom/%2F/%252F/a%3Btype=d%3F%23");
	});

	it("reads '?' as a part of the name, by fsegment", () => {
		expect(parts("ftp://host.dom/a?b/c?d")).toMatchObject({ cwd: ["a?b"], name: "c?d" });
		expect(formatScheme(recordOf("ftp", "ftp://host.dom/a?b/c?d"))).toBe("ftp://host.dom/a?b/c?d");
	});

	it("has neither ';' nor white space, and '%' only before two hex digits", () => {
		expect(readFault("ftp://host.dom/a;b/c")).toBe("invalid-scheme-part fsegment path 16");
		expect(readFault("ftp://host.dom/a b")).toBe("invalid-scheme-part fsegment path 16");
		expect(readFault("ftp://host.dom/a?b c")).toBe("invalid-scheme-part fsegment query 18");
		expect(readFault("ftp://host.dom/é")).toBe("invalid-scheme-part fsegment path 15");
		expect(readFault("ftp://host.dom/100%")).toBe("invalid-percent-encoding escape path 18");
		expect(readFault("ftp://host.dom/%4g")).toBe("invalid-percent-encoding escape path 15");
	});

	it("keeps octets that are no UTF-8", () => {
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

	it("is nothing else: ftptype", () => {
		expect(readFault("ftp://host.dom/f;type=x")).toBe("invalid-scheme-part ftptype path 22");
		expect(readFault("ftp://host.dom/f;type=")).toBe("invalid-scheme-part ftptype path 22");
		expect(readFault("ftp://host.dom/f;type=aa")).toBe("invalid-scheme-part ftptype path 22");
		expect(readFault("ftp://host.dom/f;type=a/g")).toBe("invalid-scheme-part ftptype path 22");
		expect(readFault("ftp://host.dom/f;type=a;type=i")).toBe("invalid-scheme-part fsegment path 16");
		expect(writeFault({ ...RECORD, typecode: "x" as "a" })).toBe("invalid-scheme-part ftptype path 0");
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

	it("sends the password of the URL, or the one that the user was asked for, or none (§3.2.1)", () => {
		expect(commands("ftp://foo:bar@host.dom/f")).toEqual(["USER foo", "PASS bar", "RETR f"]);
		expect(commands("ftp://foo:@host.dom/f")).toEqual(["USER foo", "PASS ", "RETR f"]);
		expect(commands("ftp://@host.dom/f")).toEqual(["USER ", "RETR f"]);
		const asked = ftpCommands(recordOf("ftp", "ftp://foo@host.dom/f"), { password: "bar", mailAddress: "me@host.dom" });
		expect(asked).toEqual(["USER foo", "PASS bar", "RETR f"]);
	});

	it("sends TYPE with the typecode and RETR; NLST for the typecode d", () => {
		expect(commands("ftp://u@host.dom/f;type=a")).toEqual(["USER u", "TYPE A", "RETR f"]);
		expect(commands("ftp://u@host.dom/f;type=i")).toEqual(["USER u", "TYPE I", "RETR f"]);
		expect(commands("ftp://u@host.dom/pub/f;type=d")).toEqual(["USER u", "CWD pub", "NLST f"]);
		expect(commands("ftp://u@host.dom/pub/;type=d")).toEqual(["USER u", "CWD pub", "NLST"]);
	});

	it("lists the directory when the path ends in '/' (draft of March 1994, 'FTP': '/ Use FTP directory list commands')", () => {
		expect(commands("ftp://u@host.dom/pub/")).toEqual(["USER u", "CWD pub", "NLST"]);
	});

	it("decodes segments before use: '%' of a decoded segment is data", () => {
		expect(commands("ftp://u@host.dom/%252Fetc/a%3Bb")).toEqual(["USER u", "CWD %2Fetc", "RETR a;b"]);
	});

	it("sends no second command for CR, LF or NUL in a value (§6)", () => {
		expect(readFault("ftp://a%0D%0ADELE%20x@host.dom/")).toBe("invalid-userinfo user userinfo 7");
		expect(readFault("ftp://a:b%00@host.dom/")).toBe("invalid-userinfo password userinfo 9");
		expect(readFault("ftp://host.dom/a%0ab/c")).toBe("invalid-scheme-part fsegment path 16");
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
