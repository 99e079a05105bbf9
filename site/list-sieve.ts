/** A list of references → its unique lines, and on which rung of the ladder each of the others was merged. */
import { createNormalizer, type Level, type Reject, SeenSet, UriError } from "urlsieve";
import { LineBuffer, lineEnd, MARK_LENGTH, withoutEnd } from "./octet-lines";

/** How many lines there were, and what became of them. */
export interface ListCounts {
	lines: number;
	unique: number;
	/** Lines that no rule can make a reference of. */
	rejects: number;
	/** Lines that are equal to one before, by the lowest rung on which they are equal to the one that was kept. */
	string: number;
	syntax: number;
	scheme: number;
}

/** What a batch of lines comes to: valid until the next one. */
export interface SievedLines {
	/** The first line of each equivalence class, in normal form, in order. */
	readonly unique: Uint8Array;
	/** The lines that are no references, as they came. */
	readonly rejected: Uint8Array;
	readonly rejects: readonly Reject[];
}

/** A line that was merged, and what it was merged as. */
export interface Merge {
	readonly rung: Level;
	readonly line: string;
}

const CAPACITY = 1 << 20;
const MOST_MERGES_SHOWN = 3;

/** An octet is a character, whatever it is: this label stands for windows-1252, in which no two octets are the same. */
const octetDecoder = new TextDecoder("latin1", { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * Sieves a list, batch by batch, and counts by the rung what was merged.
 *
 * Beside the set of all that was seen there are two of the lines that were kept, one by their octets and one by their form on
 * the rung "syntax". A class has one line that was kept: so a line of the class that is in one of these sets is equal to that very
 * line on the set's rung. Memory grows by the unique lines alone, a fingerprint in each set.
 */
export class ListSieve {
	readonly counts: ListCounts = { lines: 0, unique: 0, rejects: 0, string: 0, syntax: 0, scheme: 0 };
	/** The first merges of the rungs on which there is something to see. */
	readonly merges: Merge[] = [];
	readonly #seen = new SeenSet({ normalizer: createNormalizer({ invalid: "drop" }) });
	readonly #whole = createNormalizer({ invalid: "blank" });
	readonly #syntax = createNormalizer({ level: "syntax" });
	readonly #keptStrings = new SeenSet({ normalizer: createNormalizer({ level: "string" }) });
	readonly #keptSyntax = new SeenSet({ normalizer: this.#syntax });
	readonly #kept = new LineBuffer(CAPACITY);
	readonly #duplicates = new LineBuffer(CAPACITY);
	readonly #respelled = new LineBuffer(CAPACITY);
	readonly #rejected = new LineBuffer(CAPACITY);

	/** Adds lines, a byte order mark before them, as LineBatcher hands them on. */
	add(lines: Uint8Array): SievedLines {
		const { fresh, added, duplicates, rejects } = this.#seen.addLines(lines);
		const first = this.counts.lines;
		this.counts.lines += added + duplicates + rejects.length;
		this.counts.unique += added;
		this.counts.rejects += rejects.length;
		this.#part(lines, fresh, rejects);
		this.#keep();
		this.#count(this.#repeated());
		return {
			unique: fresh,
			rejected: this.#rejected.appended,
			rejects: rejects.map((reject) => ({ ...reject, line: first + reject.line })),
		};
	}

	/**
	 * Parts lines into those that were kept, those that were not, and rejects. The fresh lines are some of all normal forms, in
	 * order, and each is the first of its kind in the batch: so what equals the next of them is that one.
	 */
	#part(lines: Uint8Array, fresh: Uint8Array, rejects: readonly Reject[]): void {
		const { lines: normals, count } = this.#whole.normalizeLines(lines);
		for (const buffer of [this.#kept, this.#duplicates, this.#rejected]) buffer.clear();
		const at = { line: MARK_LENGTH, normal: 0, fresh: 0, reject: 0 };
		for (let number = 1; number <= count; ++number) {
			const end = lineEnd(lines, at.line);
			const normalEnd = lineEnd(normals, at.normal);
			const line = lines.subarray(at.line, end);
			if (rejects[at.reject]?.line === number) {
				this.#rejected.append(line);
				++at.reject;
			} else if (isAt(fresh, at.fresh, normals, at.normal, normalEnd)) {
				this.#kept.append(line);
				at.fresh += normalEnd - at.normal;
			} else {
				this.#duplicates.append(line);
			}
			at.line = end;
			at.normal = normalEnd;
		}
	}

	#keep(): void {
		this.#keptStrings.addLines(encoder.encode(octetDecoder.decode(this.#kept.appended)));
		this.#keptSyntax.addLines(this.#kept.marked());
	}

	/** Counts the duplicates that repeat the octets of a line that was kept. Answers the others. */
	#repeated(): LineBuffer {
		const duplicates = this.#duplicates.appended;
		this.#respelled.clear();
		let start = 0;
		for (const text of textLines(duplicates)) {
			const end = lineEnd(duplicates, start);
			if (isIn(this.#keptStrings, text)) ++this.counts.string;
			else this.#respelled.append(duplicates.subarray(start, end));
			start = end;
		}
		return this.#respelled;
	}

	#count(respelled: LineBuffer): void {
		if (respelled.length === 0) return;
		const normals = textLines(this.#syntax.normalizeLines(respelled.marked()).lines);
		let start = 0;
		for (const normal of normals) {
			const rung = isIn(this.#keptSyntax, normal) ? "syntax" : "scheme";
			const end = lineEnd(respelled.appended, start);
			++this.counts[rung];
			this.#show(rung, respelled.appended.subarray(start, end));
			start = end;
		}
	}

	#show(rung: Level, line: Uint8Array): void {
		if (this.counts[rung] > MOST_MERGES_SHOWN) return;
		this.merges.push({ rung, line: new TextDecoder().decode(withoutEnd(line)) });
	}
}

/** Lines as text, a character an octet, without their ends. */
function textLines(lines: Uint8Array): string[] {
	return octetDecoder
		.decode(lines)
		.split("\n")
		.slice(0, -1)
		.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

/** Says whether a line is in a set. One that percent-encoding or UTF-8 makes too long for a reference is in none. */
function isIn(set: SeenSet, line: string): boolean {
	try {
		return set.has(line);
	} catch (error) {
		if (error instanceof UriError) return false;
		throw error;
	}
}

/** Says whether the octets of `lines` from `start` to `end` stand in `fresh` at `at`. */
function isAt(fresh: Uint8Array, at: number, lines: Uint8Array, start: number, end: number): boolean {
	if (end - start > fresh.length - at) return false;
	for (let index = start; index < end; ++index) {
		if (fresh[at + index - start] !== lines[index]) return false;
	}
	return true;
}
