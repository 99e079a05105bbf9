/**
 * Deduplicates a list and finds the lowest level of the ladder at which each duplicate equals the line that was kept.
 *
 * `#seen` decides which lines are kept. It compares normal forms, or the keys of a profile or policy. The other sets hold only kept
 * lines: their octets, and their forms at the levels. Exactly one line of each class is kept, so a duplicate found in one of these
 * sets equals the kept line of its own class. The first set that has it gives the level:
 *
 * ```
 *   line ──▶ #seen ── new ────────────▶ kept: added to #keptStrings, #keptSyntax and #keptScheme
 *               └──── known: duplicate ─▶ in #keptStrings?  string
 *                                         in #keptSyntax?   syntax
 *                                         in #keptScheme?   scheme
 *                                         otherwise         key
 * ```
 *
 * Normal forms are equal at level scheme, so #keptScheme is used for keys only.
 */
import { createNormalizer, type Level, type Reject, SeenSet, UriError } from "urlsieve";
import { type BatchForms, type ListForms, listForms } from "./list-forms";
import { BOM_LENGTH, LineBuffer, lineEnd, octetKey, textLines, withoutEnd } from "./octet-lines";

/** Number of lines in total, and by result. */
export interface ListCounts {
	lines: number;
	unique: number;
	/** Blank lines, and lines that begin with "#". */
	comments: number;
	/** Lines that cannot be normalized. */
	rejects: number;
	/** Duplicates, by the lowest level at which they equal the kept line. */
	string: number;
	syntax: number;
	scheme: number;
	/** Duplicates only under the profile or policy. */
	key: number;
}

/** The level at which a duplicate equals the kept line. */
export type MergeLevel = Level | "key";

/** The result of one batch. Its arrays are valid until the next call of `add`. */
export interface SievedLines {
	/** The first line of each equivalence class, in order: its normal form or fetch form. */
	readonly unique: Uint8Array;
	/** What is compared of these lines. */
	readonly fresh: Uint8Array;
	/** The lines that cannot be normalized, unchanged. */
	readonly rejected: Uint8Array;
	readonly rejects: readonly Reject[];
}

/** A duplicate, and the level at which it was merged. */
export interface SievedMerge {
	readonly level: MergeLevel;
	readonly line: string;
	/** The line as an `octetKey`. */
	readonly octets: string;
	/** What is compared, which the kept line shares, as an `octetKey`. */
	readonly compared: string;
}

/** A merge with the line that was kept, and the rules that make both one. Line numbers count from 1, over all files. */
export interface ListMerge {
	readonly level: MergeLevel;
	readonly line: string;
	readonly number: number | undefined;
	readonly kept: { readonly line: string; readonly number: number } | undefined;
	readonly rules: readonly string[];
}

const CAPACITY = 1 << 20;
const MAX_MERGES_SHOWN = 3;
/** The code of a comment. */
const COMMENT = "comment";

const encoder = new TextEncoder();

/**
 * Deduplicates a list batch by batch and counts the duplicates of each level.
 *
 * Memory grows only with the unique lines: one fingerprint per line in each of the sets.
 */
export class ListSieve {
	readonly counts: ListCounts = { lines: 0, unique: 0, comments: 0, rejects: 0, string: 0, syntax: 0, scheme: 0, key: 0 };
	/** The first merges of the levels above string. At level string both lines look the same. */
	readonly merges: SievedMerge[] = [];
	readonly #forms: ListForms;
	readonly #seen = new SeenSet({ normalizer: createNormalizer({ level: "string" }) });
	readonly #syntax = createNormalizer({ level: "syntax" });
	readonly #keptStrings = new SeenSet({ normalizer: createNormalizer({ level: "string" }) });
	readonly #keptSyntax = new SeenSet({ normalizer: this.#syntax });
	readonly #keptScheme = new SeenSet();
	readonly #compared = new LineBuffer(CAPACITY);
	readonly #unique = new LineBuffer(CAPACITY);
	readonly #kept = new LineBuffer(CAPACITY);
	readonly #duplicates = new LineBuffer(CAPACITY);
	readonly #respelled = new LineBuffer(CAPACITY);
	readonly #rejected = new LineBuffer(CAPACITY);
	readonly #single = new LineBuffer(0);

