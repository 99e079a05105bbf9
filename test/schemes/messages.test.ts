/** Messages of the errors of the schemes of 1994: every sentence, with the text that it is about. */

import { UriError, UrlsieveError } from "urlsieve";
import {
	type FtpRecord,
	formatScheme,
	ftpCommands,
	gopherRequest,
	octetsOf,
	parseScheme,
	type SchemeRecord,
} from "urlsieve/schemes";
import { expect, it } from "vitest";

/** The code, sentence and input of the error of a call. */
function said(call: () => unknown): string[] {
	try {
		call();
	} catch (error) {
		if (!(error instanceof UrlsieveError)) throw error;
		return [error.code, error.message, ...(error instanceof UriError ? [error.input] : [])];
	}
	return [];
}

const PART = "invalid-scheme-part";
const HOST_FAULT = "The host is not a hostname, hostnumber or IP literal.";
const CHARACTER_FAULT = "This character is not allowed here without percent-encoding.";
const TRIPLET_FAULT = '"%" is not followed by two hex digits.';
const GROUP_FAULT = 'A newsgroup must begin with a letter and consist of letters, digits, "-", ".", "+" and "_".';
const ADDRESS_FAULT = 'An address must be a local part, "@" and a domain.';
const ID_FAULT = 'An identifier needs text before and after "@".';
const UNKNOWN = "The scheme is neither one of RFC 1738 nor experimental.";
const NO_SCHEME = "A URL must begin with a scheme and a colon.";
const LINE_ENDS_FAULT = "This part cannot contain CR, LF or NUL, not even percent-encoded.";
const TABS_FAULT = "This part cannot contain TAB, CR or LF, not even percent-encoded.";

it.each([
	["afs:cell/a", PART, 'An afs URL needs "//" and a cell after the colon.'],
	["afs://cell", PART, 'An afs URL needs a "/" after the cell.'],
	["afs://u@cell/", "invalid-userinfo", "An afs URL has a cell without user and port."],
	["afs://cell:1/", "invalid-port", "An afs URL has a cell without user and port."],
	["afs://1.2.3.4/", "invalid-host", "The name of a cell must be a hostname."],
	["file://h", PART, 'A file URL needs a "/" after the host.'],
	["file:a", PART, 'The text after the host must begin with "/".'],
	["file://u@h/", "invalid-userinfo", "A file URL has a host without user and port."],
	["file://h:80/", "invalid-port", "A file URL has a host without user and port."],
	["file://h_/", "invalid-host", HOST_FAULT],
	["ftp:a", PART, 'A URI of the scheme ftp needs "//" and a host after the colon.'],
	["ftp://h:/", "invalid-port", "A colon after the host needs a port."],
	["ftp://h:65536/", "invalid-port", "A port must be at most 65535."],
	["ftp://h/a;type=x", PART, "A typecode must be a, i or d."],
	["ftp://h/%0A", PART, LINE_ENDS_FAULT],
	["ftp://h/a b", PART, CHARACTER_FAULT],
	["ftp://h/%4", "invalid-percent-encoding", TRIPLET_FAULT],
	["ftp://u%00@h/", "invalid-userinfo", LINE_ENDS_FAULT],
	["http://u@h/", "invalid-userinfo", "A URI of the scheme http cannot have a user."],
	["gopher://h/0a%0D", PART, TABS_FAULT],
	["gopher://h/0s%09%09x%0a", PART, "A Gopher+ string can have line ends only in a form."],
	["mailto:", PART, "A mailto URL needs an address."],
	["mailto:a", PART, ADDRESS_FAULT],
	["mailto:a@b?c", PART, 'A header field must be a name, "=" and a value.'],
	["mailto:a@b?body=%00", PART, "This part cannot contain NUL, not even percent-encoded."],
	["mailto://h", "invalid-host", "A URI of the scheme mailto cannot have a host."],
	["mid:a", PART, ID_FAULT],
	["cid:a@", PART, ID_FAULT],
	["news:1", PART, GROUP_FAULT],
	["news:@h", PART, 'A message-id needs text before the "@".'],
	["nntp://h", PART, 'An nntp URL needs "/" and a newsgroup after the host.'],
	["nntp://h/a/x", PART, "An article number must consist of digits."],
	["prospero://h", PART, 'A prospero URL needs a "/" after the host.'],
	["prospero://h/n%00x", PART, 'A version, after "%00", must begin with digits.'],
	["prospero://h/n;f", PART, 'A field must be a name, "=" and a value.'],
	["telnet://h/x", PART, 'Only "/" may follow the host.'],
	["wais://h", PART, 'A wais URL needs "/" and a database after the host.'],
	["wais://h/d/t/p?s", PART, "A wais URL cannot have both a search and a document."],
	["wais://h/d/t", PART, "A document of a wais URL needs a type and a path."],
	["x-a:%", "invalid-percent-encoding", TRIPLET_FAULT],
	["urn:x", "unknown-scheme", UNKNOWN],
	["", "invalid-scheme", NO_SCHEME],
	["URL://h/a", "invalid-scheme", NO_SCHEME],
])("says why %s is not read", (uri, code, message) => {
	expect(said(() => parseScheme(uri))).toEqual([code, message, uri]);
});

