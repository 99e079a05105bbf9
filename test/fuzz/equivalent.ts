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
	readonly reason: string;
}

const NO_ADDRESS_0 = "an end is an address beyond the kernel's area: never 0, and above any small constant";
const SLOWER = "the fast path leaves more lines to the slow path, which writes the same";
const POSITIVE = "both are addresses below 2 GiB, or small numbers: signed and unsigned comparisons agree";

export const EQUIVALENT: readonly Equivalent[] = [
	{
		file: "lines/line-record.ts",
		line: "return recorded < 0;",
		changes: ["48 → 4c", "4100 → 4110", "4100 → 4108", "4100 → 4101", "4100 → 4104"],
		reason: NO_ADDRESS_0,
	},
	{
		file: "octets/classes.ts",
		line: "for (let octet = 0; octet < Octet.BEYOND_ASCII; ++octet) if (is(octet, base)) add(octet, set);",
		changes: ["418001 → 418101"],
		reason: "no class has an octet beyond US-ASCII, so that one more turn adds nothing",
	},
	{
		file: "reference/dot-segments.ts",
		line: "if (start < end && load8(start) == Octet.DOT) return start;",
		changes: ["4a → 4b", "48 → 49"],
		reason: POSITIVE,
	},
	{ file: "reference/web.ts", line: "} else if (octet < Octet.SPACE) {", changes: ["4120 → 4160"], reason: SLOWER },
	{
		file: "partition/records.ts",
		line: "while (at + 64 <= end) {",
		changes: ["4140 → 4141"],
		reason: "the octets that this loop leaves are counted by the next one",
	},
];
