/**
 * Hosts and paths in patterns of lists, as URLs have them: hosts in A-labels, lower case and without final dot, paths in triplets.
 * A pattern meets a URI, in which nothing is beyond ASCII.
 */
import type { ToAscii } from "../../engine/idna";
import { SCHEME_CHARACTER, TRIPLET } from "../../grammar/patterns";
import { FORBIDDEN } from "../idna/idna-of-host";
import { Unsupported } from "./list-reports";

const BEYOND_ASCII = /[^\0-\x7f]/;
/** The parts of a host that are converted: characters beyond ASCII, and triplets. */
const IN_NEED = new RegExp(`[^\\0-\\x7f]|${TRIPLET}`, "i");
/** The text before the host, the host, and the rest. A scheme may contain stars. */
const HOST_OF_PATTERN = new RegExp(`^(\\|\\||\\|?(?:${SCHEME_CHARACTER}|\\*)+://|://)([^/^|?:]*)(.*)$`, "is");
/** The dots of UTS #46. */
const DOTS = /[。．｡]/g;
/** An empty label before a dot, which no host has. */
const EMPTY_LABEL = /^\.|\.\./;
const IPV4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})(?:\.|$)){4}$/;

/** A host as URLs have it. Throws Unsupported if it is none. */
export function asciiHost(host: string, toAscii: ToAscii): string {
	const text = decoded(host)?.replace(DOTS, ".").replace(/\.$/, "");
	const ascii =
		text === undefined || FORBIDDEN.test(text) || EMPTY_LABEL.test(text)
			? undefined
			: BEYOND_ASCII.test(text)
				? toAscii(text)
				: text.toLowerCase();
	const isName = ascii !== undefined && ascii !== "" && (!/(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$/.test(ascii) || IPV4.test(ascii));
	if (isName) return ascii;
	throw new Unsupported("unsupported-host", `"${host.slice(0, 60)}" is not a host name`);
}

function decoded(host: string): string | undefined {
	try {
		return host.includes("%") ? decodeURIComponent(host) : host;
	} catch {
		return undefined;
	}
}

/** A pattern with "*", "^" and "|": the host follows "||" or "://". Throws Unsupported. */
export function inAscii(pattern: string, toAscii: ToAscii): string {
	const [, start = "", host = "", rest = pattern] = HOST_OF_PATTERN.exec(pattern) ?? [];
	const [head = ""] = pattern.split("/", 1);
	if (start === "" && head.includes(".") && BEYOND_ASCII.test(head)) throw partOfLabel(head);
	if (EMPTY_LABEL.test(host))
		throw new Unsupported("unsupported-host", `"${host.slice(0, 60)}" has an empty label, as no host has`);
	return start + hostOfPattern(host, rest, toAscii) + inTriplets(rest);
}

/** Parts between stars. One next to a star may be a part of a label, which has no A-label. */
function hostOfPattern(host: string, rest: string, toAscii: ToAscii): string {
	if (!IN_NEED.test(host) && !host.endsWith(".")) return host;
	const parts = host.replace(DOTS, ".").split("*");
	return parts
		.map((part, index) => {
			const isLast = index === parts.length - 1;
			const [, before = "", labels = "", after = ""] = /^(\.?)(.*?)(\.?)$/s.exec(part) as unknown as string[];
			if (!IN_NEED.test(labels)) return isLast && rest !== "" ? before + labels : part;
			const isWhole = (index === 0 || before !== "") && (isLast ? rest !== "" : after !== "");
			if (!isWhole) throw partOfLabel(labels);
			return before + asciiHost(labels, toAscii) + (isLast ? "" : after);
		})
		.join("*");
}

/** Characters beyond ASCII as URLs have them in paths. */
function inTriplets(text: string): string {
	return text.replace(/[^\0-\x7f]+/g, (characters) => encodeURIComponent(characters));
}

/** An escape, a class, a group's start, a run of characters of labels, or one other character. */
const TOKEN = new RegExp(
	`\\\\[\\s\\S]|\\[(?:\\\\[\\s\\S]|[^\\]\\\\])*\\]|\\(\\?[:=!]|(?:[\\w-]|[^\\0-\\x7f]|${TRIPLET})+|[\\s\\S]`,
	"giu",
);
/** Characters examined on each side of a label. The limit keeps the work linear. */
const NEIGHBOURS = 16;
/** The text that may precede and follow a label in an expression. */
const BEFORE_LABEL = /(?:^|[/.(:|^]|\)(?:[*+?]|\{[0-9,]*\})?\??)$/;
const AFTER_LABEL = /^(?:$|\\?[/.:?]|[)|$(]|\[\^?[/?])/;

/**
 * Converts an expression. Hosts precede the first "/" after "://" in each alternative; without "://", a dot is next to them.
 * Throws Unsupported.
 */
export function expressionInAscii(source: string, toAscii: ToAscii): string {
	if (!IN_NEED.test(source)) return source;
	const scheme = /:(?:\\?\/){2}/.exec(source);
	const hostsFrom = scheme === null ? 0 : scheme.index + scheme[0].length;
	/** Whether the path has begun, and whether it had at the start of each open group. */
	let isPath = false;
	const groups: boolean[] = [];
	return source.replace(TOKEN, (token, at: number) => {
		if (at < hostsFrom) return token;
		if (token.startsWith("(")) groups.push(isPath);
		else if (token === "|") isPath = groups.at(-1) ?? false;
		else if (token === ")") groups.pop();
		else if (token === "/" || token === "\\/") isPath = true;
		if (token.startsWith("[") || token.startsWith("\\") || !IN_NEED.test(token)) return token;
		const [before, after] = [
			source.slice(Math.max(at - NEIGHBOURS, 0), at),
			source.slice(at + token.length, at + token.length + NEIGHBOURS),
		];
		const isHost = !isPath && (scheme !== null || (BEYOND_ASCII.test(token) && (before.endsWith(".") || /^\\?\./.test(after))));
		if (isHost) return labelOf(token, before, after, toAscii);
		return token.replace(/[^\0-\x7f]/gu, (character) => `(?:${encodeURIComponent(character)})`);
	});
}

function labelOf(label: string, before: string, after: string, toAscii: ToAscii): string {
	if (BEFORE_LABEL.test(before) && AFTER_LABEL.test(after)) return asciiHost(label, toAscii).replaceAll(".", "\\.");
	throw partOfLabel(label);
}

function partOfLabel(text: string): Unsupported {
	return new Unsupported("unsupported-host", `"${text.slice(0, 60)}" may be a part of a label, which has no A-label`);
}
