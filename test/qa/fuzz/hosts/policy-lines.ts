/** Web addresses of the names in random policies: their hosts, paths, parameters and text directives, and neighbours of these. */
import { HOSTS, INDEX, NAMES } from "../random-policy";
import { texts } from "../texts";
import type { KernelPair } from "./kernel-pair";
import type { Lines } from "./lines";

const SCHEMES = texts("http:// https:// HTTP:// // ftp:// x:// ∅");
const USERS = texts("∅ ∅ ∅ u@ u:p@ :@");
const SUBDOMAINS = texts("∅ ∅ www. www.www. WWW. www1. x. x.www. a");
const MORE_HOSTS = texts(
	"[::1] [1:0:0:2::] [v1.a] [v1-a] [vF.a:] [::ffff:1.2.3.4] [1:2:3:4:5:6:7:8] [1:2:3:4:5:6:7::] [::1.2.3] [fe80::1%25a] h.. " +
		"co.uk www www. a.b.c.d.e.f a%2BA$Bc %7e%C3%A9A",
);
const HOST_ENDS = texts("∅ ∅ ∅ . .. :80 :443 :1 :8080 : .:80");
const SEGMENTS = texts(
	"a i b unsub index a.b ∅ ∅ . .. %61 %2e ;jsessionid=1 (S(0123456789abcdefghij0123)) " +
		"(A(0123456789abcdefghij0123)F(0123456789abcdefghij0123))",
);
const PATH_ENDS = texts(
	"∅ ∅ / // /index.html /INDEX.html /index.html/ /index.htm /index.htmll /%69ndex.html /.html /a.aspx /a.ASPX?b " +
		"/(A(0123456789abcdefghij0123)F(0123456789abcdefghij0123))/a.aspx",
);
const MORE_NAMES = texts(
	"PHPSESSID jsessionid cfid cftoken CFID aspsessionidabcdefgh utm_source c %3Fgclid a[ a{ \ue000 \uffe6a 😀 ∅",
);
const PARAMETER_VALUES = texts("∅ = =1 =0 =a =1 =a=b =%41 =0123456789abcdef0123456789abcdef =ABCDEFGHIJKLMNOPQRSTUVWX =é");
const FRAGMENTS = texts("∅ ∅ ∅ # #a #!a #! #/a #:~:text=a #a:~:text=b #!a:~: #a:~ #:%7E:b #!/?a=1");

/** A text, now and then with a character that is changed, encoded, doubled or left out. */
function near(pair: KernelPair, text: string): string {
	if (text === "" || pair.next(3) > 0) return text;
	const at = pair.next(text.length);
	const character = text.charAt(at);
	const code = character.charCodeAt(0);
	const isLower = character === character.toLowerCase();
	const changed = pair.of([
		"",
		character + character,
		isLower ? character.toUpperCase() : character.toLowerCase(),
		code < 0x80 ? `%${code.toString(16)}` : character,
		code < 0x80 ? String.fromCharCode(code ^ (1 << pair.next(6))) : "ß",
		String.fromCharCode(pair.next(0x80)),
	]);
	return text.slice(0, at) + changed + text.slice(at + 1);
}

function host(pair: KernelPair): string {
	const isOther = pair.next(4) === 0;
	const name = near(pair, pair.of(isOther ? MORE_HOSTS : HOSTS));
	return (isOther ? "" : pair.of(SUBDOMAINS)) + name + pair.of(HOST_ENDS);
}

function path(pair: KernelPair): string {
	const segments = Array.from({ length: pair.next(4) }, () => `/${near(pair, pair.of([...SEGMENTS, ...INDEX]))}`);
	return segments.join("") + pair.of(PATH_ENDS);
}

function query(pair: KernelPair): string {
	if (pair.next(5) === 0) return pair.of(["", "?", "?&", "??", "?=", "?a&", "?&a", "?=&="]);
	const pieces = Array.from({ length: 1 + pair.next(pair.of([3, 6, 40])) }, () => {
		const name = near(pair, pair.of(pair.next(3) === 0 ? MORE_NAMES : NAMES));
		return name + (pair.next(12) === 0 ? `=${String.fromCharCode(pair.next(0x80))}` : pair.of(PARAMETER_VALUES));
	});
	return `?${pieces.join(pair.of(["&", "&", "&", "&&", ";"]))}`;
}

function policyLine(pair: KernelPair): Uint8Array {
	const text = pair.of(SCHEMES) + pair.of(USERS) + host(pair) + path(pair) + query(pair) + pair.of(FRAGMENTS);
	return Buffer.from(text.replaceAll("\n", ""));
}

/** Bases, by kind of scheme and of path. */
const BASES = texts("x:a x:/a/b?c x:/.//a/b x://h/a/ file:///C:/a/b file:///C:a/b file://h/c|/ mailto:a@b data:,a ws://h:80");

/** A base: a web address, or one of another kind. */
export function someBase(pair: KernelPair): Uint8Array {
	return pair.next(2) === 0 ? policyLine(pair) : Buffer.from(near(pair, pair.of(BASES)));
}

export function policyLines(pair: KernelPair, count: number): Lines {
	return Array.from({ length: count }, () => policyLine(pair));
}
