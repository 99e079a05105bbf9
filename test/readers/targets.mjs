/** Generated request targets: what is left of a path that people have been at, and whole forms that few have seen. */
import { random } from "../../bench/lists/random.mjs";

const SEGMENTS = ["", "", ".", "..", "a", "b", "admin", "public", "a.b", "...", "a.", ".a", "~a", "a-b_c"];
const SLASHES = [
	"/",
	"/",
	"/",
	"/",
	"/",
	"/",
	"//",
	"///",
	"\\",
	"%2f",
	"%2F",
	"%5c",
	"%5C",
	"/./",
	"/../",
	"/%2e/",
	"/%2e%2e/",
	"/.%2E/",
];
const PIECES = [
	"%61",
	"%41",
	"%2e",
	"%2E",
	"%2d",
	"%7e",
	"%20",
	"%2b",
	"+",
	"%25",
	"%252e",
	"%252f",
	"%3f",
	"%23",
	"%3b",
	"%3B",
	";",
	";x",
	";x=1",
	"..;",
	".;",
	"%26",
	"&",
	"=",
	"@",
	":",
	"!",
	"$",
	"'",
	"(",
	"*",
	",",
	'"',
	"<",
	">",
	"^",
	"`",
	"{",
	"|",
	"}",
	"[",
	"]",
	"%5b",
	"%22",
	"%3c",
	"%00",
	"%01",
	"%09",
	"%0a",
	"%0d",
	"%0d%0a",
	"%1f",
	"%7f",
	"%80",
	"%c3%a9",
	"%C3%A9",
	"%e2%82%ac",
	"%f0%9f%98%80",
	"%ff",
	"%fe",
	"%c0%af",
	"%c1%81",
	"%f5",
	"%ed%a0%80",
	"%e2%82",
	"%ef%bb%bf",
	"%u0061",
	"%",
	"%%",
	"%2",
	"%zz",
	"%a",
	"\x01",
	"\t",
	"\x0b",
	"\x1f",
	"\x7f",
	"\x80",
	"\xa0",
	"\x85",
	"\xc3\xa9",
	"\xe9",
	"\xff",
];
const QUERIES = [
	"?",
	"?a=1",
	"?a=1&b",
	"?/../x",
	"?%61=%2f",
	"?a?b",
	"?a#b",
	"#",
	"#b",
	"#b?c",
	"#/../c",
	"?a=%zz",
	"?a=\xe9",
	'?a="<',
	"?a=\\",
	"?%00",
];
const HEADS = [
	"http://example.test",
	"HTTP://EXAMPLE.TEST:80",
	"https://example.test",
	"http://user@example.test",
	"ftp://example.test",
	"//example.test",
	"http:",
	"http:/",
	"a",
	"..",
	".",
	"*",
	"?",
];

/** Returns `count` different targets, of Latin-1, the same for the same seed. None has a space, CR or LF. */
export function generatedTargets(count, seed = 34) {
	const next = random(seed);
	const pick = (list) => list[next(list.length)];
	/** Whether something happens that does in so many percent of cases. */
	const chance = (percent) => next(100) < percent;
	const segment = () => {
		let text = pick(SEGMENTS);
		for (let left = next(3); left > 0; --left) text += chance(60) ? pick(PIECES) : pick(SEGMENTS);
		return text;
	};
	const path = () => {
		let text = "/";
		for (let left = next(4); left >= 0; --left) text += segment() + (left > 0 || chance(30) ? pick(SLASHES) : "");
		return text;
	};
	const targets = new Set();
	while (targets.size < count) {
		const head = chance(8) ? pick(HEADS) : "";
		const tail = chance(20) ? pick(QUERIES) : "";
		const target = head + (head !== "" && chance(20) ? "" : path()) + tail;
		// How servers compare the host of a target to the field Host is not what a reader says.
		if (!/^[a-z]+:\/\/(?!(?:user@)?example\.test(?::80)?(?:[/?]|$))/i.test(target)) targets.add(target);
	}
	return [...targets];
}