const FTP: FtpRecord = { scheme: "ftp", host: "h", port: 21, cwd: [], name: "" };
const gopher = (rest: object) => ({ scheme: "gopher", host: "h", port: 70, type: "0", selector: "s", ...rest });
const wais = (rest: object) => ({ scheme: "wais", host: "h", port: 210, database: "d", ...rest });
const prospero = (rest: object) => ({ scheme: "prospero", host: "h", port: 1525, name: "n", fields: [], ...rest });
const TEXT_FAULT = "A Gopher+ string cannot contain this text.";
const VERSION_FAULT = "A version must consist of digits, and attributes after it must begin with a letter.";
const EITHER_FAULT = "A wais URL needs either a search, or type and path of a document.";

it.each<[object, string, string, string]>([
	[{ scheme: "afs", cell: "1.2.3.4", path: "" }, "invalid-host", "The name of a cell must be a hostname.", "1.2.3.4"],
	[{ ...FTP, host: "h_" }, "invalid-host", HOST_FAULT, "h_"],
	[{ ...FTP, port: 1.5 }, "invalid-port", "A port must be an integer from 0 to 65535.", "1.5"],
	[{ ...FTP, password: "x" }, "invalid-userinfo", "A password needs a user.", "x"],
	[{ ...FTP, typecode: "x" }, PART, "A typecode must be a, i or d.", "x"],
	[{ ...FTP, name: "a\n" }, PART, "This part cannot contain CR, LF or NUL.", "a\n"],
	[gopher({ type: "00" }), PART, "A gopher type must be one byte.", "00"],
	[gopher({ selector: "a\t" }), PART, "This part cannot contain TAB, CR or LF.", "a\t"],
	[gopher({ gopherPlus: { kind: "view", language: "l" } }), PART, "A Gopher+ language needs a view before it.", "l"],
	[gopher({ gopherPlus: { kind: "other", text: "a\r" } }), PART, TEXT_FAULT, "a\r"],
	[gopher({ gopherPlus: { kind: "attributes", names: ["+A", "b c"] } }), PART, TEXT_FAULT, "b c"],
	[gopher({ gopherPlus: { kind: "form", values: ["."] } }), PART, TEXT_FAULT, "."],
	[{ scheme: "mailto", address: "" }, PART, "A mailto URL needs an address.", ""],
	[{ scheme: "mailto", address: "a@b,c" }, PART, ADDRESS_FAULT, "a@b,c"],
	[{ scheme: "mailto", address: "a@b", headers: [] }, PART, "The array of header fields must not be empty. Omit it instead.", ""],
	[{ scheme: "mid", messageId: "a" }, PART, ID_FAULT, "a"],
	[{ scheme: "news" }, PART, "A news URL needs either a newsgroup or a message-id.", ""],
	[{ scheme: "news", newsgroup: "a b" }, PART, GROUP_FAULT, "a b"],
	[{ scheme: "news", messageId: "@b" }, PART, 'A message-id needs text, "@" and a host.', "@b"],
	[
		{ scheme: "nntp", host: "h", port: 119, newsgroup: "a", article: -1 },
		PART,
		"An article number must be a non-negative integer.",
		"-1",
	],
	[prospero({ version: "1", attributes: "2" }), PART, VERSION_FAULT, "12"],
	[prospero({ version: "x" }), PART, VERSION_FAULT, "x"],
	[prospero({ attributes: "a" }), PART, VERSION_FAULT, "a"],
	[wais({ type: "t" }), PART, EITHER_FAULT, ""],
	[wais({ type: "t", path: "p", search: "s" }), PART, EITHER_FAULT, "s"],
	[wais({ type: "t", fields: [] }), PART, "A WAIS identifier needs at least one field.", ""],
	[wais({ type: "t", fields: [{ number: "1x", value: "" }] }), PART, "A field number must consist of digits.", "1x"],
	[
		wais({ type: "t", path: "1=a;", fields: [{ number: "1", value: "b" }] }),
		PART,
		"Path and fields of a wais record disagree.",
		"1=a;",
	],
	[{ scheme: "nfs", schemePart: "a%" }, "invalid-percent-encoding", TRIPLET_FAULT, "a%"],
	[{ scheme: "urn" }, "unknown-scheme", UNKNOWN, "urn"],
])("says why %j is not written", (record, code, message, input) => {
	expect(said(() => formatScheme(record as SchemeRecord))).toEqual([code, message, input]);
});

it("says which arguments have a wrong type", () => {
	const fault = (name: string, expected: string, got: string) => [
		"invalid-input",
		`The argument "${name}" must be ${expected}; got ${got}.`,
	];
	expect(said(() => parseScheme(1 as never))).toEqual(fault("uri", "a string", "number"));
	expect(said(() => formatScheme("ftp" as never))).toEqual(fault("record", "an object", "string"));
	expect(said(() => ftpCommands(null as never))).toEqual(fault("record", "an object", "[object Null]"));
	expect(said(() => gopherRequest(undefined as never))).toEqual(fault("record", "an object", "undefined"));
	expect(said(() => octetsOf(1 as never))).toEqual(fault("text", "a string", "number"));
});
