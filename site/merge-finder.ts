/**
 * Finds the lines of merges again in a second reading: the line that was kept, and the numbers of both.
 *
 * The first reading remembers fingerprints, not lines, so that its memory does not grow with them. The few merges on display are
 * found near the start of most lists, and the second reading ends there.
 */
import type { ListForms } from "./list-forms";
import type { ListMerge, SievedMerge } from "./list-sieve";
import { BOM_LENGTH, lineEnd, octetKey, textLines, withoutEnd } from "./octet-lines";

interface Search {
	readonly merge: SievedMerge;
	kept: { line: string; number: number } | undefined;
	number: number | undefined;
}

export class MergeFinder {
	readonly #forms: ListForms;
	readonly #searches: readonly Search[];
	#lines = 0;

	constructor(forms: ListForms, merges: readonly SievedMerge[]) {
		this.#forms = forms;
		this.#searches = merges.map((merge) => ({ merge, kept: undefined, number: undefined }));
	}

	get isDone(): boolean {
		return this.#searches.every(({ number }) => number !== undefined);
	}

	/** Looks for the lines in a batch, in the form that LineBatcher produces. */
	add(lines: Uint8Array): void {
		const { compared, rejects, count } = this.#forms.formsOf(lines);
		const keys = textLines(compared);
		const wanted = new Set(this.#searches.map(({ merge }) => merge.compared));
		for (let number = 1, start = BOM_LENGTH, reject = 0; number <= count; ++number) {
			const end = lineEnd(lines, start);
			if (rejects[reject]?.line === number) ++reject;
			else {
				const key = keys[number - 1 - reject] as string;
				if (wanted.has(key)) this.#look(withoutEnd(lines.subarray(start, end)), key, this.#lines + number);
			}
			start = end;
		}
		this.#lines += count;
	}

	#look(line: Uint8Array, key: string, number: number): void {
		for (const search of this.#searches) {
			if (search.number !== undefined || search.merge.compared !== key) continue;
			if (search.kept === undefined) search.kept = { line: new TextDecoder().decode(line), number };
			else if (search.merge.octets === octetKey(line)) search.number = number;
		}
	}

	/** The merges with what was found. If a file has changed since, some may lack their kept line. */
	merges(): ListMerge[] {
		return this.#searches.map(({ merge: { level, line }, kept, number }) => {
			return { level, line, number, kept, rules: kept === undefined ? [] : this.#forms.rulesOf(kept.line, line) };
		});
	}
}
