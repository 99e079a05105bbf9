/**
 * R6.3: the rounds of rewrites, which meet the key after all rules.
 *
 * ```
 *   reference ─ rules ─▶ K0 ─ rewrite ─▶ text ─ rules ─▶ K1 ─ rewrite ─▶ … ─▶ K, which no rewrite matches
 * ```
 *
 * When one still matches after MAX_ROUNDS, or a text does not parse, the key is K0. The rules are idempotent, so the key of a key is the key:
 * no rewrite matches the last one, and K0 begins the same rounds again.
 *
 * R7: the fetch form F follows the rounds, from the first on, while each is of a rewrite that is sent, which matches F too, and makes of it
 * what has the key of the round.
 */
import { Address, Component, Cursor, Limit } from "../../layout/addresses";
import { CrawlAddress, CrawlLimit, Policy } from "../../layout/crawl-addresses";
import { Lists, Rewriting } from "../../layout/crawl-state";
import { Flag } from "../../layout/options";
import { Status } from "../../layout/status";
import { cursor, setCursor } from "../../lines/line-records";
import { copy, equal, load32, store32 } from "../../octets/memory";
import { endOf, startOf } from "../../reference/record";
import { scan } from "../../reference/scan";
import { isWebReference, writeBaseForm, writeBoth } from "../forms";
import { rewritesOf } from "../host-filter";
import { lists, setLists } from "../list-state";
import { hasFetchRewrites, hasRounds, policy, setPolicy } from "../program";
import { keepAnswer, recallAnswer } from "./answers";
import { beginCandidates, NO_REWRITE, nextCandidate, rewriteAt } from "./candidates";
import { Rewrite, RewriteFlag } from "./layout";
import { beginKeyText, writeCut, writeGroup } from "./listed";
import { matchesKey, matchesSent } from "./match";
import { writeResult } from "./result";
import { areaAt, areaEnd, keyAt, MAX_ROUNDS, RESULT_ROOM, rewriting, sentAt, sentTextAt, setRewriting, textAt } from "./room";
import { writeParameter, writeRest } from "./unwrap";

const UNWRAPS: i32 = RewriteFlag.UNWRAPS_QUERY | RewriteFlag.UNWRAPS_PATH | RewriteFlag.UNWRAPS_GROUP;

/**
 * Writes the fetch form of [start, end) to `to`, followed by the key if it is requested. FORMS has their addresses. Returns
 * the end of what was written, or `-Status`.
 */
export function writeForms(options: i32, wantsKey: bool, start: i32, end: i32, to: i32): i32 {
	const base = (options & Flag.RESOLVE) != 0 ? load32(Address.BASE_LENGTH) : 0;
	const limit = to + CrawlLimit.GROWTH * (end - start + base) + Limit.SLACK;
	setPolicy(Policy.IS_UNSTABLE, 0);
	setPolicy(Policy.WAS_UNSTABLE, 0);
	setLists(Lists.IS_UNSTABLE, 0);
	const hasRewrites = rewriting(Rewriting.ROOM) != 0;
	const written = hasRewrites
		? writeRewritten(options, wantsKey, start, end, to, limit)
		: writeBoth(options, wantsKey, start, end, to, limit);
	if (written >= 0) countUnstable(hasRewrites);
	return written;
}

/** Counts a reference with rules that have no end. */
function countUnstable(hasRewrites: bool): void {
	if (policy(Policy.WAS_UNSTABLE) != 0) countAt(Cursor.HOST_UNSTABLE);
	if (lists(Lists.IS_UNSTABLE) != 0) countAt(Cursor.LIST_UNSTABLE);
	if (hasRewrites && rewriting(Rewriting.IS_UNSTABLE) != 0) countAt(Cursor.REWRITE_UNSTABLE);
}

function countAt(place: Cursor): void {
	setCursor(place, cursor(place) + 1);
}

/** As `writeForms`, of a program with rewrites. */
function writeRewritten(options: i32, wantsKey: bool, start: i32, end: i32, to: i32, limit: i32): i32 {
	keepAnswer();
	setRewriting(Rewriting.LAST, 0);
	setRewriting(Rewriting.IS_UNSTABLE, 0);
	setRewriting(Rewriting.IN_ROUNDS, 0);
	const needsKey = wantsKey || hasFetchRewrites();
	const written = writeAnswered(options, needsKey, start, end, to, limit);
	if (!needsKey || written < 0) return written;
	const keyEnd = follow(options & ~Flag.RESOLVE, written, limit + RESULT_ROOM);
	return wantsKey || keyEnd < 0 ? keyEnd : load32(CrawlAddress.FORMS + 4);
}

