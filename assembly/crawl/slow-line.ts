/**
 * The slow path of the lines driver (crawl-lines.ts): one line that no window holds, or that the fast path has failed on. It is
 * written by write-form.ts, or rejected.
 */

import { Address, Cursor, Limit, UNCHANGED } from "../layout/addresses";
import { CrawlAddress, CrawlLimit } from "../layout/crawl-addresses";
import { CrawlFlag } from "../layout/crawl-options";
import { Rewriting } from "../layout/crawl-state";
import { Flag } from "../layout/options";
import { Status } from "../layout/status";
import { checkScheme, isComment, refuseComment, rejectOptions } from "../lines/admitted";
import { withoutReturn } from "../lines/line-end";
import { beginLongLine, commitLine, cursor, moveRejectedEnd, rejectLine } from "../lines/line-records";
import { Octet } from "../octets/char";
import { copy, load32, move, store8 } from "../octets/memory";
import { find } from "../octets/span";
import { skipWhiteSpace, trimWhiteSpace } from "../octets/white-space";
import { RESULT_ROOM, rewriting } from "../policy/rewrite/room";
import { writeTwiceWithoutTabs } from "./two-forms";
import { wantsKey, writeOne } from "./web-forms";
import { writeForm } from "./write-form";

/** Writes the line [start, end). The next line starts at `next`. */
export function writeLine(options: i32, start: i32, end: i32, next: i32, limit: i32): i32 {
	const textEnd = withoutReturn(start, end);
	if (textEnd - start > Limit.REFERENCE) return beginLongLine(options, start);
	const to = cursor(Cursor.WRITTEN);
	const base = (options & Flag.RESOLVE) != 0 ? load32(Address.BASE_LENGTH) : 0;
	const ofRewrites: i32 = (options & CrawlFlag.POLICY) != 0 && rewriting(Rewriting.ROOM) != 0 ? RESULT_ROOM : 0;
	if (limit - to < needed(options, textEnd - start + base) + ofRewrites) return -Status.NEEDS_ROOM;
	const written = isComment(options, start, textEnd)
		? refuseComment(start)
		: checkScheme(options, start, textEnd, transformLine(options, start, textEnd, end, to, limit));
	if (written == -Status.NEEDS_ALABEL) return written;
	if (written < 0) {
		const own = rejectOptions(options, -written);
		const status = rejectLine(own, start, textEnd, next, -written);
		const isKept = (own & (CrawlFlag.TWICE | Flag.DROP_INVALID | Flag.BLANK_INVALID)) == CrawlFlag.TWICE;
		if (status == Status.OK && isKept) writeRejectTwice(start, textEnd, to);
		return status;
	}
	store8(written, Octet.LF);
	commitLine(next, written + 1, written + 1);
	return Status.OK;
}

/** Octets that the form of a line can need, of `length` octets with the base. */
function needed(options: i32, length: i32): i32 {
	const isList = (options & (CrawlFlag.EXPRESSIONS | CrawlFlag.HASHES)) != 0 && length <= CrawlLimit.LISTED;
	return isList ? CrawlLimit.GROWTH_OF_LISTS * length + CrawlLimit.SLACK_OF_LISTS : CrawlLimit.GROWTH * length + Limit.SLACK;
}

/** Writes the line [start, textEnd), which ends at `end`: one that no window holds, or that the fast path has failed on. */
function transformLine(options: i32, start: i32, textEnd: i32, end: i32, to: i32, limit: i32): i32 {
	if ((options & Flag.RESOLVE) != 0) {
		// Under rfc3986, white space around a line would also be resolved.
		start = skipWhiteSpace(start, textEnd);
		textEnd = trimWhiteSpace(start, textEnd);
	}
	if ((options & CrawlFlag.BOTH) != 0) {
		const fetchEnd = writeForm(options, true, start, textEnd, to);
		return fetchEnd < 0 ? fetchEnd : joinForms(options);
	}
	const isKey = wantsKey(options);
	const fast = end - start >= Limit.WINDOW ? writeOne(options, isKey, start, end, to, limit) : -1;
	if (fast == UNCHANGED) return copy(start, textEnd, to);
	if (fast > 0) return fast;
	const written = writeForm(options, isKey, start, textEnd, to);
	if (written < 0 || !isKey) return written;
	return move(load32(CrawlAddress.FORMS + 8), load32(CrawlAddress.FORMS + 12), to);
}

/** Joins the fetch form and the key that FORMS describes: TAB between them. Returns the end. */
function joinForms(options: i32): i32 {
	const start = load32(CrawlAddress.FORMS);
	const fetchEnd = load32(CrawlAddress.FORMS + 4);
	const keyStart = load32(CrawlAddress.FORMS + 8);
	if ((options & CrawlFlag.TWICE) != 0 && find(start, fetchEnd, Octet.TAB) < fetchEnd) {
		// Only what crawlee@1 keeps as it came has TABs: then the forms are equal.
		const copyStart = load32(CrawlAddress.FORMS + 12) + Limit.MARGIN;
		return writeTwiceWithoutTabs(copyStart, copy(start, fetchEnd, copyStart), start);
	}
	const keyEnd = move(keyStart, load32(CrawlAddress.FORMS + 12), fetchEnd + 1);
	store8(fetchEnd, Octet.TAB);
	return keyEnd;
}

/** Writes the rejected line [start, end), which was committed as it stands, as both forms. */
function writeRejectTwice(start: i32, end: i32, to: i32): void {
	const last = writeTwiceWithoutTabs(start, end, to);
	store8(last, Octet.LF);
	moveRejectedEnd(last + 1);
}
