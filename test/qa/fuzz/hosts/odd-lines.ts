/** Web addresses in which one or two pieces are odd, each the subject of a single rule of a profile. */

import { texts } from "../texts";
import type { KernelPair } from "./kernel-pair";
import type { Lines, Scene } from "./lines";

const BASES = texts(
	"http://a.com/b/c https://www.example.com/a/?b=c&d=e http://example.com/ http://u:p@h.co.uk:80/x;y=z?q#f " +
		"http://10.0.0.1:8080/a%2Fb https://sub.a-b.example/index.html?x=1&x=2&=&y ftp://h/a;type=A http://[::1]/%7Ea?%41 //a.com/b " +
		"a/b?c=d https://www.b.org/p?sid=1&utm_source=a&b=1&b=0&c http://h//a http://1/ http://[1:0:0:2::3]/ http://a.com " +
		"https://h?b=1&a=2#c file:///c|/../a file:///c;/../a",
);
const PIECES = texts(
	". /. .. /.. \x0b &x=%31 &x=0 &X=2 https:// www.www. \u2047 \u2048 \u2100 \u2a74 \ufe13 \uff0f \uff1a \uff20 \u3002 \u00a0 " +
		"\u1680 \u2000 \u2010 \u2028 \u2029 \u202f \u205f \u3000 \ufeff ß İ \u00ad 😀 %2e %2E%2e/ /../ /./ /../../ /././ // \\ " +
		";jsessionid=0123456789abcdef0123456789ABCDEF &jsessionid=0123456789abcdef0123456789abcdef " +
		"PHPSESSID=0123456789abcdef0123456789abcdef& &sid=0123456789abcdef0123456789abcdef " +
		"aspsessionidABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX &cfid=1&cftoken=2& &cfid=&cftoken=2 &cfid=1&cftoken= &cfid=1&b&cftoken=2 " +
		"(S(0123456789abcdefghij0123))/ utm_source=x& &utm_medium= &ref= www. www12. 0x7f.1 017.0.0.256 %00 %c3%a9 %C3%28 %25%32%35 % " +
		"%4 #! ? && &amp; = + · \t \r \r\t : :0 :65536 @ xn--a xn--mnchen-3ya [v1.a] [::1.2.3.4] :~:text=a",
).map((piece) => Buffer.from(piece));

/** A line. Half of the pieces are a single octet, whichever. */
function oddLine(pair: KernelPair): Uint8Array {
	let line: Uint8Array = Buffer.from(pair.of(BASES));
	for (let count = 1 + pair.next(2); count > 0; --count) {
		const at = pair.next(4) === 0 ? line.length : pair.next(line.length);
		const octet = pair.next(256);
		const piece = pair.next(2) === 0 ? pair.of(PIECES) : Uint8Array.of(octet === 0x0a ? 0x0b : octet);
		line = Buffer.concat([line.subarray(0, at), piece, line.subarray(at)]);
	}
	return line;
}

export function oddLines(pair: KernelPair, count: number): Lines {
	return Array.from({ length: count }, () => oddLine(pair));
}

/** These lines, or odd ones. */
export function withOdd(pair: KernelPair, lines: Lines): Lines {
	return pair.next(3) > 0 ? lines : oddLines(pair, 1 + pair.next(12));
}

/** A scene with these lines, or with odd ones. */
export function onOdd(scene: Scene): Scene {
	return (pair, lines) => scene(pair, withOdd(pair, lines));
}
