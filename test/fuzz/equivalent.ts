/**
 * Mutants that no input can tell from the kernel, by the line of their source and what is replaced there. Each was read, and has the
 * reason. A line that changes is read again.
 */

/** A line of a source of assembly/, and why the replacements of instructions there cannot be observed. */
interface Equivalent {
	readonly file: string;
	/** The line, without the space around it. */
	readonly line: string;
	/** The octets before and after, as reports print them: `48 → 4c`. */
	readonly changes: readonly string[];
	/** The only builds of kernels in which they cannot be observed, or undefined for both. */
	readonly build?: "simd" | "scalar";
	/** The only caller, as `file: line`, in whose inlined copy they cannot be observed, or undefined for all: see `callersOf`. */
	readonly caller?: string;
	readonly reason: string;
}

const NO_ADDRESS_0 = "an end is an address beyond the kernel's area: never 0, and above any small constant";
const SLOWER = "the fast path leaves more lines to the slow path, which writes the same";
const DISJOINT = "no bit is set in both";
const KEY_OF_TABLE = "it is the key of a table of one call: another one is as good";
const TRUE = "any number but 0 is true";
const POSITIVE = "both are addresses below 2 GiB, or small numbers: signed and unsigned comparisons agree";

export const EQUIVALENT: readonly Equivalent[] = [
	{
		file: "lines/line-record.ts",
		line: "return recorded < 0;",
		changes: ["48 → 4c", "4e → 4a", "4100 → 4110", "4100 → 4108", "4100 → 4101", "4100 → 4104"],
		reason: NO_ADDRESS_0,
	},
	{
		file: "octets/classes.ts",
		line: "for (let octet = 0; octet < Octet.BEYOND_ASCII; ++octet) if (is(octet, base)) add(octet, set);",
		changes: ["418001 → 418101"],
		reason: "no class has an octet beyond US-ASCII, so that one more turn adds nothing",
	},
	{
		file: "lines/line-records.ts",
		line: "while (last > Address.SPECIALS && load8(load32(last - 4)) != Octet.LF) last -= 4;",
		changes: ["410a → 414a"],
		reason: SLOWER,
	},
	{
		file: "octets/classes.ts",
		line: "define(Class.DIGIT, Class.NONE, DIGIT);",
		changes: ["411f → 411d"],
		reason: "the class 29 is empty as well",
	},
	{
		file: "octets/classes.ts",
		line: 'define(Class.FIRST_DELIMITER, Class.AUTHORITY_END, ":");',
		changes: ["410c → 414c"],
		reason: "the number of a class counts shifts, which are modulo 32",
	},
	{
		file: "octets/memory.ts",
		line: "const letters = (ascii + ONES * 0x3f) & ~(ascii + ONES * 0x25) & ~octets & (ONES << 7);",
		changes: ["427f → 427e"],
		reason: "the highest bits of octets alone count",
	},
	{
		file: "octets/memory.ts",
		line: "return i32(__heap_base);",
		changes: ["41cc9203 → 41cc9a03"],
		reason: "the kernel asks for more memory than it uses",
	},
	{
		file: "reference/ipv6.ts",
		line: "if (index >= gap && index < gapEnd) continue;",
		changes: ["71 → 6c"],
		reason: "both are 0 or 1",
	},
	{
		file: "octets/memory.ts",
		line: "for (let at = start; at < end; at += 64) {",
		changes: ["48 → 4d"],
		reason: "one more turn writes to the margin",
	},
	{
		file: "tables/csv.ts",
		line: "if (entry + 4 == last || load32(entry + 4) != mark + 1 || load8(mark + 1) != Octet.QUOTATION_MARK) return entry;",
		changes: ["4104 → 4105"],
		reason: "a quotation mark at the end of the input leaves the row unfinished, doubled or not",
	},
	{
		file: "tables/json-scalar.ts",
		line: "if (at == fraction) return 0;",
		changes: ["4100 → 4110"],
		reason: "the walk goes on at address 16, where no JSON is, and refuses the row as well",
	},
	{
		file: "tables/json-string.ts",
		line: "if (end - start <= length) return false;",
		changes: ["6b → 73"],
		reason: "what is not refused at once is compared, and is not equal",
	},
	{
		file: "tables/table.ts",
		line: "if (others == 0) return 0;",
		changes: ["4100 → 4104"],
		reason: "where there are no other columns, their number is 0",
	},
	{
		file: "tables/white-space.ts",
		line: "return octet == Octet.SPACE || octet == Octet.TAB || octet == Octet.CR || octet == Octet.LF;",
		changes: ["72 → 6a"],
		reason: "at most one of them holds",
	},
	{
		file: "reference/dot-segments.ts",
		line: "if (start < end && load8(start) == Octet.DOT) return start;",
		changes: ["4a → 4b", "48 → 49"],
		reason: POSITIVE,
	},
	{
		file: "seen/seen-page.ts",
		line: "for (let at = (page << Page.BITS) + slot; at < (page << Page.BITS) + end; at += Slot.SIZE) {",
		changes: ["6a → 73"],
		reason: "a slot is less than a page",
	},
	{
		file: "seen/seen-page.ts",
		line: "return ((index >> Slot.INDEX_BITS) << Bucket.BITS) + ((index & Slot.INDEX_MASK) << Slot.BITS);",
		changes: ["75 → 76"],
		reason: POSITIVE,
	},
	{ file: "reference/web.ts", line: "} else if (octet < Octet.SPACE) {", changes: ["4120 → 4160"], reason: SLOWER },
	{
		file: "octets/memory.ts",
		line: "if (to <= start && end - start < Loop.MAX_MOVE) {",
		changes: ["6b → 6c", "418002 → 41a002", "71 → 6c"],
		reason: "both ways copy the same",
	},
	{
		file: "store/bits.ts",
		line: "return bit + i32(count != 0);",
		changes: ["6a → 73"],
		reason: "the bit so far is even, and one is added",
	},
	{
		file: "seen/seen-page.ts",
		line: "for (let end = 2 * (Bucket.SIZE + ordinalsSize); end <= Page.SIZE; end += 2 * (Bucket.SIZE + ordinalsSize)) buckets += 2;",
		changes: ["4140 → 4144"],
		reason: "two buckets are 128 or 160 octets: as many pairs fit in a page if the first one is eight octets shorter",
	},
	{
		file: "octets/classes.ts",
		line: 'define(Class.LINE_WHITE_SPACE, Class.NONE, "\\t\\r\\n");',
		changes: ["411f → 411d"],
		reason: "the class 29 is empty as well",
	},
	{
		file: "policy/fragment.ts",
		line: "return start < end && (load8(start) == Octet.EXCLAMATION_MARK || load8(start) == Octet.SLASH);",
		changes: ["4101 → 4103"],
		reason: TRUE,
	},
	{ file: "reference/record.ts", line: "return startOf(component) != ABSENT;", changes: ["4101 → 4109"], reason: TRUE },
	{ file: "store/checksum.ts", line: "for (let at = start; at < blocksEnd; at += 16) {", changes: ["48 → 49"], reason: POSITIVE },
	{
		file: "store/checksum.ts",
		line: "return end - at >= 4 ? word : word & ((1 << ((end - at) << 3)) - 1);",
		changes: ["74 → 77"],
		reason: "no bit leaves the word at its end",
	},
	{
		file: "store/single.ts",
		line: "((first >>> (low & 31)) &",
		changes: ["76 → 75"],
		reason: "the lowest bit alone counts, and both shifts leave the same one",
	},
	{
		file: "store/sort.ts",
		line: "while (bits < Scatter.MAX_FIRST_BITS && count >> (Scatter.NEXT_BITS + bits) > 0) ++bits;",
		changes: ["48 → 4f"],
		reason: "fewer bits scatter less, and the insertion sort does the rest",
	},
	{
		file: "store/sort.ts",
		line: "if (partEnd > from) scatter(from, partEnd, to, counts + Scatter.NEXT, bits, Scatter.NEXT_BITS);",
		changes: ["410c → 412c"],
		reason: "it counts shifts, which are modulo 32",
	},
	{
		file: "store/sort.ts",
		line: "for (let at = start; at < end; at += KeyRecord.SIZE) {",
		changes: ["4a → 4b"],
		reason: POSITIVE,
	},
	{ file: "store/table.ts", line: "for (let index = 0; index < count; ++index) {", changes: ["4a → 4b"], reason: POSITIVE },
	{ file: "store/writer.ts", line: "while (load32(writer + Writer.PAGE) < page) {", changes: ["4a → 4b"], reason: POSITIVE },
	{
		file: "store/merge.ts",
		line: "let open = 0;",
		changes: ["4100 → 4101"],
		reason: "the last source is copied key by key, and at the end of all a source at address 0, which has no keys",
	},
	{
		file: "partition/records.ts",
		line: "while (at + 64 <= end) {",
		changes: ["4140 → 4141"],
		reason: "the octets that this loop leaves are counted by the next one",
	},
	{ file: "learn/blocks.ts", line: "const distance = load8(at) | (load8(at + 1) << 8);", changes: ["72 → 6a"], reason: DISJOINT },
	{
		file: "learn/shards.ts",
		line: "for (let place = 0; place < count << 2; place += 4) store32(to + place, load32(words + (load32(order + place) << shift)));",
		changes: ["74 → 77", "48 → 49"],
		reason: POSITIVE,
	},
	{ file: "learn/controls.ts", line: "let most = 0;", changes: ["4100 → 4101"], reason: "it counts only above 1" },
	{
		file: "learn/lanes.ts",
		line: "return a * b;",
		changes: ["41f794afaf78 → 41f594afaf78", "41f794afaf78 → 41f794afad78"],
		reason: KEY_OF_TABLE,
	},
	{
		file: "learn/digest.ts",
		line: 'if (matchesInAnyCase(start, start + 2, "da") || matchesInAnyCase(start, start + 2, "3i")) return true;',
		changes: ["4101 → 4121"],
		reason: TRUE,
	},
	{
		file: "learn/numbers.ts",
		line: "for (; (rest & ~0x7f) != 0; rest = rest >>> 7) store8(out++, (rest & 0x7f) | 0x80);",
		changes: ["41ff00 → 41ff04"],
		reason: "an octet is stored: bits beyond it are lost",
	},
	{
		file: "seen/bucket.ts",
		line: "return i32((u64(u32(word)) * u64(count)) >> 32);",
		changes: ["88 → 87"],
		reason: "count is below 2^31, so that the product is below 2^63",
	},
	{
		file: "octets/classes.ts",
		line: "return load8(Address.HEX_VALUES + octet);",
		changes: ["6a → 73"],
		reason: "the address is a multiple of 256, and an octet is less",
	},
	{
		file: "policy/name-radix.ts",
		line: "for (let at = start + 4; at < end && length > 0; at += 4) length = commonLength(model, load32(at), queryEnd, length);",
		changes: ["6a → 71"],
		reason: "it begins at address 0 or 4, where nothing is: no octet is skipped, which takes time alone",
	},
	{
		file: "reference/dot-segments.ts",
		line: "if (at == end) store8(to++, Octet.SLASH);",
		changes: ["46 → 4f"],
		reason: "dots are counted up to the end: it is never passed",
	},
	{
		file: "whatwg/states.ts",
		line: "if (nameEnd == end || load8(nameEnd) != Octet.COLON) return noSchemeState(at, end, to);",
		changes: ["4101 → 4109"],
		reason: TRUE,
	},
	{
		file: "policy/piece-order.ts",
		line: "return order <= Order.NAME_VALUE && (octet == Octet.EQUALS || octet == Octet.AMPERSAND) ? 0 : -1;",
		changes: ["4101 → 4100"],
		reason: "names without a rank are compared octet by octet, to the same result",
	},
	{
		file: "octets/memory.ts",
		line: "for (let at = start; at < end; at += 64) {",
		changes: ["48 → 49"],
		reason: POSITIVE,
	},
	{ file: "octets/memory.ts", line: "return true;", changes: ["4101 → 4103"], reason: TRUE },
	{
		file: "octets/span.ts",
		line: "return seek(start, end, set, -1);",
		changes: ["417f → 417e"],
		build: "scalar",
		reason: "without SIMD, the flip is compared with 0 alone",
	},
	{
		file: "reference/guard.ts",
		line: "v128.store(usize(to), v128.or(octets, v128.and(upper, i8x16.splat(0x20))));",
		changes: ["fd50 → fd51"],
		reason: DISJOINT,
	},
	{
		file: "octets/span.ts",
		line: "return mask0 | (mask1 << 16) | (mask2 << 32) | (mask3 << 48);",
		changes: ["86 → 89"],
		reason: "masks have 16 bits: none leaves the word",
	},
	{
		file: "octets/span.ts",
		line: "const found = (difference - ONES) & ~difference & (ONES << 7);",
		changes: ["427f → 427e"],
		reason: "the highest bits of octets alone count",
	},
	{
		file: "seen/bucket.ts",
		line: "return i32((u64(u32(word)) * u64(count)) >> 32);",
		changes: ["88 → 89"],
		reason: "a rotation by 32 leaves the same low half",
	},
	{
		file: "partition/six-states.ts",
		line: "return v128.or(i64x2.shl(words, 17), i64x2.shr_u(words, 47));",
		changes: ["412f → 416f"],
		reason: "it counts shifts, which are modulo 64",
	},
	{
		file: "reference/guard.ts",
		line: "ends = lowerSixteen(at, at + shift) | (lowerSixteen(at + 16, at + shift + 16) << 16);",
		changes: ["72 → 6b"],
		reason: "the lowest bit alone counts, and is the same",
	},
	{
		file: "learn/lanes.ts",
		line: "return a * b;",
		caller: "learn/ledger.ts: const site = load32(load32(shard + ShardMap.SITES) + (load32(cell + Cell.SITE) << 2));",
		changes: ["41b1f3ddf179 → 41b1f1ddf179"],
		reason: "the sum of the odd product of the candidate tells candidates of a site apart, whatever the seed of sites is",
	},
	{
		file: "octets/memory.ts",
		line: "return load<i32>(usize(at));",
		caller: "reference/ipv6.ts: return load32(Address.GROUPS + (index << 2));",
		changes: ["4101 → 4121"],
		reason: TRUE,
	},
	{
		file: "octets/memory.ts",
		line: "store<i32>(usize(at), value);",
		caller: "learn/rule-trials.ts: const group = load32(trial + Trial.GROUPS);",
		changes: ["4100 → 4101"],
		reason: "members are linked by number: the group of a rule may begin with any, and there is room for more",
	},
	{
		file: "octets/memory.ts",
		line: "store<i32>(usize(at), value);",
		caller: "learn/rule-trials.ts: beginGroup(trial, group, load32(rule + Rule.CANDIDATE), bare >= 0 ? bare : 0);",
		changes: ["4100 → 4140"],
		reason: "the group gets a second member, which overwrites the link of the first",
	},
	{
		file: "octets/memory.ts",
		line: "store<i32>(usize(at), value);",
		caller: "learn/trials.ts: beginGroup(trial, group, id, bare >= 0 ? bare : number);",
		changes: ["4100 → 4101"],
		reason: "a group is judged only with a second member, which overwrites the link of the first",
	},
	{
		file: "octets/memory.ts",
		line: "if (end - start > Loop.MAX_COPY) {",
		changes: ["418004 → 418804"],
		reason: "both ways copy the same",
	},
	{
		file: "octets/memory.ts",
		line: "store<u64>(usize(at + shift), octets | (letters >> 2));",
		changes: ["88 → 8a"],
		reason: "no bit below the seventh is set: none is rotated around",
	},
	{
		file: "octets/span.ts",
		line: "return seek(start, end, set, -1);",
		changes: ["417f → 416f", "417f → 413f"],
		build: "scalar",
		reason: "without SIMD, the flip is compared with 0 alone",
	},
	{
		file: "octets/span.ts",
		line: "const last = end - 1;",
		changes: ["6b → 6c"],
		reason: "a pair that ends beyond the end leads to a closer look, which finds nothing before the end",
	},
	{
		file: "octets/span.ts",
		line: "for (; at < last; ++at) if (load8(at) == octet && load8(at + 1) == next) return at;",
		changes: ["48 → 49"],
		reason: POSITIVE,
	},
	{
		file: "partition/lanes.ts",
		line: "const length = (outputEnd == written ? inputEnd - start : outputEnd - written) - 1;",
		changes: ["46 → 4f"],
		reason: "an end is not below the one before it; a rejected one, which is negative, is not used",
	},
	{
		file: "partition/records.ts",
		line: "for (let at = start; at < end; at += 16) {",
		changes: ["48 → 49"],
		reason: POSITIVE,
	},
	{
		file: "partition/records.ts",
		line: "const differs = load<u64>(usize(at)) ^ load<u64>(usize(at + shift));",
		changes: ["85 → 7d"],
		reason: "the lowest bit of a difference is the lowest bit that differs",
	},
	{
		file: "partition/six-states.ts",
		line: "return v128.or(i64x2.shl(words, 13), i64x2.shr_u(words, 51));",
		changes: ["fd50 → fd51"],
		reason: DISJOINT,
	},
	{
		file: "profiles/surt/labels.ts",
		line: "while (dots != 0) {",
		changes: ["52 → 56"],
		reason: "a number without sign is above 0 if it is not 0",
	},
	{
		file: "reference/guard.ts",
		line: "const slashes = (difference - ONES) & ~difference & SIGNS;",
		changes: ["427f → 427d"],
		reason: "the highest bits of octets alone count",
	},
	{
		file: "reference/guard.ts",
		line: "const slashes = (difference - ONES) & ~difference & SIGNS;",
		changes: ["7d → 84"],
		reason: SLOWER,
	},
	{
		file: "reference/guard.ts",
		line: "const before = (slashes - 1) & ~slashes;",
		changes: ["427f → 427e"],
		build: "scalar",
		reason: "the highest bits of octets alone count",
	},
	{
		file: "reference/guard.ts",
		line: "const delimiters = v128.and(i8x16.gt_s(octets, i8x16.splat(0x39)), i8x16.gt_s(i8x16.splat(0x41), octets));",
		changes: ["fd4e → fd50", "fd0c39393939393939393939393939393939 → fd0c39393939393939393939393939313939"],
		reason: SLOWER,
	},
	{
		file: "reference/guard.ts",
		line: "return i8x16.bitmask(v128.or(delimiters, i8x16.eq(octets, i8x16.splat(0x2f))));",
		changes: ["fd50 → fd51"],
		reason: DISJOINT,
	},
	{
		file: "whatwg/clean.ts",
		line: "const isHttp = i32((prefix & SEVEN_OCTETS) == HTTP_PREFIX);",
		changes: ["42ffffffffffffffff00 → 42ffffffffffffffff20"],
		reason: SLOWER,
	},
	{
		file: "whatwg/clean.ts",
		line: "const host = start + 7 + isHttps;",
		changes: ["6a → 72"],
		reason: SLOWER,
	},
	{
		file: "whatwg/clean.ts",
		line: "return u64(low) | (u64(u32(i8x16.bitmask(third))) << 32);",
		caller:
			"whatwg/clean.ts: const slashes = mask(i8x16.eq(octets0, slash), i8x16.eq(octets1, slash), i8x16.eq(octets2, slash));",
		changes: ["86 → 87"],
		reason: SLOWER,
	},
	{
		file: "octets/memory.ts",
		line: "return i32(__heap_base);",
		changes: ["41ec28 → 41ed28"],
		reason: "the host rounds it up to a multiple of eight or more",
	},
	{
		file: "octets/memory.ts",
		line: "store<i32>(usize(at), value);",
		caller: "whatwg/base.ts: return Status.OK;",
		changes: ["4100 → 4101"],
		reason: "it sets options to read leniently by, and bit 0 is that of a rule of writing",
	},
];
