/** Generators of hostile references and lines. */
import fc from "fast-check";

/** Text that means something in some component of a reference, or almost does. */
const PIECES = [
	..."abzABZ019-._~:/?#[]@!$&'()*+,;=%\"<>\\^`{|} \t\r\n\u0000\u001f\u007f",
	..."éüß。\u00ad\ufeff納😀",
	"http://", "HTTP://", "https://", "HTTPS:", "ws://", "ftp://", "gopher://", "file:", "file://localhost", "mailto:", "urn:", "URN:uuid:",
	"tel:+1-", "data:", "x:", "X-y+z.1://", "javascript:", "news:", "coap://", "ldap://", "//", "///", "/.", "/..", "./", "../", "..", "%2e", "%2E%2e",
	"%41", "%7e", "%2f", "%2F", "%00", "%ff", "%c3%a9", "%C3%A9", "%25", "%2541", "%4", "%zz", "%%", "[::1]", "[2001:DB8::0:1]",
	"[::ffff:1.2.3.4]", "[1:2:3:4:5:6:7:8]", "[fe80::1%25eth0]", "[fe80::1%eth]", "[fe80::1%26a]", "[v1.a]", "[::1", "]", "example.com", "EXAMPLE.com", "localhost", "127.0.0.1",
	"0x7f.1", "xn--bcher-kva", "bücher", ":80", ":443", ":0080", ":", ":8a", "@", "user:pass@", "a@b@", ";type=A", ";ext=1", ";b=2", ";a", "?to=a@B", "&To=c@D", "&x=1",
	"?Subject=A", "TEXT/Plain", ";BASE64,", ",", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "isbn:", "?", "#", "#a", "",
] as const; // biome-ignore format: a list of pieces

/** Hosts of lengths around the block of the guard, and long runs of one piece. */
const long = fc.oneof(
	fc.integer({ min: 45, max: 80 }).map((length) => `${"h".repeat(length)}.example`),
	fc
		.tuple(fc.constantFrom("../", "%2e", "a/../", "%", "/", ".", "[", "@", ":", "é", "a"), fc.integer({ min: 1, max: 120 }))
		.map(([piece, times]) => piece.repeat(times)),
);

const piece = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: long });

/** Random pieces. */
const soup = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));

/** References with a scheme and random pieces as components. */
const shaped = fc
	.tuple(
		fc.constantFrom("http://", "https://", "HTTP://", "ftp://", "ws://", "x://", "file://", "//", "ldap://", "gopher://"),
		fc.oneof(fc.constantFrom("example.com", "EXAMPLE.com:80", "h", "ü.example", "u@h:0443", "[::1]", "0x7f.1"), long, soup),
		fc.array(fc.tuple(fc.constantFrom("/", "/.", "/..", "/%2e", "?", "#", "//"), piece), { maxLength: 6 }),
	)
	.map(([scheme, host, rest]) => scheme + host + rest.flat().join(""));

/** Hostile references, as strings without lone surrogates. */
export const hostileReference: fc.Arbitrary<string> = fc.oneof(soup, shaped);

/** References of schemes with a rule of their own. */
export const opaqueReference: fc.Arbitrary<string> = fc
	.tuple(fc.constantFrom("mailto:", "tel:", "urn:", "data:", "file:", "gopher://h/", "ftp://h/", "URN:UUID:"), soup)
	.map((parts) => parts.join(""));

/** Hostile octets, UTF-8 or not. */
export const hostileOctets: fc.Arbitrary<Uint8Array> = fc.oneof(
	fc.oneof(hostileReference, opaqueReference).map((text) => new TextEncoder().encode(text)),
	fc.uint8Array({ maxLength: 60 }),
	fc
		.tuple(fc.constantFrom("http://h/", "x:", "mailto:", "//"), fc.uint8Array({ maxLength: 40 }))
		.map(([start, octets]) => Uint8Array.from([...new TextEncoder().encode(start), ...octets])),
);

/** Lines of hostile octets. Some end with CR LF; the last one may have no end. */
export const hostileLines: fc.Arbitrary<Uint8Array> = fc
	.tuple(
		fc.array(fc.tuple(fc.oneof(hostileOctets, clean()), fc.constantFrom("\n", "\n", "\r\n")), { maxLength: 12 }),
		fc.oneof(fc.constant(""), hostileReference, fc.constant("\r")),
		fc.boolean(),
	)
	.map(([lines, last, isMarked]) => {
		const parts = lines.flatMap(([line, end]) => [line.filter((octet) => octet !== 0x0a), new TextEncoder().encode(end)]);
		return Uint8Array.from([
			...(isMarked ? [0xef, 0xbb, 0xbf] : []),
			...parts.flatMap((part) => [...part]),
			...new TextEncoder().encode(last.replaceAll("\n", "")),
		]);
	});

/** Lines in normal form. */
function clean(): fc.Arbitrary<Uint8Array> {
	return fc
		.tuple(
			fc.constantFrom("http://", "https://"),
			fc.stringMatching(/^[a-z0-9.-]{1,70}$/),
			fc.stringMatching(/^[a-z0-9/_~?=&-]{0,90}$/),
		)
		.map((parts) => new TextEncoder().encode(`${parts[0]}${parts[1]}/${parts[2]}`));
}