/** `writeBoth`, which is repeated if it asks what was answered before. */
function writeAnswered(options: i32, wantsKey: bool, start: i32, end: i32, to: i32, limit: i32): i32 {
	const written = writeBoth(options, wantsKey, start, end, to, limit);
	const isKnown = written == -Status.NEEDS_ALABEL && recallAnswer();
	return isKnown ? writeBoth(options, wantsKey, start, end, to, limit) : written;
}

/** Rewrites the key that FORMS has, and ends at `written`, until no rewrite matches. Returns its end, at most `limit`, or `-Status`. */
function follow(options: i32, written: i32, limit: i32): i32 {
	const fetch = load32(CrawlAddress.FORMS);
	const fetchEnd = load32(CrawlAddress.FORMS + 4);
	const first = load32(CrawlAddress.FORMS + 8);
	setRewriting(Rewriting.IN_ROUNDS, 1);
	setRewriting(Rewriting.SENT, fetch);
	setRewriting(Rewriting.SENT_END, fetchEnd);
	setRewriting(Rewriting.IS_FOLLOWING, hasFetchRewrites() ? 1 : 0);
	const trace = policy(Policy.TRACE);
	setPolicy(Policy.TRACE, 0);
	const end = lastKeyEnd(options, first, written);
	setPolicy(Policy.TRACE, trace);
	if (end == -Status.NEEDS_ALABEL) return end;
	const isChanged = end > 0 && fetchEnd + Limit.MARGIN + end - keyAt() <= limit;
	if (end != 0 && !isChanged) setRewriting(Rewriting.IS_UNSTABLE, 1);
	const sentEnd = isChanged ? writeSentForm(fetch, fetchEnd, limit - Limit.MARGIN - end + keyAt()) : fetchEnd;
	// The key may begin where the fetch form does.
	const key = isChanged ? sentEnd + Limit.MARGIN : first;
	const keyEnd = isChanged ? copy(keyAt(), end, key) : written;
	store32(CrawlAddress.FORMS, fetch);
	store32(CrawlAddress.FORMS + 4, sentEnd);
	store32(CrawlAddress.FORMS + 8, key);
	store32(CrawlAddress.FORMS + 12, keyEnd);
	return keyEnd;
}

/** Writes the fetch form that has followed the rounds in place of the first one, [start, end), if it ends before `limit`. Returns its end. */
function writeSentForm(start: i32, end: i32, limit: i32): i32 {
	const sent = rewriting(Rewriting.SENT);
	const sentEnd = rewriting(Rewriting.SENT_END);
	return sent == start || start + sentEnd - sent > limit ? end : copy(sent, sentEnd, start);
}

/** The end of the last key, at `keyAt`; 0 if it is the first one, [key, end); `-Status` if there is no last one. */
function lastKeyEnd(options: i32, key: i32, end: i32): i32 {
	const rounds = rewriting(Rewriting.MAX_ROUNDS);
	let last = 0;
	for (let round: i32 = 0; round < rounds; ++round) {
		const textEnd = rewriteOnce(options, key, end);
		if (textEnd <= 0) return textEnd < 0 ? textEnd : last;
		end = writeRound(options, textEnd);
		if (end < 0) return end;
		const status = rewriting(Rewriting.IS_FOLLOWING) != 0 ? followRound(options, end) : 0;
		if (status < 0) return status;
		key = keyAt();
		last = end;
	}
	// The host of the kernel wants to know of some rounds only.
	if (rounds < MAX_ROUNDS) return last;
	const more = rewriteOnce(options, key, end);
	if (more < 0) return more;
	return more == 0 ? last : -Status.INVALID_DOMAIN;
}

/** Writes the key of the text [textAt, end) to `keyAt`. Returns its end, or `-Status`. */
function writeRound(options: i32, end: i32): i32 {
	const written = writeAnswered(roundOptions(options), true, textAt(), end, areaAt(), areaEnd());
	if (written < 0) return written;
	const key = load32(CrawlAddress.FORMS + 8);
	// Aliases may make a host longer than that.
	if (written - key > RESULT_ROOM) return -Status.INVALID_DOMAIN;
	return copy(key, written, keyAt());
}

/** Has the fetch form follow the round that has made the key [keyAt, keyEnd). Returns 0, or `-Status` of a question. */
function followRound(options: i32, keyEnd: i32): i32 {
	// The next round acts on that key, not on the one of the fetch form.
	const config = policy(Policy.CONFIG);
	const rules = policy(Policy.RULES);
	const status = sendRound(options, rewriteAt(rewriting(Rewriting.LAST) - 1), keyEnd);
	setPolicy(Policy.CONFIG, config);
	setPolicy(Policy.RULES, rules);
	return status;
}

