/**
 * Whether a path climbs, for the most gullible of all readers.
 *
 * ```
 *   /a/%252e%252e;x\b ─decode─▶ /a/%2e%2e;x\b ─decode─▶ /a/..;x\b ─split at / and \─▶ a, ..;x, b ─without ;…─▶ a, .., b
 * ```
 */
import { decode } from "./readers/octets";

/** Decodings until a path counts as climbing. All `25` behind one `%` go in one. */
const MAX_ROUNDS = 16;

/** Overlong UTF-8 of ASCII, whose last octet some decoders take for one of any value. */
const OVERLONG = /(?:[\xc0\xc1]|\xe0[\x80\x81]|\xf0\x80[\x80\x81]|\xf8\x80\x80[\x80\x81]|\xfc\x80\x80\x80[\x80\x81])[\0-\uffff]/g;
/** Full-width forms of what divides and climbs, as characters and as UTF-8: best fits of code pages, and NFKC. */
const WIDE: readonly (readonly [RegExp, string])[] = [
	[/\uff0e|\xef\xbc\x8e/g, "."],
	[/\uff0f|\xef\xbc\x8f/g, "/"],
	[/\uff3c|\xef\xbc\xbc/g, "\\"],
];

/**
 * Whether the path of a request target, or of a URL, has a segment that some reader takes for `..`: after one or more decodings, of
 * triplets, `%u002e` and overlong UTF-8; between `/` or `\`; before `;`, `?` or `#`; and with control characters or spaces left out, as
 * parsers strip them, or in front of one, where C strings end. A path that climbs is dangerous where one program checks it and another one opens what it names. `agree` answers another question:
 * whether readers differ, so it accepts `/a/../b` if all of them resolve it.
 *
 * Give it what the client sent, such as `req.url` of Node.js: `Request` and `URL` have resolved `..` and `%2e` already. Throws TypeError
 * unless it is a string.
 *
 * @example
 * ```ts
 * hasTraversal("/static/..%2f..%2fetc/passwd"); // true
 * hasTraversal("/public/..;/admin"); // true
 * hasTraversal("/a/%252e%252e/b"); // true
 * hasTraversal("/v1...v2/a..b/.well-known?next=../x"); // false
 * ```
 */
export function hasTraversal(target: string): boolean {
	if (typeof target !== "string") throw new TypeError("A target must be a string.");
	let path = (target.replace(/^[A-Za-z][A-Za-z0-9+.-]*:[/\\]{2}[^/\\?#]*/, "").split("?", 1)[0] as string).trim();
	for (let round = 0; round < MAX_ROUNDS; ++round) {
		if (climbs(path)) return true;
		const next = decodedOnce(path);
		if (next === path) return false;
		path = next;
	}
	return true;
}

function decodedOnce(path: string): string {
	const once = decode(path.replace(/%(?:25)+/g, "%25"));
	return once.replace(/%u00([0-7][0-9a-f])/gi, "%$1").replace(/%u(ff[0-9a-f]{2})/gi, (_, digits) => fromHex(digits));
}

function fromHex(digits: string): string {
	return String.fromCharCode(Number.parseInt(digits, 16));
}

function climbs(path: string): boolean {
	if (!/[.\x80-\uffff]/.test(path)) return false;
	const ascii = path.replace(OVERLONG, (units) => {
		const [lead, last] = [units.charCodeAt(units.length - 2), units.charCodeAt(units.length - 1)];
		return String.fromCharCode(((lead & 1) << 6) | (last & 0x3f));
	});
	const plain = WIDE.reduce((text, [wide, narrow]) => text.replace(wide, narrow), ascii);
	return plain.split(/[/\\]/).some((segment) => isDoubleDot(segment));
}

/** Without what follows `;`, `?` or `#`, and without control characters and spaces, or what follows those. */
function isDoubleDot(segment: string): boolean {
	const name = segment.split(/[;?#]/, 1)[0] as string;
	const isShort = name.trimStart().startsWith("..") && /^[^!-~\x80-\uffff]/.test(name.trimStart().slice(2));
	return isShort || name.replace(/[^!-~\x80-\uffff]+/g, "") === "..";
}
