/** Findings in what is percent-encoded. */
import type { Component } from "../../errors";
import type { Finding, FindingCode } from "./finding";
import type { Subject } from "./subject";

/** Finds triplets that mean something to a protocol, a server or a second decoder. Of each kind, the first in a component is reported. */
export function findInTriplets(subject: Subject): Finding[] {
	if (!subject.reference.includes("%")) return [];
	return [...delimiters(subject), ...slashes(subject), ...dotSegments(subject), ...doubleEncodings(subject)];
}

/** What is sent to a server. A fragment is not (§3.5). */
const SENT = ["userinfo", "host", "path", "query"] as const;

/**
 * Delimiters of protocols: CR, LF, NUL and TAB. Decoded before they are sent, they end a command and begin another one (RFC 3986 §7.2,
 * 2396bis-01 §7.2, RFC 1738 §6); NUL ends strings (RFC 3986 §7.3).
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

/** Slashes and backslashes in the path that delimit no segment, but may do so once decoded (RFC 3986 §2.2, §7.3). */
function slashes(subject: Subject): Finding[] {
	if (!isHierarchical(subject)) return [];
	return report(
		subject,
		"path",
		"encoded-slash",
		/%(?:2f|5c)/gi,
		([triplet]) => `${triplet} delimits no segment of the path, but does so for a server that decodes it too early.`,
	);
}

/** A segment, behind what delimits it: "." or "..", as it stands or percent-encoded. */
const DOT_SEGMENT = /(?:^|[/\\]|%2f|%5c)((?:\.|%2e){1,2})(?=$|[/\\]|%2f|%5c)/gi;

/** Dot-segments in the path that are percent-encoded, and so are removed by some and not by others (RFC 3986 §6.2.2.3, §7.3). */
function dotSegments(subject: Subject): Finding[] {
	if (!isHierarchical(subject)) return [];
	const isEncoded = ([, segment]: RegExpExecArray) => segment?.includes("%") === true;
	return report(
		subject,
		"path",
		"encoded-dot-segment",
		DOT_SEGMENT,
		([, segment]) => `${segment} is a step in the hierarchy that is percent-encoded.`,
		isEncoded,
	);
}

/** Says whether "/" delimits segments: not in a path such as that of mailto, which has a scheme and does not begin with "/". */
function isHierarchical({ uri: { scheme, path } }: Subject): boolean {
	return scheme === undefined || path.startsWith("/");
}

const ALL = [...SENT, "fragment"] as const;

/** Triplets of a percent sign before two hex digits: decoding twice makes something else of them (RFC 3986 §2.4, §7.3). */
function doubleEncodings(subject: Subject): Finding[] {
	return ALL.flatMap((component) =>
		report(
			subject,
			component,
			"double-encoding",
			/%25[0-9a-f]{2}/gi,
			([text]) => `${text} is percent-encoded twice: decoding twice makes another character of it.`,
		),
	);
}

/** The finding for what `pattern` finds in a component, with the place of the first and the count of all. */
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
