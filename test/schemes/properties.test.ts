/** Properties of every URI and record of the schemes of 1994. */
import fc from "fast-check";
import { UriError } from "urlsieve";
import { formatScheme, type GopherPlus, parseScheme, type SchemeRecord } from "urlsieve/schemes";
import { describe, expect, it } from "vitest";
import { runs, size } from "../support/extent";
import { expectSame, parts } from "./rows";

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const join = (...pieces: (string | fc.Arbitrary<string>)[]) =>
	fc.tuple(...pieces.map((piece) => (typeof piece === "string" ? fc.constant(piece) : piece))).map((texts) => texts.join(""));

/** URI text: letters, the given characters, and triplets other than those of CR, LF, TAB and NUL. */
const TRIPLETS = "%41 %2F %2f %3B %3a %25 %40 %7E %20 %21 %3F %23 %C3%A9 %FF %2C %3D".split(" ");
const encoded = (characters: string) =>
	fc
		.array(fc.constantFrom("a", "Z", "0", "-", ".", "~", "!", "'", "+", ",", ...characters, ...TRIPLETS), { maxLength: 8 })
		.map((t) => t.join(""));
const host = fc.constantFrom("host.dom", "HOST.dom", "h", "127.0.0.1", "[::1]");
const hostPort = join(host, fc.constantFrom("", ":1", ":21", ":0070", ":70", ":80", ":513", ":65535"));
const user = encoded(";&=");
const login = join(fc.oneof(fc.constant(""), join(user, "@"), join(user, ":", user, "@")), hostPort);
const group = fc.stringMatching(/^[A-Za-z][A-Za-z0-9\-.+_]{0,8}$/);
const id = join("a", encoded(":&="), "@b", encoded(":&="), "c");
const scheme = (name: string) => fc.constantFrom(name, name.toUpperCase());
const maybe = (...pieces: (string | fc.Arbitrary<string>)[]) => fc.oneof(fc.constant(""), join(...pieces));

const PLUS = ["+", "!", "$", "%3F", "?", "!+A%20+B", "+v", "+v%20l", "x", "", "+%091%0D%0A+-1%0D%0Aa%0D%0A.%0d%0a"];

/** URIs by the BNF of each scheme. */
const URIS: { readonly [scheme: string]: fc.Arbitrary<string> } = {
	ftp: join(scheme("ftp"), "://", login, maybe("/", encoded("?:@&=//"), fc.constantFrom("", ";type=a", ";type=I", ";TYPE=d"))),
	file: join(scheme("file"), "://", fc.oneof(host, fc.constantFrom("", "localhost", "LocalHost")), "/", encoded("?:@&=//")),
	http: join(scheme("http"), "://", hostPort, maybe("/", encoded(";:@&=//"), maybe("?", encoded(";:@&=/?")))),
	gopher: join(
		scheme("gopher"),
		"://",
		hostPort,
		maybe(
			"/",
			maybe(
				fc.constantFrom("0", "1", "%31", "?", "/"),
				encoded(";/?:@&="),
				maybe("%09", encoded(";:@&=/?"), maybe("%09", fc.constantFrom(...PLUS))),
			),
		),
	),
	mailto: join(
		scheme("mailto"),
		"a",
		encoded(";/:&=").map((text) => text.replace(/,|%2C/g, "")),
		"@h.dom",
		maybe("?", encoded(";:@"), "=", encoded(";:@")),
	).map((t) => t.replace(/^mailto/i, "$&:")),
	news: fc.oneof(join("news:", group), join("news:a", encoded(";/?:&="), "@h.dom"), fc.constant("NEWS:*")),
	nntp: join(scheme("nntp"), "://", hostPort, "/", group, maybe("/", fc.constantFrom("0", "007", "12"))),
	telnet: join(fc.constantFrom("telnet", "RLOGIN", "rlogin", "tn3270"), "://", login, fc.constantFrom("", "/")),
	wais: join(
		scheme("wais"),
		"://",
		hostPort,
		"/",
		encoded(""),
		fc.oneof(
			fc.constant(""),
			join("?", encoded(";:@&=")),
			join("/", encoded(""), "/", encoded("")),
			join("/t/1=", encoded("/@&"), ";02=", encoded("/"), ";"),
		),
	),
	prospero: join(
		scheme("prospero"),
		"://",
		hostPort,
		"/",
		encoded("?:@&=//"),
		maybe("%00", fc.constantFrom("1", "02", "3ab")),
		maybe(";", encoded("?:@&"), "=", encoded("?:@&")),
	),
	mid: join(scheme("mid"), ":", id, maybe("/", id)),
	cid: join(scheme("cid"), ":", id),
	afs: join(scheme("afs"), "://cell.dom/", encoded("@&/")),
	reserved: join(fc.constantFrom("nfs", "mailserver", "Z39.50"), ":", encoded(";?:@&=")),
	experimental: join(fc.constantFrom("x-", "X-foo"), ":", encoded(";?:@&=")),
};

