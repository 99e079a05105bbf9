/** References of every shape that the URL Standard's parser distinguishes, valid or not. */
import fc from "fast-check";

const oneOf = (...texts: string[]) => fc.constantFrom(...texts);
const some = (part: fc.Arbitrary<string>, max: number) => fc.array(part, { maxLength: max }).map((parts) => parts.join(""));

const scheme = oneOf(..."http: https: HTTP: ws: wss: ftp: file: foo: a+b-.: mailto: ht\ttp: 1:".split(" "), "");
const slashes = oneOf("//", "//", "//", "//", "/", "", "\\\\", "\\/", "///", "////");
const credentials = oneOf("", "", "", "", "u@", "u:p@", ":@", "@", ":p@", "a@b@", "é|^@", "%40:x:y@");
const label = oneOf(..."a B example com xn--a xn--bcher-kva 0x7f 0X 1 08 256 4294967296 %41 %2e %zz".split(" "));
const odd = oneOf(..."_ ~ * ^ | < %00 %7f [ ] \u00ad é \u0130 ＜ ． { ` \u0301 \ud800".split(" "), " ");
const domain = fc
	.array(fc.oneof({ weight: 12, arbitrary: label }, { weight: 1, arbitrary: odd }), { maxLength: 5 })
	.map((labels) => labels.join("."));
const literal = oneOf(..."[::1] [1:2:3:4:5:6:7:8] [::ffff:1.2.3.4] [1::2:0:0:3] [:: [v1.a] [1:2] [::1%25a] [0:0::0]x".split(" "));
const host = fc.oneof(
	{ weight: 5, arbitrary: domain },
	{ weight: 1, arbitrary: literal },
	oneOf("localhost", "C:", "C|", "1.2.3", "0x7f.1."),
);
const port = oneOf("", "", "", ":", ":80", ":443", ":0080", ":65536", ":8a", ":21", ":0", ":99999999999");
const segment = oneOf(..."a b . .. %2e .%2E ... C: c| é %c3%a9 %4 ^ | {} a\tb 😀 ~ ' ;x=1".split(" "), "", " ", '"<>`');
const separator = oneOf("/", "/", "/", "/", "\\", "//");
const path = some(
	fc.tuple(separator, segment).map(([slash, text]) => slash + text),
	6,
);
const query = fc.oneof(
	fc.constant(""),
	some(oneOf("a=b", "&", "'", '"', "#", "é", "%zz", " ", "+", "\\", "?", "^", "`", "\n"), 5).map((text) => `?${text}`),
);
const fragment = fc.oneof(
	fc.constant(""),
	some(oneOf("a", "`", "<", " ", "é", "^", "#", "{", "\0", ":~:text=x", "!/x"), 4).map((text) => `#${text}`),
);
const ends = oneOf("", "", "", "", "", " ", "\u0000", "\t\n", "\u001f ");

/** References with and without scheme. */
export const reference = fc
	.tuple(ends, scheme, slashes, credentials, host, port, path, query, fragment, ends)
	.map((parts) => parts.join(""));

/** The same without authority: paths, queries and fragments, mostly relative. */
export const relativeReference = fc
	.tuple(oneOf("", "", "", "", "http:", "file:", "foo:"), segment, path, query, fragment, ends)
	.map((parts) => parts.join(""));

/** Base URLs that parse, of each kind. */
export const base = oneOf(
	..."http://user:pw@example.com:81/a/b/c?q#f https://h ftp://h/a/ file:///C:/a/b?q file://host/a/b file:/// file:///a".split(
		" ",
	),
	..."foo://h/a/b?q#f foo://h foo:/a/b foo:/.//b/c foo:a/b?q mailto:a@b about:blank#f foo:/ foo:///".split(" "),
);
