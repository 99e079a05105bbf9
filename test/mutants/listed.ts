/** Mutants that survive, and why. Each was read. A line that changes is read again. */

/** A line of a source, and why changes of it are not found. */
export interface Listed {
	readonly file: string;
	/** The line, without the space around it. */
	readonly line: string;
	/** `before → after`, as a report prints them. */
	readonly changes: readonly string[];
	readonly reason: string;
}

/** The structure begins with this field. */
const AT_ZERO = "The offset is 0.";
const WITHOUT_SESSION = "Each of the searches that follow finds nothing: it takes time alone.";

const SLOW_PATH = "The slow path writes the same: it takes time alone.";
const NOT_AT_ZERO = "Nothing is searched at the address 0.";
const NO_END_AT_ZERO = "No text ends at the address 0.";
const KEY_OF_TABLE = "It is the key of a table: another hash is as good.";

export const LISTED: readonly Listed[] = [
	{
		file: "assembly/crawl/crawl-lines.ts",
		line: "if (run < line) to = copy(run, line, to);",
		changes: ["run < line → true", "run < line → run <= line"],
		reason: "A copy of nothing changes nothing that stays.",
	},
	{
		file: "assembly/lines/column.ts",
		line: "if (end > lineFeed) break;",
		changes: ["end > lineFeed → true", "end > lineFeed → end >= lineFeed"],
		reason: "The host passes a value that is left to normalize, alone: it takes time.",
	},
	{
		file: "assembly/partition/merges.ts",
		line: "return load32(kept + KeptLine.LENGTH) == end - start && equal(start, end, kept + KeptLine.TEXT);",
		changes: ["kept + KeptLine.LENGTH → kept - KeptLine.LENGTH"],
		reason: AT_ZERO,
	},
	{
		file: "assembly/partition/merges.ts",
		line: "const cause = isMarked(recorded) ? load32(at + Duplicate.REASON) : reason;",
		changes: ["at + Duplicate.REASON → at - Duplicate.REASON"],
		reason: AT_ZERO,
	},
	{
		file: "assembly/partition/merges.ts",
		line: "const texts = load32(at + Duplicate.END) - load32(at + Duplicate.START) + (kept == 0 ? 0 : load32(kept + KeptLine.LENGTH));",
		changes: ["kept + KeptLine.LENGTH → kept - KeptLine.LENGTH"],
		reason: AT_ZERO,
	},
	{
		file: "assembly/partition/merges.ts",
		line: "let written = copyColumn(start, start + load32(kept + KeptLine.LENGTH), to);",
		changes: ["kept + KeptLine.LENGTH → kept - KeptLine.LENGTH"],
		reason: AT_ZERO,
	},
	{
		file: "assembly/policy/parameters.ts",
		line: "const mayBePrefix = ((prefixes >>> (length < 31 ? length : 31)) & 1) != 0;",
		changes: ["length < 31 → length <= 31"],
		reason: "It is 31 either way.",
	},
	{
		file: "assembly/policy/machine.ts",
		line: "for (let state = load32(bucket); state != 0; state = load32(state + State.CHAIN)) {",
		changes: ["state + State.CHAIN → state - State.CHAIN"],
		reason: AT_ZERO,
	},
	{
		file: "assembly/policy/machine.ts",
		line: "for (let state = load32(bucket); state != 0; state = load32(state + State.CHAIN)) {",
		changes: ["state != 0 → false"],
		reason: "No state is found again: each is made anew, which takes time and memory alone.",
	},
	{
		file: "assembly/profiles/crawlee/unique-key.ts",
		line: "if (!isPresent(Component.QUERY)) return pathEnd;",
		changes: ["!isPresent(Component.QUERY) → false"],
		reason: "Without a query, octets before the memory are looked at, which are in no order: the slow path writes the same.",
	},
	{
		file: "assembly/profiles/gsb/host.ts",
		line: "const isBracketed = end - start > 2 && load8(start) == Octet.OPEN_BRACKET && load8(end - 1) == Octet.CLOSE_BRACKET;",
		changes: ["end - start > 2 → true", "end - start > 2 → end - start >= 2", "end - start → end + start"],
		reason: "A shorter text between brackets is no IPv6 address.",
	},
	{
		file: "assembly/profiles/gsb/expressions.ts",
		line: "if (other <= index) break;",
		changes: ["other <= index → other < index"],
		reason: "The host in the middle is exchanged with itself.",
	},
	{
		file: "assembly/profiles/surt/labels.host.ts",
		line: "for (let at = end - 1; at >= start; --at) {",
		changes: ["at >= start → at > start"],
		reason: "No host begins with a dot: host.ts has removed it.",
	},
	{
		file: "assembly/profiles/surt/session-pieces.ts",
		line: "if (end - start < SHORTEST || findPair(start, end, Octet.LOWER_I, Octet.LOWER_D) == end) return end;",
		changes: [
			"end - start < SHORTEST || findPair(start, end, Octet.LOWER_I, Octet.LOWER_D) ==  → false",
			"end - start < SHORTEST || findPair(start, end, Octet.LOWER_I, Octet.LOWER_D) ==  → end - start < SHORTEST && findPair(start, end, Octet.LOWER_I, Octet.LOWER_D) == ",
			"end - start < SHORTEST → false",
			"end - start → end + start",
			"findPair(start, end, Octet.LOWER_I, Octet.LOWER_D) == end → false",
		],
		reason: WITHOUT_SESSION,
	},
	{
		file: "assembly/profiles/w3lib/canonicalize.ts",
		line: "function keepsQuery(): bool {",
		changes: ["{ return isInOrder(startOf(Component.QUERY), endOf(Component.QUERY), Class.UNRES → {}"],
		reason: "A query that could be kept is written anew, octet for octet: it takes time alone.",
	},
	{
		file: "assembly/profiles/w3lib/path.ts",
		line: "if (semicolon == end) return end;",
		changes: ["semicolon == end → false"],
		reason: "Each of the searches that follow finds the end.",
	},
	{
		file: "assembly/reference/dot-segments.ts",
		line: "while (at < end) {",
		changes: ["at < end → at <= end"],
		reason: "A segment at the end is empty, and no dots.",
	},
	{
		file: "assembly/reference/dot-segments.ts",
		line: "if (start < end && load8(start) == Octet.DOT) return start;",
		changes: [
			"load8(start) == Octet.DOT → true",
			"start < end → true",
			"start < end → start <= end",
			"start < end && load8(start) == Octet.DOT → true",
			"start < end && load8(start) == Octet.DOT → start < end || load8(start) == Octet.DOT",
		],
		reason: "What is no dot-segment at the start is moved to where it is: it takes time alone.",
	},
	{
		file: "assembly/reference/ip-literal.ts",
		line: "while (at < end) {",
		changes: ["at < end → at <= end", "at < end → true"],
		reason: "At the end, nothing is spanned, and the loop ends.",
	},
	{
		file: "assembly/reference/dot-segments.ts",
		line: "if (at < end && load8(at) != Octet.SLASH) {",
		changes: [
			"at < end && load8(at) != Octet.SLASH → true",
			"at < end && load8(at) != Octet.SLASH → at < end || load8(at) != Octet.SLASH",
			"at < end → true",
			"at < end → at <= end",
			"load8(at) != Octet.SLASH → true",
		],
		reason: "At the end and at a slash, the segment is empty: nothing moves.",
	},
	{
		file: "assembly/tables/json-columns.ts",
		line: "if (start >= end || load8(start) != Octet.OPEN_BRACE) return;",
		changes: ["start >= end → false", "start >= end → start > end"],
		reason: "A line that has nothing is followed by its LF, which is no brace.",
	},
	{
		file: "assembly/tables/json-columns.ts",
		line: "if (load8(at) == Octet.COMMA) at = skipSpace(at + 1, end);",
		changes: ["load8(at) == Octet.COMMA → true"],
		reason: "The brace after the last pair is followed by the line's LF, where the loop ends as well.",
	},
	{
		file: "assembly/tables/json-columns.ts",
		line: "if (load32(keys + Keys.COUNT) == 0 && equalsKey(start, keyEnd, hasEscapes, keys + Keys.WHOLE, table(Table.LINES_END))) {",
		changes: ["keys + Keys.WHOLE → keys - Keys.WHOLE"],
		reason: AT_ZERO,
	},
	{
		file: "assembly/tables/json-columns.ts",
		line: "if (load32(keys + Keys.COUNT) == 0 && equalsKey(start, keyEnd, hasEscapes, keys + Keys.WHOLE, table(Table.LINES_END))) {",
		changes: ["keys + Keys.COUNT → keys - Keys.COUNT", "load32(keys + Keys.COUNT) == 0 → true"],
		reason: "A column with a path is recorded by a walk of its own afterwards, and what precedes a set of keys is 0.",
	},
	{
		file: "assembly/reference/schemes/urn.ts",
		line: 'if (matches(start, nidEnd, "uuid") && isUuid(nidEnd + 1, end)) lowerCase(nidEnd + 1, end);',
		changes: ["nidEnd + 1 → nidEnd - 1"],
		reason: 'Lower-casing begins with the "d" of "uuid", which is small, and ":". The other sum of the line is found.',
	},
	{
		file: "assembly/whatwg/web-url.ts",
		line: "const decodes = triplet != ABSENT && is(triplet, Class.DECODED);",
		changes: ["triplet != ABSENT → true"],
		reason: "Before the classes are the last octets that a question can have: 0, unless a host has 1,024.",
	},
	{
		file: "assembly/learn/shard-pack.ts",
		line: "if (at > end || count <= 0 || count > keys - key) return false;",
		changes: ["at > end → at >= end"],
		reason: "The keys of a skeleton that ends with the shard are beyond it: the shard is refused as well.",
	},
	{
		file: "assembly/learn/ledger.ts",
		line: "const low = (multiply(candidate + 1, HIGH_SEED) + multiply(site + 1, LOW_SEED)) | 0;",
		changes: [
			"multiply(candidate + 1, HIGH_SEED) + multiply(site + 1, LOW_SEED) → multiply(candidate + 1, HIGH_SEED) - multiply(site + 1, LOW_SEED)",
		],
		reason: KEY_OF_TABLE,
	},
	{
		file: "assembly/learn/trials.ts",
		line: "const form = numberOf(forms, (low + multiply(id + 1, LOW_SEED)) | 0, (high + multiply(id + 1, HIGH_SEED)) | 0);",
		changes: ["low + multiply(id + 1, LOW_SEED) → low - multiply(id + 1, LOW_SEED)"],
		reason: KEY_OF_TABLE,
	},
	{
		file: "assembly/learn/key-order.ts",
		line: "if (isWhole) sorted = sortByWord(sorter, sorted, count, hashes, 3);",
		changes: ["isWhole → true"],
		reason: "Keys that three words have put in order are sorted by all five: it takes time alone.",
	},
	{
		file: "assembly/learn/tasks.ts",
		line: "if (rules == 0 || !hasSameRules(next, rules)) {",
		changes: ["rules == 0 → rules != 0"],
		reason: "The rules of each site are loaded anew: it takes time alone.",
	},
	{
		file: "assembly/profiles/gsb/expressions.ts",
		line: "if (end - start >= Limit.WINDOW) return 0;",
		changes: ["end - start >= Limit.WINDOW → true"],
		reason: SLOW_PATH,
	},
	{
		file: "assembly/crawl/crawl-lines.ts",
		line: "const lineEntry = keptTo != 0 ? entry : splitClean(options, line, entry);",
		changes: ["keptTo != 0 → false"],
		reason: "A clean line without special octets is parsed for nothing: its entry is the same, and it takes time alone.",
	},
	{
		file: "assembly/profiles/emulation/clean.ts",
		line: "record(Component.QUERY, pathEnd < at ? pathEnd + 1 : ABSENT, at);",
		changes: ["pathEnd < at → true", "pathEnd < at → pathEnd <= at"],
		reason: "A query that ends before it starts has no piece: what would be kept is written anew, which takes time alone.",
	},
	{
		file: "assembly/profiles/emulation/clean.ts",
		line: "if (!isEnd && (octet != Octet.HASH || (options & CrawlFlag.KEEP_FRAGMENT) != 0)) return 0;",
		changes: [
			"!isEnd && (octet != Octet.HASH || (options & CrawlFlag.KEEP_FRAGMENT) != 0) → true",
			"!isEnd && (octet != Octet.HASH || (options & CrawlFlag.KEEP_FRAGMENT) != 0) → !isEnd || octet != Octet.HASH || (options & CrawlFlag.KEEP_FRAGMENT) != 0",
			"octet != Octet.HASH || (options & CrawlFlag.KEEP_FRAGMENT) != 0 → true",
		],
		reason: SLOW_PATH,
	},
	{
		file: "assembly/profiles/surt/input.ts",
		line: "for (let next = prefixEnd(start, end); next > at && prefixEnd(next, end) > next; next = prefixEnd(at, end)) at = next;",
		changes: ["next > at → true", "next > at → next >= at"],
		reason: "Where no prefix ends, none follows: the other condition fails as well.",
	},
	{
		file: "assembly/whatwg/web-url.ts",
		line: "if (octet != Octet.LF && (octet != Octet.CR || load8(at + 1) != Octet.LF)) return NEEDS_SLOW_PATH;",
		changes: ["octet != Octet.CR → false"],
		reason: "A control before the LF goes, as a CR does: the URL parser removes it from the end.",
	},
	{
		file: "assembly/policy/name-radix.ts",
		line: "if (length > 0) for (let at = start; at < end; at += 4) store32(at, load32(at) + length);",
		changes: ["length > 0 → false", "length > 0 → length <= 0", "length > 0 → true", "length > 0 → length >= 0"],
		reason: "Octets that all names begin with are counted one by one otherwise: it takes time alone.",
	},
	{
		file: "assembly/policy/decoded.ts",
		line: "if (octet == load8(b) && octet != Octet.PERCENT) {",
		changes: ["octet == load8(b) && octet != Octet.PERCENT → false"],
		reason: "Equal octets are equal once they are decoded, too: it takes time alone.",
	},
	{
		file: "assembly/policy/check.ts",
		line: "return entries >= 0 && entries <= header(Header.LENGTH) && isWithin(header(offset), entries * size);",
		changes: [
			"entries >= 0 && entries <= header(Header.LENGTH) → true",
			"entries >= 0 → true",
			"entries <= header(Header.LENGTH) → true",
		],
		reason: "In JavaScript, the product is exact, and isWithin refuses it. Only in WebAssembly may it wrap.",
	},
	{
		file: "assembly/tables/json-string.ts",
		line: "for (let index = 0; index < text.length; ++index) if (text.charCodeAt(index) == octet) return index;",
		changes: ["index < text.length → index <= text.length"],
		reason: "After the last character there is none, which no octet equals.",
	},
	{
		file: "assembly/learn/index-table.ts",
		line: "store32(index + Index.MASK, slots - 1);",
		changes: ["index + Index.MASK → index - Index.MASK"],
		reason: "Two words before an index are in the margin of the area before it. As many slots as there are take time alone.",
	},
	{
		file: "assembly/learn/index-table.ts",
		line: "const hashes = load32(index + Index.HASHES) - 8;",
		changes: ["index + Index.HASHES → index - Index.HASHES"],
		reason: AT_ZERO,
	},
	{
		file: "assembly/learn/names.ts",
		line: "store32(name + Name.KIND, kind);",
		changes: ["name + Name.KIND → name - Name.KIND"],
		reason: AT_ZERO,
	},
	{
		file: "assembly/learn/key-order.ts",
		line: "const keys = load32(table + Table.KEYS);",
		changes: ["table + Table.KEYS → table - Table.KEYS"],
		reason: AT_ZERO,
	},
	{
		file: "assembly/learn/trials.ts",
		line: "if (next - first > 1) trySkeleton(trial, first, next);",
		changes: ["next - first > 1 → true", "next - first > 1 → next - first >= 1"],
		reason: "A skeleton of one key has one current key, which is no trial.",
	},
	{
		file: "assembly/whatwg/web-url.ts",
		line: "while ((load32(at) & THREE_OCTETS) == THREE_PERCENTS && load32(entry) == at + 1) {",
		changes: ["(load32(at) & THREE_OCTETS) == THREE_PERCENTS && load32(entry) == at + 1 → false"],
		reason: "Each octet of the run is written by a turn of its own: it takes time alone.",
	},
	{
		file: "assembly/profiles/clean-forms.ts",
		line: "return profile == Profile.W3LIB || !hasAdjacent(start + 8, end) ? end : 0;",
		changes: ["profile == Profile.W3LIB || !hasAdjacent(start + 8, end) → false"],
		reason: SLOW_PATH,
	},
	{
		file: "assembly/profiles/surt/key.ts",
		line: "if (isItself) setForm(8, to, url);",
		changes: ["isItself → true"],
		reason: "The key takes the place of the URL at once, and without a key nobody asks where it is.",
	},
	{
		file: "assembly/store/pages.ts",
		line: "} else if (end == limit) {",
		changes: ["{ // More keys than the host has room for. return ABSENT; } → {}"],
		reason: "More keys among as many bits leave fewer buckets: the page is refused at its end.",
	},
	{
		file: "assembly/lines/line-records.ts",
		line: "export function writeRecord(record: i32, inputEnd: i32, outputEnd: i32): void {",
		changes: ["record + LineRecord.INPUT_END → record - LineRecord.INPUT_END"],
		reason: AT_ZERO,
	},
	{
		file: "assembly/tables/json.ts",
		line: "while (at < end && (at == start || load8(at - 1) != Octet.SPACE)) at = find(at + 1, end, Octet.OPEN_BRACE);",
		changes: ["at == start → false"],
		reason: "Before a line is the LF of another one or, before the first, the highest octet of a mark: no SPACE.",
	},
	{
		file: "assembly/crawl/slow-line.ts",
		line: "const base = (options & Flag.RESOLVE) != 0 ? load32(Address.BASE_LENGTH) : 0;",
		changes: ["(options & Flag.RESOLVE) != 0 → true"],
		reason: "The call asks for more room than the line needs, and the host gives it.",
	},
	{
		file: "assembly/whatwg/states.ts",
		line: "if (written < 0 && written > -Status.NEEDS_ALABEL) {",
		changes: [
			"written < 0 && written > -Status.NEEDS_ALABEL → written < 0 || written > -Status.NEEDS_ALABEL",
			"written < 0 && written > -Status.NEEDS_ALABEL → true",
			"written > -Status.NEEDS_ALABEL → true",
			"written < 0 → true",
		],
		reason: "The place is read after failures alone, and each of them sets it.",
	},
	{
		file: "assembly/store/single.ts",
		line: "for (let key = spare; key < end; key += Key.SIZE) addToFilter(list, key);",
		changes: ["key < end → key <= end"],
		reason: "A key too many in the filter makes one search that finds nothing: it takes time alone.",
	},
	{
		file: "assembly/octets/specials.host.ts",
		line: "if ((first | second | third | fourth) === 0) continue;",
		changes: ["(first | second | third | fourth) === 0 → false"],
		reason: "None of the four addresses stays: it takes time alone.",
	},
	{
		file: "assembly/profiles/emulation/split.ts",
		line: "if (at < end) record(Component.FRAGMENT, at + 1, end);",
		changes: ["at < end → at <= end", "at < end → true", "at < end → false"],
		reason: "The two profiles that split references this way drop fragments, and look at none.",
	},
	{
		file: "assembly/tables/table.ts",
		line: "if (start == to || (load8(start) <= Octet.SPACE && skipSpace(start, to) == to)) {",
		changes: ["load8(start) <= Octet.SPACE → true"],
		reason: "skipSpace stops at any other first octet: it takes time alone.",
	},
	{
		file: "assembly/whatwg/web-url.ts",
		line: "if (octet == Octet.PERCENT && triplet == ABSENT) {",
		changes: [
			"{ to = copyRun(run, at, run + shift); store32(to, PERCENT_TRIPLET); // A run of  → {}",
			"octet == Octet.PERCENT && triplet == ABSENT → false",
		],
		reason: "Each such octet is encoded at the end of the loop: it takes time alone.",
	},
	{
		file: "assembly/profiles/crawlee/white-space.ts",
		line: "if (octet < Octet.BEYOND_ASCII) return octet == Octet.SPACE || (octet >= Octet.TAB && octet <= Octet.CR) ? 1 : 0;",
		changes: ["octet < Octet.BEYOND_ASCII → octet <= Octet.BEYOND_ASCII"],
		reason: "No white space begins with this octet: the length is 0 either way.",
	},
	{
		file: "assembly/profiles/clean-forms.ts",
		line: "return profile == Profile.W3LIB || profile == Profile.CRAWLEE || (profile == Profile.SAFE_BROWSING && !wantsKey);",
		changes: [
			"profile == Profile.W3LIB → false",
			"profile == Profile.CRAWLEE → false",
			"profile == Profile.SAFE_BROWSING && !wantsKey → false",
		],
		reason: "A form that could be a part of the line is written anew: it takes time alone.",
	},
	{
		file: "assembly/profiles/surt/input.ts",
		line: "return index < 0 ? first : addressBeforeJoining(first, last, index);",
		changes: ["index < 0 → false"],
		reason: "A fault is in the authority, which follows whatever was added before the input.",
	},
	{
		file: "assembly/reference/web.ts",
		line: "return octet > Octet.SPACE && !is(octet, Class.QUERY) && (octet != Octet.HASH || isFragment);",
		changes: ["octet != Octet.HASH || isFragment → octet != Octet.HASH && isFragment"],
		reason: "The octet is looked up in the index instead, and rewritten as well: it takes time alone.",
	},
	{
		file: "assembly/store/pages.ts",
		line: "return bucket - firstBucket == 1 << groupBits && end == limit ? end : ABSENT;",
		changes: [
			"bucket - firstBucket == 1 << groupBits → true",
			"end == limit → true",
			"bucket - firstBucket == 1 << groupBits && end == limit → bucket - firstBucket == 1 << groupBits || end == limit",
		],
		reason: "There are as many bits as keys and buckets: each is one of both, so that either number is right if the other is.",
	},
	{
		file: "assembly/learn/rows.ts",
		line: "store32(batch + Batch.ROW, rows);",
		changes: ["batch + Batch.ROW → batch - Batch.ROW"],
		reason: AT_ZERO,
	},
	{
		file: "assembly/policy/index-name.ts",
		line: "if (segment == end) return end;",
		changes: ["segment == end → false"],
		reason: "Only an empty name equals an empty segment, and removing it leaves the same end.",
	},
	{
		file: "assembly/learn/judge.ts",
		line: "else if (stable == 2) second = current;",
		changes: ["stable == 2 → true"],
		reason: "Any two pages of the group that stay the same are an example of it.",
	},
	{
		file: "assembly/profiles/surt/path.ts",
		line: "const isEmpty = load8(at) == Octet.SLASH && (at + 1 == end || load8(at + 1) == Octet.SLASH);",
		changes: ["at + 1 → at - 1", "at + 1 == end → false"],
		reason: "A final slash goes once sessions are removed, and of several slashes another one stays.",
	},
	{
		file: "assembly/crawl/crawl-lines.ts",
		line: "if (status != Status.OK || windowFor(options, limit) < load32(last - 4) - next) return status;",
		changes: [
			"status != Status.OK || windowFor(options, limit) < load32(last - 4) - next → true",
			"windowFor(options, limit) < load32(last - 4) - next → true",
			"windowFor(options, limit) < load32(last - 4) - next → windowFor(options, limit) <= load32(last - 4) - next",
			"load32(last - 4) - next → load32(last - 4) + next",
		],
		reason: "The rest of the window is indexed once more: it takes time alone.",
	},
	{
		file: "assembly/crawl/crawl-lines.ts",
		line: "written = lineEntry == 0 ? NEEDS_SLOW_PATH : writeCleanLine(options, isKey, line, lineEntry, to, limit);",
		changes: ["lineEntry == 0 → true"],
		reason: SLOW_PATH,
	},
	{
		file: "assembly/store/sort.ts",
		line: "if (partEnd > from) scatter(from, partEnd, to, counts + Scatter.NEXT, bits, Scatter.NEXT_BITS);",
		changes: ["partEnd > from → true", "partEnd > from → partEnd >= from"],
		reason: "A part without records has nothing to move: it takes time alone.",
	},
	{
		file: "assembly/whatwg/prepare.ts",
		line: "if (plainEnd == last) return Status.OK;",
		changes: ["plainEnd == last → false"],
		reason: "Of the nothing that is left, nothing is ill-formed or white space: it takes time alone.",
	},
	{
		file: "assembly/policy/sha256.ts",
		line: "for (let round: i32 = 0; round < ROUNDS; ++round) store32(CrawlAddress.SHA256 + (round << 2), wordIn(ROUND_CONSTANTS, round));",
		changes: ["round < ROUNDS → round <= ROUNDS"],
		reason: "The word more goes to the schedule, which each block writes anew.",
	},
	{
		file: "assembly/profiles/surt/host.ts",
		line: "if (mapped < 0) return mapped;",
		changes: ["mapped < 0 → mapped <= 0"],
		reason: NO_END_AT_ZERO,
	},
	{
		file: "assembly/profiles/surt/host.ts",
		line: "if (address < 0) return address;",
		changes: ["address < 0 → address <= 0"],
		reason: NO_END_AT_ZERO,
	},
	{
		file: "assembly/profiles/surt/query.ts",
		line: "const count = find(query, end, Octet.AMPERSAND) < end ? listQuery(query, end, end + Limit.MARGIN, 0) : 1;",
		changes: [
			"find(query, end, Octet.AMPERSAND) < end → find(query, end, Octet.AMPERSAND) <= end",
			"find(query, end, Octet.AMPERSAND) < end → true",
		],
		reason: "One piece is listed as one: it takes time alone.",
	},
	{
		file: "assembly/whatwg/web-url.ts",
		line: "if (isInPath && mayBeginSession(at, octet)) hasSession = 1;",
		changes: ["isInPath && mayBeginSession(at, octet) → true", "isInPath → true", "mayBeginSession(at, octet) → true"],
		reason: SLOW_PATH,
	},
	{
		file: "assembly/policy/kept.ts",
		line: "export function hasLocalRules(options: i32): bool {",
		changes: ["{ if ((options & CrawlFlag.POLICY) == 0 || program() == 0 || header(Header.BASE) → {}"],
		reason: SLOW_PATH,
	},
	{
		file: "assembly/policy/kept.ts",
		line: "if ((rules & KeyRule.EMPTY_VALUE) != 0 && pieceEnd > piece && load8(pieceEnd - 1) == Octet.EQUALS) return false;",
		changes: ["(rules & KeyRule.EMPTY_VALUE) != 0 && pieceEnd > piece && load8(pieceEnd - 1) == → true"],
		reason: SLOW_PATH,
	},
	{
		file: "assembly/crawl/web-forms.ts",
		line: "if (kept != 0 && load32(kept) == end) return UNCHANGED;",
		changes: ["kept != 0 && load32(kept) == end → false"],
		reason: "The key is written anew, octet for octet: it takes time alone.",
	},
	{
		file: "assembly/learn/key-order.ts",
		line: "for (let bit = 0; bit < 32; bit += Digit.BITS) {",
		changes: ["bit < 32 → bit <= 32"],
		reason: "The digits begin at 0, 11 and 22, and the next one at 33.",
	},
	{
		file: "assembly/learn/key-order.ts",
		line: "if (load32(counter) == count << 2) return false;",
		changes: ["load32(counter) == count << 2 → false"],
		reason: "Numbers of one digit are moved in their order: it takes time alone.",
	},
	{
		file: "assembly/learn/shard-names.ts",
		line: "if (to == part) return;",
		changes: ["to == part → false"],
		reason: "As many parts as before are counted again: it takes time alone.",
	},
	{
		file: "assembly/learn/blocks.ts",
		line: "while (at + Lz.MIN_MATCH <= end) {",
		changes: ["at + Lz.MIN_MATCH <= end → at + Lz.MIN_MATCH < end"],
		reason: "The last four octets become literals instead, which unpackBlock reads as well.",
	},
	{
		file: "assembly/learn/blocks.ts",
		line: "while (at + length + 4 <= end && load32(match + length) == load32(at + length)) length += 4;",
		changes: [
			"at + length + 4 <= end && load32(match + length) == load32(at + length) → false",
			"at + length + 4 <= end → at + length + 4 < end",
		],
		reason: "The next loop compares the same octets one by one: it takes time alone.",
	},
	{
		file: "assembly/partition/kept.ts",
		line: "const windowEnd = end - start < Limit.WINDOW ? end : start + Limit.WINDOW;",
		changes: ["end - start < Limit.WINDOW → end - start <= Limit.WINDOW"],
		reason: "The window ends at the same octet.",
	},
	{
		file: "assembly/partition/kept.ts",
		line: "if (status != Status.OK || cursor(Cursor.IN_LONG_LINE) != 0) return status;",
		changes: ["status != Status.OK || cursor(Cursor.IN_LONG_LINE) != 0 → true", "cursor(Cursor.IN_LONG_LINE) != 0 → true"],
		reason: "Another window begins after the line: it takes time alone.",
	},
	{
		file: "assembly/partition/kept.ts",
		line: "if (line == field(Kept.MAX_LINES)) return -Status.NEEDS_ROOM;",
		changes: ["line == field(Kept.MAX_LINES) → false", "-Status.NEEDS_ROOM → +Status.NEEDS_ROOM"],
		reason: "writeKeptLines has ended a call that has so many lines.",
	},
	{
		file: "assembly/partition/records.host.ts",
		line: "for (let at = octets.indexOf(Octet.LF, start); at >= 0 && at < end; at = octets.indexOf(Octet.LF, at + 1)) ++count;",
		changes: ["at >= 0 → at > 0"],
		reason: NOT_AT_ZERO,
	},
	{
		file: "assembly/partition/records.host.ts",
		line: "for (let at = octets.indexOf(Octet.LF, start); at >= 0 && at < end; at = octets.indexOf(Octet.LF, at + 1)) {",
		changes: ["at >= 0 → at > 0"],
		reason: NOT_AT_ZERO,
	},
];
