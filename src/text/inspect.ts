/** Inspects references for what may be dangerous or misleading. Each group of findings has a file in inspect/. */
import { UriError } from "../errors";
import { requireString } from "../input";
import { parse, tryParse } from "../uri/uri";
import { findInAddress } from "./inspect/address";
import { findInBrowser } from "./inspect/browser";
import type { Finding } from "./inspect/finding";
import { findInLabels } from "./inspect/labels";
import { findInPort } from "./inspect/port";
import { subjectOf } from "./inspect/subject";
import { findInTriplets } from "./inspect/triplets";
import { findInUserinfo } from "./inspect/userinfo";
import { findWhiteSpace, leadingWhiteSpace } from "./inspect/white-space";

/** The groups, in the order of the components that they inspect. */
const GROUPS = [findWhiteSpace, findInUserinfo, findInAddress, findInLabels, findInPort, findInTriplets, findInBrowser];

/**
 * Finds what may be dangerous or misleading in a reference (RFC 3986 §7, 2396bis-01 §7, RFC 1738 §6). A finding does not mean that the
 * reference is bad: docs/reference/inspect.md explains each code.
 *
 * Returns findings in the order of their offsets, which are UTF-16 indices in the reference. Leading white space is a finding, and
 * the text after it is inspected if it parses. Throws UriError as `parse` does.
 *
 * @example
 * ```ts
 * const [finding] = inspect("http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm");
 * finding?.code; // "userinfo-like-host"
 * finding?.offset; // 7
 * inspect("ftp://0x7f.1/").find(({ code }) => code === "rare-ipv4")?.address; // "127.0.0.1"
 * inspect("http://good.example\\@evil.example/").at(-1)?.host; // "good.example"
 * inspect("http://example.com:8080/a?b#c"); // []
 * ```
 */
export function inspect(reference: string): Finding[] {
	requireString(reference, "reference");
	const start = leadingWhiteSpace(reference);
	const trimmed = tryParse(reference.slice(start));
	const subject = trimmed instanceof UriError ? subjectOf(reference, parse(reference), 0) : subjectOf(reference, trimmed, start);
	return GROUPS.flatMap((find) => find(subject)).sort((a, b) => a.offset - b.offset);
}