	constructor(forms: ListForms = listForms(undefined)) {
		this.#forms = forms;
	}

	/** Adds a batch of lines in the form that LineBatcher produces. Throws SetError `set-full`. */
	add(lines: Uint8Array): SievedLines {
		const forms = this.#forms.formsOf(lines);
		const { count } = forms;
		const rejects = forms.rejects.filter(({ code }) => code !== COMMENT);
		this.#compared.clear();
		this.#compared.append(forms.compared);
		const { fresh, added } = this.#seen.addLines(this.#compared.withBom());
		const first = this.counts.lines;
		this.counts.lines += count;
		this.counts.unique += added;
		this.counts.rejects += rejects.length;
		this.counts.comments += forms.rejects.length - rejects.length;
		this.#split(lines, forms, fresh);
		this.#keep();
		this.#countRespelled(this.#countRepeated());
		return {
			unique: this.#unique.appended,
			fresh,
			rejected: this.#rejected.appended,
			rejects: rejects.map((reject) => ({ ...reject, line: first + reject.line })),
		};
	}

	/**
	 * Splits a batch into kept lines, duplicates and rejects.
	 *
	 * `fresh` is a subsequence of what is compared, and each fresh line is the first of its class in the batch. So a form that
	 * equals the next fresh line is that fresh line.
	 */
	#split(lines: Uint8Array, { written, compared, rejects, count }: BatchForms, fresh: Uint8Array): void {
		for (const buffer of [this.#unique, this.#kept, this.#duplicates, this.#rejected]) buffer.clear();
		const at = { line: BOM_LENGTH, written: 0, compared: 0, fresh: 0, reject: 0 };
		for (let number = 1; number <= count; ++number) {
			const end = lineEnd(lines, at.line);
			const line = lines.subarray(at.line, end);
			at.line = end;
			if (rejects[at.reject]?.line === number) {
				if (rejects[at.reject]?.code !== COMMENT) this.#rejected.append(line);
				++at.reject;
				continue;
			}
			const comparedEnd = lineEnd(compared, at.compared);
			const writtenEnd = lineEnd(written, at.written);
			if (isAt(fresh, at.fresh, compared, at.compared, comparedEnd)) {
				this.#kept.append(line);
				this.#unique.append(written.subarray(at.written, writtenEnd));
				at.fresh += comparedEnd - at.compared;
			} else {
				this.#duplicates.append(line);
			}
			at.compared = comparedEnd;
			at.written = writtenEnd;
		}
	}

	#keep(): void {
		this.#keptStrings.addLines(encoder.encode(octetKey(this.#kept.appended)));
		this.#keptSyntax.addLines(this.#kept.withBom());
		if (this.#forms.isWider) this.#keptScheme.addLines(this.#kept.withBom());
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

	/** Counts duplicates that are spelled unlike the kept line, by level. */
	#countRespelled(respelled: LineBuffer): void {
		if (respelled.length === 0) return;
		const normals = textLines(this.#syntax.normalizeLines(respelled.withBom()).lines);
		let start = 0;
		for (const normal of normals) {
			const end = lineEnd(respelled.appended, start);
			const line = respelled.appended.subarray(start, end);
			const level = this.#levelOf(normal);
			++this.counts[level];
			this.#keepMerge(level, line);
			start = end;
		}
	}

	/** The level of a duplicate by its form at level syntax, in which the rules of level scheme find the same. */
	#levelOf(normal: string): MergeLevel {
		if (isIn(this.#keptSyntax, normal)) return "syntax";
		return !this.#forms.isWider || isIn(this.#keptScheme, normal) ? "scheme" : "key";
	}

	#keepMerge(level: MergeLevel, line: Uint8Array): void {
		if (this.counts[level] > MAX_MERGES_SHOWN) return;
		this.#single.clear();
		this.#single.append(line);
		const [compared] = textLines(this.#forms.formsOf(this.#single.withBom()).compared);
		const text = withoutEnd(line);
		this.merges.push({ level, line: new TextDecoder().decode(text), octets: octetKey(text), compared: compared as string });
	}
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
