/** Web addresses of the names in random policies: their hosts, paths, parameters and text directives, and neighbours of these. */
import { HOSTS, INDEX, NAMES } from "./random-policy";
import { texts } from "./texts";

/** One line in this many is plain. */
const PLAIN_SHARE = 3;

/** Random numbers, and choices by them. */
export interface Draw {
	next(limit: number): number;
	of<Value>(values: readonly Value[]): Value;
}

const SCHEMES = texts("http:// http:// http:// https:// https:// https:// HTTP:// // ftp:// x:// ∅");
const USERS = texts("∅ ∅ ∅ ∅ ∅ ∅ u@ u:p@ :@");
const SUBDOMAINS = texts("∅ ∅ ∅ www. www.www. WWW. www1. x. x.www. a m. amp. www.m.");
const MORE_HOSTS = texts(
	"[::1] [1:0:0:2::] [v1.a] [v1-a] [vF.a:] [::ffff:1.2.3.4] [1:2:3:4:5:6:7:8] [1:2:3:4:5:6:7::] [::1.2.3] [fe80::1%25a] h.. " +
		"co.uk www www. a.b.c.d.e.f a%2BA$Bc %7e%C3%A9A 017.0.0.1 1.2 0x7f.1 2130706433",
);
const HOST_ENDS = texts("∅ ∅ ∅ . .. :80 :443 :1 :8080 : .:80");
const SEGMENTS = texts(
	"a i b unsub index a.b ∅ ∅ . .. %61 %2e ref=1 amp ~ A p.aspx ;x=1 ;a=1;b http://b/a;ref=1 https://h/b ;jsessionid=1 " +
		"(S(0123456789abcdefghij0123)) " +
		"(A(0123456789abcdefghij0123)F(0123456789abcdefghij0123))",
);
const PATH_ENDS = texts(
	"∅ ∅ / // /index.html /INDEX.html /index.html/ /index.htm /index.htmll /%69ndex.html /.html /a.aspx /a.ASPX?b " +
		"/(A(0123456789abcdefghij0123)F(0123456789abcdefghij0123))/a.aspx",
);
const MORE_NAMES = texts(
	"PHPSESSID jsessionid cfid cftoken CFID aspsessionidabcdefgh utm_source c %3Fgclid amp;a a_id zz d a[ a{ \ue000 \uffe6a 😀 ∅",
);
const PARAMETER_VALUES = texts(
	"∅ = =1 =2 =0 =a =A =1 =a+b =a=b =%41 =é =0123456789abcdef0123456789abcdef =ABCDEFGHIJKLMNOPQRSTUVWX =http://h/?a=b " +
		"=https%3A%2F%2Fa.b%2Fa%3Fa%3D1 =https%253A%252F%252Fb%252Fi =//h/a",
);
const FRAGMENTS = texts("∅ ∅ ∅ # #a #!a #! #/a #:~:text=a #a:~:text=b #!a:~: #a:~ #:%7E:b #!/?a=1");

/** Pieces that rules find, and that have nothing else to change. */
const PLAIN_HOSTS = HOSTS.filter((name) => /^[a-z0-9.]+$/.test(name));
const PLAIN_PATHS = texts("/ / /a /b /a/b /a/i /x/y.html /index.html /a/p.aspx /unsub /ref=1/a");
const PLAIN_NAMES = texts("a b c id ref ref_id sid utm_x gclid x_y");
const PLAIN_VALUES = texts("∅ = =1 =2 =a =x.y-z =http://h/a");

/** A text, now and then with a character that is changed, encoded, doubled or left out. */
function near(draw: Draw, text: string): string {
	if (text === "" || draw.next(3) > 0) return text;
	const at = draw.next(text.length);
	const character = text.charAt(at);
	const code = character.charCodeAt(0);
	const isLower = character === character.toLowerCase();
	const changed = draw.of([
		"",
		character + character,
		isLower ? character.toUpperCase() : character.toLowerCase(),
		code < 0x80 ? `%${code.toString(16)}` : character,
		code < 0x80 ? String.fromCharCode(code ^ (1 << draw.next(6))) : "ß",
		String.fromCharCode(draw.next(0x80)),
	]);
	return text.slice(0, at) + changed + text.slice(at + 1);
}

function host(draw: Draw): string {
	const isOther = draw.next(4) === 0;
	const name = near(draw, draw.of(isOther ? MORE_HOSTS : HOSTS));
	return (isOther ? "" : draw.of(SUBDOMAINS)) + name + draw.of(HOST_ENDS);
}

function path(draw: Draw): string {
	const segments = Array.from({ length: draw.next(4) }, () => `/${near(draw, draw.of([...SEGMENTS, ...INDEX]))}`);
	return segments.join("") + draw.of(PATH_ENDS);
}

function query(draw: Draw): string {
	if (draw.next(5) === 0) return draw.of(["", "?", "?&", "??", "?=", "?a&", "?&a", "?=&="]);
	const pieces = Array.from({ length: 1 + draw.next(draw.of([3, 6, 40])) }, () => {
		const name = near(draw, draw.of(draw.next(3) === 0 ? MORE_NAMES : NAMES));
		return name + (draw.next(12) === 0 ? `=${String.fromCharCode(draw.next(0x80))}` : draw.of(PARAMETER_VALUES));
	});
	return `?${pieces.join(draw.of(["&", "&", "&", "&&", ";"]))}`;
}

/** An address that the URL Standard leaves as it is: fast paths decide which rules do, too. */
function plainText(draw: Draw): string {
	const pieces = Array.from({ length: draw.next(4) }, () => draw.of(PLAIN_NAMES) + draw.of(PLAIN_VALUES));
	const query = (draw.next(2) === 0 ? pieces : pieces.toSorted()).join("&");
	const start = draw.of(["http://", "https://"]) + draw.of(["", "", "www.", "x.", "m."]);
	return start + draw.of(PLAIN_HOSTS) + draw.of(PLAIN_PATHS) + (query && `?${query}`) + draw.of(["", "", "", "#a"]);
}

function policyLine(draw: Draw): Uint8Array {
	if (draw.next(PLAIN_SHARE) === 0) return Buffer.from(plainText(draw));
	const text = draw.of(SCHEMES) + draw.of(USERS) + host(draw) + path(draw) + query(draw) + draw.of(FRAGMENTS);
	return Buffer.from(text.replaceAll("\n", ""));
}

/** Bases, by kind of scheme and of path. */
const BASES = texts("x:a x:/a/b?c x:/.//a/b x://h/a/ file:///C:/a/b file:///C:a/b file://h/c|/ mailto:a@b data:,a ws://h:80");

/** A base: a web address, or one of another kind. */
export function someBase(draw: Draw): Uint8Array {
	return draw.next(2) === 0 ? policyLine(draw) : Buffer.from(near(draw, draw.of(BASES)));
}

export function policyLines(draw: Draw, count: number): Uint8Array[] {
	return Array.from({ length: count }, () => policyLine(draw));
}
