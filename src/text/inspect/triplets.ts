/** Findings in percent-encoded data. */
import type { Component } from "../../errors";
import { HEX_PAIR } from "../../grammar/patterns";
import type { Finding, FindingCode } from "./finding";
import type { Subject } from "./subject";

/** Finds triplets that have a meaning for a protocol, a server or a second decoder. Reports the first of each kind in a component. */
export function findInTriplets(subject: Subject): Finding[] {
	if (!subject.reference.includes("%")) return [];
	return [...delimiters(subject), ...slashes(subject), ...dotSegments(subject), ...doubleEncodings(subject)];
}

/** The components sent to a server. A fragment is not (§3.5). */
const SENT = ["userinfo", "host", "path", "query"] as const;

/**
 * Protocol delimiters: CR, LF, NUL and TAB. A client that decodes them before sending ends one command and begins another (RFC 3986
 * §7.2, 2396bis-01 §7.2, RFC 1738 §6). NUL ends strings (RFC 3986 §7.3).
 */
function delimiters(subject: Subject): Finding[] {
	return SENT.flatMap((component) =>
		report(
			subject,
			component,
			"encoded-delimiter",
			/%0[09ad]/gi,
			([triplet = ""]) => `${triplet} stands for ${nameOf(triplet)}, which delimits parts of protocols.`,
		),
	);
}

function nameOf(triplet: string): string {
	return { "%00": "NUL", "%09": "TAB", "%0A": "LF", "%0D": "CR" }[triplet.toUpperCase()] ?? triplet;
}

/** Encoded slashes and backslashes in the path, which may become segment delimiters once decoded (RFC 3986 §2.2, §7.3). */
function slashes(subject: Subject): Finding[] {
	if (!isHierarchical(subject)) return [];
	return report(
		subject,
		"path",
		"encoded-slash",
		/%(?:2f|5c)/gi,
		([triplet]) => `${triplet} does not delimit segments of the path, except for a server that decodes it too early.`,
	);
}

/** A dot-segment after its delimiter. Dots and delimiters may be percent-encoded. */
const DOT_SEGMENT = /(?:^|[/\\]|%2f|%5c)((?:\.|%2e){1,2})(?=$|[/\\]|%2f|%5c)/gi;

/** Percent-encoded dot-segments in the path, which some implementations remove and others do not (RFC 3986 §6.2.2.3, §7.3). */
function dotSegments(subject: Subject): Finding[] {
	if (!isHierarchical(subject)) return [];
	const isEncoded = ([, segment]: RegExpExecArray) => segment?.includes("%") === true;
	return report(
		subject,
		"path",
		"encoded-dot-segment",
		DOT_SEGMENT,
		([, segment]) => `${segment} is a percent-encoded dot-segment.`,
		isEncoded,
	);
}

/** Whether "/" delimits segments. It does not in a rootless path after a scheme, such as that of mailto. */
function isHierarchical({ uri: { scheme, path } }: Subject): boolean {
	return scheme === undefined || path.startsWith("/");
}

const ALL = [...SENT, "fragment"] as const;

const DOUBLE = new RegExp(`%25${HEX_PAIR}`, "g");

/** Encoded percent signs before two hex digits, which decoding twice turns into another character (RFC 3986 §2.4, §7.3). */
function doubleEncodings(subject: Subject): Finding[] {
	return ALL.flatMap((component) =>
		report(
			subject,
			component,
			"double-encoding",
			DOUBLE,
			([text]) => `${text} is percent-encoded twice: decoding it twice yields another character.`,
		),
	);
}

/** The finding for all matches of `pattern` in a component: the place of the first, and their count. */
function report(
	{ uri, offsets }: Subject,
	component: Component,
	code: FindingCode,
	pattern: RegExp,
	describe: (match: RegExpExecArray) => string,
	counts: (match: RegExpExecArray) => boolean = () => true,
): Finding[] {
	let first: RegExpExecArray | undefined;
	let count = 0;
	for (const match of (uri[component] ?? "").matchAll(pattern)) {
		if (!counts(match)) continue;
		first ??= match;
		++count;
	}
	if (first === undefined) return [];
	const offset = offsets[component] + first.index + first[0].length - (first[1] ?? first[0]).length;
	return [{ code, component, offset, sentence: describe(first), count }];
}
