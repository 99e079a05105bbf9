/**
 * Hosts beyond ASCII of libraries in Python, whose codec `idna` is IDNA 2003 (RFC 3490, nameprep of Unicode 3.2).
 *
 * The host of the kernel is asked. It may know only some of them: for the others there is no key rather than another one.
 */

import { ABSENT, Address, Component, Limit } from "../../layout/addresses";
import { CrawlAddress, CrawlLimit } from "../../layout/crawl-addresses";
import { Flag } from "../../layout/options";
import { Status } from "../../layout/status";
import { Octet } from "../../octets/char";
import { copy, load32, store32 } from "../../octets/memory";
import { find, span } from "../../octets/span";
import { fail } from "../../reference/record";
import { Keep } from "../../whatwg/percent-encode-sets";

export const MAX_LABEL: i32 = 63;

/**
 * Writes the host [start, end), UTF-8, as the codec has it. Returns the new end; `to` when the codec raises an error; or `-Status`, and then the host
 * began at `place`.
 */
export function writeIdna2003(start: i32, end: i32, place: i32, to: i32): i32 {
	if ((load32(Address.OPTIONS) & Flag.NO_A_LABELS) != 0) return fail(Status.PROFILE_CANNOT, Component.HOST, place);
	const length = load32(Address.ANSWER_LENGTH);
	if (length == ABSENT) {
		store32(CrawlAddress.QUESTION_AT, start);
		store32(CrawlAddress.QUESTION_END, end);
		return -Status.NEEDS_ALABEL;
	}
	store32(Address.ANSWER_LENGTH, ABSENT);
	if (length < 0 || !fits(length, end - start)) return fail(Status.PROFILE_CANNOT, Component.HOST, place);
	return copy(CrawlAddress.ANSWER, CrawlAddress.ANSWER + length, to);
}

/**
 * Whether the answer, escaped, needs no more room than callers have for a name of `size` octets. All names that a resolver takes do
 * (RFC 1035 §2.3.4: 255 octets), unless most of their characters stand for whole words, as U+FDFA does.
 */
function fits(length: i32, size: i32): bool {
	const room = CrawlLimit.QUOTED_GROWTH * size + Limit.MARGIN;
	if (length > room || length > CrawlLimit.ANSWER) return false;
	const end = CrawlAddress.ANSWER + length;
	let escaped = length;
	for (let at = span(CrawlAddress.ANSWER, end, Keep.UNESCAPED); at < end; at = span(at + 1, end, Keep.UNESCAPED)) escaped += 2;
	return escaped <= room;
}

/** Whether the codec takes a host in US-ASCII: labels of 1 to 63 octets; the last one may be empty. */
export function isAsciiHost(start: i32, end: i32): bool {
	let label = start;
	while (label < end) {
		const labelEnd = find(label, end, Octet.DOT);
		if (labelEnd == label || labelEnd - label > MAX_LABEL) return false;
		label = labelEnd + 1;
	}
	return true;
}
