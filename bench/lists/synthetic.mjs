/**
 * Generates a list of references like those of a crawl, whose duplicates are known in advance. All hosts are in the reserved
 * domain `.example`.
 */
import { random } from "./random.mjs";

const WORDS =
	"about archive article blog book cart category contact data de docs en events faq feed file fr gallery help home image index item job library list login map media member news page photo post press privacy product profile project public question read report research review rss search section service shop site sport store story tag team terms test topic user video view watch weather week wiki world".split(
		" ",
	);
const ENDINGS = ["", "", "", ".html", ".php", "/", "/", ".jpg", ".pdf"];
const HOSTS = 50000;
/** Per 1,000 lines: copies of earlier lines, other spellings of earlier lines, and lines that cannot be normalized. */
const COPIES = 280;
const SPELLINGS = 60;
const INVALID = 1;

/**
 * Generates a list. Deterministic for given `count` and `seed`.
 *
 * @param {number} count number of lines
 * @param {number} seed
 * @returns {{ octets: Uint8Array, classes: number, invalid: number }} the lines, each ended by LF; the number of equivalence
 * classes; the number of lines that cannot be normalized
 */
export function syntheticList(count, seed) {
	const next = random(seed);
	const pick = (list) => list[next(list.length)];
	const normal = [];
	const lines = [];
	let invalid = 0;
	for (let index = 0; index < count; ++index) {
		const kind = next(1000);
		if (kind < INVALID) {
			++invalid;
			lines.push(pick(["http://[", "http://host.example:port/", "1http://host.example/", "https:///"]) + index);
		} else if (kind < INVALID + COPIES && normal.length > 0) {
			lines.push(pick(normal));
		} else if (kind < INVALID + COPIES + SPELLINGS && normal.length > 0) {
			lines.push(respell(pick(normal), next));
		} else {
			normal.push(fresh(normal.length, next, pick));
			lines.push(normal.at(-1));
		}
	}
	lines.push("");
	return { octets: new TextEncoder().encode(lines.join("\n")), classes: normal.length, invalid };
}

/** A reference in normal form. `number` makes it unique. */
function fresh(number, next, pick) {
	const host = `${pick(["www.", "", "", "blog."])}${pick(WORDS)}-${next(1 + next(HOSTS))}.example`;
	const folders = Array.from({ length: next(4) }, () => `${pick(WORDS)}/`).join("");
	const query = next(3) === 0 ? `?id=${next(1000)}&${pick(WORDS)}=${pick(WORDS)}` : "";
	const fragment = next(40) === 0 ? `#${pick(WORDS)}` : "";
	const letters = next(30) === 0 ? pick(["%C3%A9t%C3%A9-", "~", "%E7%B4%8D-"]) : "";
	return `${pick(["http", "https"])}://${host}/${folders}${letters}${pick(WORDS)}-${number}${pick(ENDINGS)}${query}${fragment}`;
}

/** An equivalent spelling of a reference in normal form. */
function respell(reference, next) {
	const [, scheme, host, rest] = /^(\w+):\/\/([^/]+)(.*)$/.exec(reference);
	switch (next(7)) {
		case 0:
			return `${scheme.toUpperCase()}://${host}${rest}`;
		case 1:
			return `${scheme}://${host.toUpperCase()}${rest}`;
		case 2:
			return `${scheme}://${host}:${scheme === "http" ? 80 : 443}${rest}`;
		case 3:
			return `${scheme}://${host}:${rest}`;
		case 4:
			return `${scheme}://${host}/./here/..${rest}`;
		case 5:
			return `${scheme}://${host}${rest.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`;
		default:
			return ` ${reference}\r`;
	}
}
