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

/** Kept lines and duplicates begin with these fields. */
const AT_ZERO = "The offset is 0.";
const WITHOUT_SESSION = "Each of the searches that follow finds nothing: it takes time alone.";

export const LISTED: readonly Listed[] = [
	{
		file: "assembly/crawl/crawl-lines.ts",
		line: "if (run < line) to = copy(run, line, to);",
		changes: ["run < line → true", "run < line → run <= line"],
		reason: "A copy of nothing changes nothing that stays.",
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
		file: "assembly/profiles/gsb/expressions.ts",
		line: "if (other <= index) break;",
		changes: ["other <= index → other < index"],
		reason: "The host in the middle is exchanged with itself.",
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
		file: "assembly/reference/schemes/urn.ts",
		line: 'if (matches(start, nidEnd, "uuid") && isUuid(nidEnd + 1, end)) lowerCase(nidEnd + 1, end);',
		changes: ["nidEnd + 1 → nidEnd - 1"],
		reason: 'Lower-casing begins with the "d" of "uuid", which is small, and ":". The other sum of the line is found.',
	},
];
