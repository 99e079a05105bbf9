/**
 * Generated URLs, by two grammars. Both make URLs of pieces, most of them ordinary, so that many are accepted; the second one then inserts,
 * replaces or removes single characters.
 */
import { random } from "../../bench/lists/random.mjs";

/** Pieces: those that are accepted, and those that are not. */
const SCHEMES = [
	["http", "https"],
	["HTTP", "hTTps", "ws", "ftp", ""],
];
const SLASHES = [["://"], [":", ":/", ":///", ":\\\\", "://\t", ":\\/", "//"]];
const USERS = [[""], ["u@", "u:p@", "a.test@", "@", "a.test:80@", "a.test\\@", "a.test%40", "a.test#@", "a.test?@", "a.test/@"]];
const LABELS = [
	[
		..."a b c a1 1a x-y x_y _dmarc -a a- a--b xn--bcher-kva xn--a xn--zca XN--A A aB 0 1 07 0x 0xg 1e3 com local".split(" "),
		"l".repeat(63),
	],
	[
		..."b\u00fccher fa\u00df \uff41 a%2eb a%00 a+b a~b a!b a*b a,b a;b a=b a'b a&b a$b (a) {a,b} [1-3]".split(" "),
		"l".repeat(64),
		"",
	],
];
const ENDS = [
	"test test test test example com t1 1t a-t a_t t- -t xn--zca localhost TEST".split(" "),
	["", "1", "0x1", "0x", "007", "te st", "test.", "test..", "test%2e", "t\u3002"],
];
const ADDRESSES = [
	[
		..."1.2.3.4 127.0.0.1 192.0.2.255 10.0.0.1 0.0.0.1 255.255.255.255 [::1] [2001:DB8::a] [1:2:3:4:5:6:7:8] [1::]".split(" "),
		..."[0:0:0:0:0:0:0:1] [2001:db8:0:0:1:0:0:1] [::7f00:1] [64:ff9b::1] [fe80::1] [::0001] [2002:7f00:1::]".split(" "),
	],
	[
		..."0.0.0.0 127.1 0177.0.0.1 0x7f.1 2130706433 1.2.3 1.2.3.256 01.2.3.4 [::] [::ffff:7f00:1] [::1.2.3.4]".split(" "),
		..."[fe80::1%25lo] [::1%1] [1::2::3] [:::1] [::00001] [v1.a] ::1".split(" "),
	],
];
const PORTS = [
	["", "", "", "", "", ":80", ":443", ":8080", ":1", ":65535", ":22", ":6000"],
	": :0 :080 :65536 :4294967376 :80a :+80 :80:81 :\uff18".split(" "),
];
const STARTS = [
	["/", "/", "/", "?", "#", ""],
	["\\", ";", "&"],
];
const TAILS = [
	[
		..."a b c / . .. // @ @b.test : :81 ? # = & % %2e %2f %zz %00 [ ] [1-3] {a,b} | ^ ` \" < > ' ( ) * + , ; ! $ ~ ://b.test/ /@b.test:81/".split(
			" ",
		),
		..."\u00e9 \u00df \uff0f \u3002 \ud83d\ude00 \u0301 \ufffd \u2100 \ue000".split(" "),
	],
	["\\", "\\@b.test", " ", "\t", "\0", "\u00ad", "\u200b", "\u2028"],
];
/** One piece in so many is one that is not accepted. */
const ODD = 16;
const CHARACTERS = [
	..."abz019/\\?#@:.%[]-_~!$&'()*+,;=|^\"<>{}` \t\n\r\0\x7f\x85\xa0\xad\u00df\u200b\u3002\uff0e\uff0f\uff1a\uff20\ufeff\ufffd",
];

/** Returns `count` different URLs, half of each grammar, for which `isWanted` holds. They are the same for the same seed. */
export function generatedUrls(count, seed = 59, isWanted = () => true) {
	const next = random(seed);
	const urls = new Set();
	while (urls.size < count) {
		const url = next(2) === 0 ? ofPieces(next) : mutated(next, ofPieces(next));
		if (isWanted(url)) urls.add(url);
	}
	return [...urls];
}

function ofPieces(next) {
	const pick = ([usual, odd]) => {
		const list = next(ODD) === 0 ? odd : usual;
		return list[next(list.length)];
	};
	const some = (max, lists) => Array.from({ length: next(max + 1) }, () => pick(lists));
	const host = next(4) === 0 ? pick(ADDRESSES) : [...some(3, LABELS), pick(ENDS)].join(".");
	const start = pick(STARTS);
	return [pick(SCHEMES), pick(SLASHES), pick(USERS), host, pick(PORTS), start, ...(start === "" ? [] : some(6, TAILS))].join("");
}

function mutated(next, url) {
	let text = url;
	for (let left = next(2); left >= 0; --left) {
		const at = next(text.length + 1);
		const character = next(4) === 0 ? "" : CHARACTERS[next(CHARACTERS.length)];
		text = text.slice(0, at) + character + text.slice(at + next(2));
	}
	return text.isWellFormed() ? text : url;
}