/** As `followRound`, by the rewrite of the round. */
function sendRound(options: i32, rewrite: i32, keyEnd: i32): i32 {
	setRewriting(Rewriting.IS_FOLLOWING, 0);
	if ((load32(rewrite + Rewrite.FLAGS) & RewriteFlag.SENT) == 0) return 0;
	if (!recordKey(rewriting(Rewriting.SENT), rewriting(Rewriting.SENT_END)) || !matchesSent(rewrite)) return 0;
	const textEnd = write(options, rewrite, sentTextAt());
	if (textEnd <= 0) return textEnd;
	const written = writeAnswered(roundOptions(options), true, sentTextAt(), textEnd, areaAt(), areaEnd());
	if (written < 0) return written == -Status.NEEDS_ALABEL ? written : 0;
	const fetch = load32(CrawlAddress.FORMS);
	const fetchEnd = load32(CrawlAddress.FORMS + 4);
	const key = load32(CrawlAddress.FORMS + 8);
	const isSame = written - key == keyEnd - keyAt() && equal(key, written, keyAt());
	if (!isSame || fetchEnd - fetch > RESULT_ROOM) return 0;
	setRewriting(Rewriting.SENT, sentAt());
	setRewriting(Rewriting.SENT_END, copy(fetch, fetchEnd, sentAt()));
	setRewriting(Rewriting.IS_FOLLOWING, 1);
	return 0;
}

function roundOptions(options: i32): i32 {
	return rewriting(Rewriting.ASKS_NO_MORE) != 0 ? options | Flag.NO_A_LABELS : options;
}

/** Writes what the first rewrite that can act makes of the key [key, end), to `textAt`. Returns its end; 0: none acts; or `-Status`. */
function rewriteOnce(options: i32, key: i32, end: i32): i32 {
	if (!recordKey(key, end)) return 0;
	if (hasRounds()) beginKeyText();
	const ofHost = rewritesOf(startOf(Component.HOST), endOf(Component.HOST));
	beginCandidates(ofHost, startOf(Component.PATH), endOf(Component.PATH));
	for (let number = nextCandidate(); number != NO_REWRITE; number = nextCandidate()) {
		if (!mayAct(number) || !matchesKey(rewriteAt(number))) continue;
		const textEnd = write(options, rewriteAt(number), textAt());
		if (textEnd < 0) return textEnd;
		if (textEnd > 0) {
			setRewriting(Rewriting.LAST, number + 1);
			setRewriting(Rewriting.TEXT, textAt());
			setRewriting(Rewriting.TEXT_END, textEnd);
			return textEnd;
		}
		// An unwrap has recorded what it found.
		recordKey(key, end);
	}
	return 0;
}

function recordKey(key: i32, end: i32): bool {
	setRewriting(Rewriting.KEY, key);
	setRewriting(Rewriting.KEY_END, end);
	return scan(key, end) >= 0 && isWebReference();
}

/** For explanations: whether the host of the kernel lets the rewrite act. */
function mayAct(number: i32): bool {
	const only = rewriting(Rewriting.ONLY);
	return (only == 0 || only == number + 1) && rewriting(Rewriting.WITHOUT) != number + 1;
}

/** Writes what a rewrite makes of the recorded key to `to`. Returns its end; 0: it cannot act; or `-Status`. */
function write(options: i32, rewrite: i32, to: i32): i32 {
	const flags = load32(rewrite + Rewrite.FLAGS);
	if ((flags & RewriteFlag.CUTS) != 0) return writeCut(rewrite, to);
	if ((flags & UNWRAPS) == 0) return writeResult(rewrite, to);
	const end = writeInside(flags, rewrite, to);
	return end == 0 ? 0 : absoluteEnd(roundOptions(options), to, end);
}

/** Writes the URL that is inside the recorded key to `to`. Returns its end; 0: there is none. */
function writeInside(flags: i32, rewrite: i32, to: i32): i32 {
	if ((flags & RewriteFlag.UNWRAPS_GROUP) != 0) return writeGroup(rewrite, to);
	return (flags & RewriteFlag.UNWRAPS_QUERY) != 0 ? writeParameter(rewrite, to) : writeRest(rewrite, to);
}

/** `end` if the text [start, end) is an absolute http or https URL by the base; 0 if not; or `-Status` of a question. */
function absoluteEnd(options: i32, start: i32, end: i32): i32 {
	let written = writeBaseForm(options, start, end, areaAt());
	if (written == -Status.NEEDS_ALABEL && recallAnswer()) written = writeBaseForm(options, start, end, areaAt());
	if (written == -Status.NEEDS_ALABEL) return written;
	return written >= 0 && scan(areaAt(), written) >= 0 && isWebReference() ? end : 0;
}