/** Well-formed text, and octets that are not UTF-8. */
const text = fc
	.array(
		fc.constantFrom("a", "/", ";", "?", "#", "%", "%41", ":", "@", "&", "=", " ", "é", "😀", "\udcff", "\u0001", "[", "|", "~"),
		{ maxLength: 6 },
	)
	.map((t) => t.join(""));
const portNumber = fc.constantFrom(0, 1, 21, 70, 80, 513, 65535);
const place = { host, port: portNumber };
const account = fc.oneof(fc.constant({}), fc.record({ user: text }), fc.record({ user: text, password: text }));
const name = fc.constantFrom("+ABSTRACT", "a/b", "Es_ES", "é", "?");
const plus: fc.Arbitrary<GopherPlus> = fc.oneof(
	fc.record({ kind: fc.constant("view" as const) }),
	fc.record({ kind: fc.constant("view" as const), view: name, language: optional(name) }),
	fc.record({ kind: fc.constantFrom("attributes" as const, "directoryAttributes" as const), names: fc.array(name) }),
	fc.record({ kind: fc.constant("form" as const), view: name, values: fc.array(text) }),
	fc.constant({ kind: "ask" as const }),
	fc.record({ kind: fc.constant("other" as const), text: text.map((t) => `x${t}`) }),
);
const address = text.map((t) => `a${t}@b.dom`);
const messageId = text.map((t) => `a${t}@host.dom`);
const field = fc.record({ name: text, value: text });
const of = <const Value extends string | number>(...values: Value[]) => fc.constantFrom(...values);
const waisPlace = { scheme: of("wais"), ...place, database: text };

const RECORDS: { readonly [scheme: string]: fc.Arbitrary<SchemeRecord> } = {
	ftp: fc
		.tuple(
			account,
			fc.record({ scheme: of("ftp"), ...place, cwd: fc.array(text), name: text, typecode: optional(of("a", "i", "d")) }),
		)
		.map(([a, b]) => ({ ...a, ...b })),
	file: fc.record({ scheme: of("file"), host: fc.oneof(host, fc.constant("")), directories: fc.array(text), name: text }),
	http: fc.record({
		scheme: of("http"),
		...place,
		path: encoded(";:@&=//"),
		searchpart: optional(encoded(";:@&=/?")),
		fragment: optional(encoded("/?")),
	}),
	gopher: fc.oneof(
		fc.record({ scheme: of("gopher"), ...place, type: of("0", "1", "?", "%", "\udcff"), selector: text, search: optional(text) }),
		fc.record({ scheme: of("gopher"), ...place, type: of("0"), selector: text, search: text, gopherPlus: plus }),
	),
	mailto: fc.record({ scheme: of("mailto"), address, headers: optional(fc.array(field, { minLength: 1 })) }),
	news: fc.oneof(
		fc.record({ scheme: of("news"), newsgroup: fc.oneof(group, fc.constant("*")) }),
		fc.record({ scheme: of("news"), messageId }),
	),
	nntp: fc.record({ scheme: of("nntp"), ...place, newsgroup: group, article: optional(fc.nat()) }),
	telnet: fc.tuple(account, fc.record({ scheme: of("telnet", "rlogin", "tn3270"), ...place })).map(([a, b]) => ({ ...a, ...b })),
	wais: fc.oneof(fc.record({ ...waisPlace, search: optional(text) }), fc.record({ ...waisPlace, type: text, path: encoded("") })),
	prospero: fc.record({
		scheme: of("prospero"),
		...place,
		name: text,
		fields: fc.array(field),
		version: optional(of("1", "02")),
	}),
	mid: fc.record({ scheme: of("mid"), messageId, contentId: optional(messageId) }),
	cid: fc.record({ scheme: of("cid"), contentId: messageId }),
	afs: fc.record({ scheme: of("afs"), cell: of("cell.dom", "c"), path: encoded("@&/") }),
	reserved: fc.record({ scheme: of("nfs", "mailserver", "z39.50"), schemePart: encoded(";?:@&=") }),
	experimental: fc.record({ scheme: of("x-", "x-foo"), schemePart: encoded(";?:@&=") }),
};

