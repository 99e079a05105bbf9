/** Writes one reference by one profile or policy: the slow path of all calls of the crawl kernel. */

import { Component, Limit } from "../layout/addresses";
import { CrawlAddress, Question } from "../layout/crawl-addresses";
import { CrawlFlag, Profile } from "../layout/crawl-options";
import { Flag } from "../layout/options";
import { Status } from "../layout/status";
import { store32 } from "../octets/memory";
import { program } from "../policy/program";
import { writeForms } from "../policy/rewrite/rounds";
import { writeUniqueKey } from "../profiles/crawlee/unique-key";
import { writeCanonicalUrl } from "../profiles/gsb/canonical";
import { firstExpressionEnd, writeExpressions } from "../profiles/gsb/expressions";
import { writeSurt } from "../profiles/surt/key";
import { writeSurtJava } from "../profiles/surt-java/key";
import { writeCanonical } from "../profiles/w3lib/canonicalize";
import { fail, startOf } from "../reference/record";
import { Repair } from "../whatwg/prepare";
import { writeUrl } from "../whatwg/states";

/**
 * Writes the form of [start, end) that is wanted, by the profile or the policy, to `to`: see `normalize` of crawl.ts. FORMS says
 * where each form is. Returns the end of what was written, or `-Status`.
 */
export function writeForm(options: i32, wantsKey: bool, start: i32, end: i32, to: i32): i32 {
	if (end - start > Limit.REFERENCE) return fail(Status.TOO_LONG, Component.NONE, start + Limit.REFERENCE);
	store32(CrawlAddress.QUESTION_AT, 0);
	store32(CrawlAddress.QUESTION_KIND, Question.A_LABELS);
	if ((options & CrawlFlag.POLICY) != 0) {
		return program() == 0 ? -Status.INVALID_PROGRAM : writeForms(options, wantsKey, start, end, to);
	}
	const profile: i32 = options & CrawlFlag.PROFILE;
	// Profiles that copy a library resolve nothing, and leave no room for a base.
	if (profile != Profile.WHATWG) options &= ~Flag.RESOLVE;
	if (profile == Profile.SURT) return writeSurt(options, wantsKey, start, end, to);
	if (profile == Profile.SURT_JAVA) return writeSurtJava(options, wantsKey, start, end, to);
	const written =
		profile == Profile.WHATWG ? writeWhatwg(options, start, end, to) : writeEmulated(profile, options, start, end, to);
	for (let at: i32 = 0; at < 16; at += 8) {
		store32(CrawlAddress.FORMS + at, to);
		store32(CrawlAddress.FORMS + at + 4, written);
	}
	const isUrl = profile == Profile.SAFE_BROWSING && (options & (CrawlFlag.EXPRESSIONS | CrawlFlag.HASHES)) == 0;
	if (isUrl && written > 0) {
		store32(CrawlAddress.FORMS + 8, startOf(Component.HOST));
		store32(CrawlAddress.FORMS + 12, firstExpressionEnd());
	}
	return written;
}

function writeWhatwg(options: i32, start: i32, end: i32, to: i32): i32 {
	const repair: i32 = (options & Flag.STRICT) != 0 ? Repair.REFUSE : Repair.REPLACE;
	return writeUrl(options, repair, start, end, to);
}

/** The profiles that copy a library, faults included. */
function writeEmulated(profile: i32, options: i32, start: i32, end: i32, to: i32): i32 {
	if (profile == Profile.W3LIB) return writeCanonical(options, start, end, to);
	if ((options & (CrawlFlag.EXPRESSIONS | CrawlFlag.HASHES)) != 0) return writeExpressions(options, start, end, to);
	if (profile == Profile.SAFE_BROWSING) return writeCanonicalUrl(options, start, end, to);
	return writeUniqueKey(options, start, end, to);
}
