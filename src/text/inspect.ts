/** Inspects references for what may be dangerous or misleading. Each group of findings has a file in inspect/. */
import type { ReaderId } from "../edge/readers/table";
import { UriError } from "../errors";
import { checkNames, optionError, requireString } from "../input";
import { parse, tryParse } from "../uri/uri";
import { findInAddress } from "./inspect/address";
import { findInBrowser } from "./inspect/browser";
import type { Finding } from "./inspect/finding";
import { findInLabels } from "./inspect/labels";
import { findInPort } from "./inspect/port";
import { findInReaders } from "./inspect/readers";
import { subjectOf } from "./inspect/subject";
import { findInTriplets } from "./inspect/triplets";
import { findInUserinfo } from "./inspect/userinfo";
import { findUnicodeSpace, findWhiteSpace, leadingWhiteSpace } from "./inspect/white-space";

/** Options of `inspect`. */
export interface InspectOptions {
	/** The readers of a request for the reference, as for `agree` of `urlsieve/edge`. */
	readonly readers?: readonly ReaderId[] | undefined;
}

/** The groups, in the order of the components that they inspect. */
const GROUPS = [
	findWhiteSpace,
	findUnicodeSpace,
	findInUserinfo,
	findInAddress,
	findInLabels,
	findInPort,
	findInTriplets,
	findInBrowser,
];

/**
 * Finds what may be dangerous or misleading in a reference (RFC 3986 §7, 2396bis-01 §7, RFC 1738 §6). A finding does not mean that the
 * reference is bad: docs/reference/inspect.md explains each code.
 *
 * Returns findings in the order of their offsets, which are UTF-16 indices in the reference. Leading white space is a finding, and
 * the text after it is inspected if it parses. With `readers`, also finds what these proxies, servers and routers read differently, in the
 * order in which a request meets them. Throws UriError as `parse` does, and TypeError for an unknown reader.
 *
 * @example
 * ```ts
 * const [finding] = inspect("http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm");
 * finding?.code; // "userinfo-like-host"
 * finding?.offset; // 7
 * inspect("ftp://0x7f.1/").find(({ code }) => code === "rare-ipv4")?.address; // "127.0.0.1"
 * inspect("http://good.example\\@evil.example/").at(-1)?.host; // "good.example"
 * inspect("http://example.com:8080/a?b#c"); // []
 * inspect("http://e.com/a/..;/b", { readers: ["nginx", "tomcat"] })[0]?.class; // "segments"
 * ```
 */
export function inspect(reference: string, options: InspectOptions = {}): Finding[] {
	requireString(reference, "reference");
	checkNames(options, "readers");
	if (!Array.isArray(options.readers ?? [])) throw optionError("readers", "an array of names", options.readers);
	const start = leadingWhiteSpace(reference);
	const trimmed = tryParse(reference.slice(start));
	const subject = trimmed instanceof UriError ? subjectOf(reference, parse(reference), 0) : subjectOf(reference, trimmed, start);
	const byReaders = options.readers === undefined ? [] : findInReaders(subject, options.readers);
	return [...GROUPS.flatMap((find) => find(subject)), ...byReaders].sort((a, b) => a.offset - b.offset);
}
