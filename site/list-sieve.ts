/**
 * Deduplicates a list and finds the lowest rung of the ladder on which each duplicate equals the line that was kept.
 *
 * `#seen` decides which lines are kept, by their full normal form. Two more sets hold the kept lines only: one by their octets,
 * one by their form on the rung "syntax". Exactly one line of each equivalence class is kept. So a duplicate found in one of
 * these sets equals the kept line of its own class, and the set tells the rung:
 *
 * ```
 *   line ──▶ #seen ── new ────────────▶ kept: added to #keptStrings and #keptSyntax
 *               └──── known: duplicate ─▶ in #keptStrings?  string
 *                                         in #keptSyntax?   syntax
 *                                         otherwise         scheme
 * ```
 */
import { createNormalizer, type Level, type Reject, SeenSet, UriError } from "urlsieve";
import { BOM_LENGTH, LineBuffer, lineEnd, withoutEnd } from "./octet-lines";

/** Number of lines in total, and by result. */
export interface ListCounts {
	lines: number;
	unique: number;
	/** Lines that cannot be normalized. */
	rejects: number;
	/** Duplicates, by the lowest rung on which they equal the kept line. */
	string: number;
	syntax: number;
	scheme: number;
}

/** The result of one batch. Its arrays are valid until the next call of `add`. */
export interface SievedLines {
	/** The first line of each equivalence class, in normal form, in order. */
	readonly unique: Uint8Array;
	/** The lines that cannot be normalized, unchanged. */
	readonly rejected: Uint8Array;
	readonly rejects: readonly Reject[];
}

/** A duplicate, and the rung on which it was merged. */
export interface Merge {
	readonly rung: Level;
	readonly line: string;
}

const CAPACITY = 1 << 20;
const MAX_MERGES_SHOWN = 3;

/** One character per octet. The label means windows-1252, which maps different octets to different characters. */
const octetDecoder = new TextDecoder("latin1", { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * Deduplicates a list batch by batch and counts the duplicates of each rung.
 *
 * Memory grows only with the unique lines: one fingerprint per line in each of the three sets.
 */
export class ListSieve {
	readonly counts: ListCounts = { lines: 0, unique: 0, rejects: 0, string: 0, syntax: 0, scheme: 0 };
	/** The first merges of the rungs syntax and scheme. On the rung string both lines look the same. */
	readonly merges: Merge[] = [];
	readonly #seen = new SeenSet({ normalizer: createNormalizer({ invalid: "drop" }) });
	readonly #blanking = createNormalizer({ invalid: "blank" });
	readonly #syntax = createNormalizer({ level: "syntax" });
	readonly #keptStrings = new SeenSet({ normalizer: createNormalizer({ level: "string" }) });
	readonly #keptSyntax = new SeenSet({ normalizer: this.#syntax });
	readonly #kept = new LineBuffer(CAPACITY);
	readonly #duplicates = new LineBuffer(CAPACITY);
	readonly #respelled = new LineBuffer(CAPACITY);
	readonly #rejected = new LineBuffer(CAPACITY);

	/** Adds a batch of lines in the form that LineBatcher produces. Throws UriError `set-full`. */
	add(lines: Uint8Array): SievedLines {
		const { fresh, added, duplicates, rejects } = this.#seen.addLines(lines);
		const first = this.counts.lines;
		this.counts.lines += added + duplicates + rejects.length;
		this.counts.unique += added;
		this.counts.rejects += rejects.length;
		this.#split(lines, fresh, rejects);
		this.#keep();
		this.#countRespelled(this.#countRepeated());
		return {
			unique: fresh,
			rejected: this.#rejected.appended,
			rejects: rejects.map((reject) => ({ ...reject, line: first + reject.line })),
		};
	}

	/**
	 * Splits a batch into kept lines, duplicates and rejects.
	 *
	 * `fresh` is a subsequence of the normal forms, and each fresh line is the first of its class in the batch. So a normal form
	 * that equals the next fresh line is that fresh line.
	 */
	#split(lines: Uint8Array, fresh: Uint8Array, rejects: readonly Reject[]): void {
		const { lines: normals, count } = this.#blanking.normalizeLines(lines);
		for (const buffer of [this.#kept, this.#duplicates, this.#rejected]) buffer.clear();
		const at = { line: BOM_LENGTH, normal: 0, fresh: 0, reject: 0 };
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
		this.#keptSyntax.addLines(this.#kept.withBom());
	}

	/** Counts the duplicates whose octets equal those of a kept line. Returns the others. */
	#countRepeated(): LineBuffer {
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

	/** Counts duplicates that are spelled unlike the kept line, by rung. */
	#countRespelled(respelled: LineBuffer): void {
		if (respelled.length === 0) return;
		const normals = textLines(this.#syntax.normalizeLines(respelled.withBom()).lines);
		let start = 0;
		for (const normal of normals) {
			const rung = isIn(this.#keptSyntax, normal) ? "syntax" : "scheme";
			const end = lineEnd(respelled.appended, start);
			++this.counts[rung];
			this.#keepMerge(rung, respelled.appended.subarray(start, end));
			start = end;
		}
	}

	#keepMerge(rung: Level, line: Uint8Array): void {
		if (this.counts[rung] > MAX_MERGES_SHOWN) return;
		this.merges.push({ rung, line: new TextDecoder().decode(withoutEnd(line)) });
	}
}

/** The lines without LF or CR LF, one character per octet. */
function textLines(lines: Uint8Array): string[] {
	return octetDecoder
		.decode(lines)
		.split("\n")
		.slice(0, -1)
		.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

/** Whether a set has a line. False if percent-encoding or UTF-8 makes it too long for a reference. */
function isIn(set: SeenSet, line: string): boolean {
	try {
		return set.has(line);
	} catch (error) {
		if (error instanceof UriError) return false;
		throw error;
	}
}

/** Whether `fresh` has the octets of `lines` from `start` to `end` at offset `at`. */
function isAt(fresh: Uint8Array, at: number, lines: Uint8Array, start: number, end: number): boolean {
	if (end - start > fresh.length - at) return false;
	for (let index = start; index < end; ++index) {
		if (fresh[at + index - start] !== lines[index]) return false;
	}
	return true;
}