describe.each(Object.keys(URIS))("%s", (name) => {
	it("is written as an equivalent URI, even from nothing but its parts", () => {
		fc.assert(fc.property(URIS[name]!, expectSame), { numRuns: size(300, 100) });
	});

	it("is read back as the record that was written", () => {
		const property = fc.property(RECORDS[name]!, (record) => {
			expect(parts(formatScheme(record))).toEqual(JSON.parse(JSON.stringify(record)));
		});
		fc.assert(property, { numRuns: size(300, 100) });
	});
});

describe("hostile input", () => {
	const NAMES = "ftp file http gopher mailto news nntp telnet wais prospero mid cid afs nfs x-a url:ftp".split(" ");
	const BITS = [
		...'// / h @ : :80 % %0 %0D%0A %00 %09 %C3 ? # ; ;type= = & + 1= , " \\ [ [::1] é \ud800 \udcff * .'.split(" "),
		" ",
		"\t",
	];
	const hostile = fc
		.tuple(fc.constantFrom(...NAMES, ""), fc.constantFrom(":", "://", "://h/", ":a@b", ""), fc.array(fc.constantFrom(...BITS)))
		.map(([a, b, c]) => a + b + c.join(""));

	it("round-trips or throws a UriError with a code and an offset in the input", () => {
		const property = fc.property(fc.oneof(hostile, fc.string({ unit: "binary" })), (uri) => {
			try {
				parseScheme(uri);
			} catch (error) {
				if (!(error instanceof UriError)) throw error;
				expect(error.input).toBe(uri);
				expect(error.offset).toBeGreaterThanOrEqual(0);
				expect(error.offset).toBeLessThanOrEqual(uri.length);
				expect(error.rule !== undefined || error.code === "ill-formed-string").toBe(true);
				return;
			}
			expectSame(uri);
		});
		fc.assert(property, { numRuns: runs(5000) });
	});

	it("in a record round-trips or throws a UriError", () => {
		const any = fc.oneof(
			text,
			fc.string({ unit: "binary" }),
			fc.array(fc.constantFrom(...BITS)).map((bits) => bits.join("")),
		);
		const wrong = fc.oneof(
			fc.record({ scheme: of("ftp"), host: any, port: fc.double(), user: any, password: any, cwd: fc.array(any), name: any }),
			fc.record({ scheme: of("ftp"), host: of("h"), port: of(21), user: any, password: any, cwd: fc.array(any), name: any }),
			fc.record({ scheme: of("file"), host: any, directories: fc.array(any), name: any }),
			fc.record({ scheme: of("gopher"), host: of("h"), port: of(70), type: any, selector: any, search: any }),
			fc.record({
				scheme: of("gopher"),
				host: of("h"),
				port: of(70),
				type: of("0"),
				selector: any,
				search: any,
				gopherPlus: fc.record({ kind: of("form"), values: fc.array(any) }),
			}),
			fc.record({ scheme: of("mailto"), address: any, headers: fc.array(fc.record({ name: any, value: any })) }),
			fc.record({ scheme: of("news"), messageId: any }),
			fc.record({ scheme: of("nntp"), host: of("h"), port: of(119), newsgroup: any, article: fc.double() }),
			fc.record({ scheme: of("wais"), host: of("h"), port: of(210), database: any, search: any }),
			fc.record({
				scheme: of("prospero"),
				host: of("h"),
				port: of(1525),
				name: any,
				version: optional(any),
				fields: fc.array(fc.record({ name: any, value: any })),
			}),
			fc.record({ scheme: of("mid"), messageId: any, contentId: any }),
		) as fc.Arbitrary<SchemeRecord>;
		const property = fc.property(wrong, (record) => {
			let written: string;
			try {
				written = formatScheme(record);
			} catch (error) {
				if (!(error instanceof UriError)) throw error;
				return;
			}
			if (record.scheme === "file" && record.host.toLowerCase() === "localhost") return;
			expect(formatScheme({ ...parseScheme(written), uri: undefined })).toBe(written);
		});
		fc.assert(property, { numRuns: runs(5000) });
	});
});
