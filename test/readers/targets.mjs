/**
 * Generated request targets, by two grammars, so that a reader is not made for one: segments and pieces that people have been at, with
 * whole forms that few have seen; and octets without structure, in which every octet comes raw and as a triplet, in every place.
 */
import { random } from "../../bench/lists/random.mjs";

const SEGMENTS = ["", "", ".", "..", "a", "b", "admin", "public", "a.b", "...", "a.", ".a", "~a", "a-b_c"];
const SLASHES = "/ / / / / / // /// \\ %2f %2F %5c %5C /./ /../ /%2e/ /%2e%2e/ /.%2E/".split(" ");
const PIECES = [
	..."%61 %41 %2e %2E %2d %7e %20 %2b + %25 %252e %252f %3f %23 %3b %3B ; ;x ;x=1 ..; .; %26 & = @ : ! $ ' ( * , \" < > ^ `".split(
		" ",
	),
	..."{ | } [ ] %5b %22 %3c %00 %01 %09 %0a %0d %0d%0a %1f %7f %80 %c3%a9 %C3%A9 %e2%82%ac %f0%9f%98%80 %ff %fe %c0%af".split(
		" ",
	),
	..."%c1%81 %f5 %ed%a0%80 %e2%82 %ef%bb%bf %u0061 % %% %2 %zz %a \x01 \t \x0b \x1f \x7f \x80 \xa0 \x85 \xc3\xa9 \xe9 \xff".split(
		" ",
	),
];
const QUERIES = '? ?a=1 ?a=1&b ?/../x ?%61=%2f ?a?b ?a#b # #b #b?c #/../c ?a=%zz ?a=\xe9 ?a="< ?a=\\ ?%00'.split(" ");
const HEADS = [
	..."http://example.test HTTP://EXAMPLE.TEST:80 https://example.test http://user@example.test ftp://example.test".split(" "),
	..."//example.test http: http:/ a .. . * ?".split(" "),
];

/** Between these, octets of the second grammar stand. */
const DELIMITERS = "/ / / ? # ?# #? ; : @ . .. & = % \\ * + // /../ /./".split(" ");
/** Starts of targets in the second grammar. */
const STARTS = [..."/ / / / / / /".split(" "), "", ..."* a: A-b+c.9: mailto: http: http:/ 1: http://example.test".split(" ")];

/** Returns `count` different targets, half of each grammar, the same for the same seed. None has a space, CR or LF. */
export function generatedTargets(count, seed = 34) {
	const half = Math.ceil(count / 2);
	const targets = new Set(structuredTargets(half, seed));
	return [...collect(targets, count, unstructured(random(seed + 1)))];
}

/** Those of the first grammar only. */
export function structuredTargets(count, seed = 34) {
	return [...collect(new Set(), count, structured(random(seed)))];
}

function collect(targets, count, grammar) {
	while (targets.size < count) {
		const target = grammar();
		if (!NOT_SENT.test(target)) targets.add(target);
	}
	return targets;
}

/** Targets that are not sent: readers do not model how servers compare the host of a target to the field Host. A space, CR or LF ends a target. */
const NOT_SENT = /[ \r\n]|^$|^[a-z][a-z0-9+.-]*:\/\/(?!(?:user@)?example\.test(?::80)?(?:[/?]|$))/i;

function structured(next) {
	const pick = (list) => list[next(list.length)];
	/** Whether an event with a chance of `percent` happens. */
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
	return () => {
		const head = chance(8) ? pick(HEADS) : "";
		const tail = chance(20) ? pick(QUERIES) : "";
		return head + (head !== "" && chance(20) ? "" : path()) + tail;
	};
}

function unstructured(next) {
	const pick = (list) => list[next(list.length)];
	const digits = () => next(256).toString(16).padStart(2, "0");
	const triplet = () => `%${next(2) === 0 ? digits() : digits().toUpperCase()}`;
	const kinds = [
		() => pick(DELIMITERS),
		() => pick(DELIMITERS),
		() => String.fromCharCode(97 + next(26)),
		() => String.fromCharCode(33 + next(94)),
		triplet,
		() => (next(4) === 0 ? String.fromCharCode(next(256)) : String.fromCharCode(48 + next(10))),
	];
	return () => {
		let text = pick(STARTS);
		for (let left = next(9); left > 0; --left) text += pick(kinds)();
		return text;
	};
}
