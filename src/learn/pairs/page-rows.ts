/** Pages of several hosts, to be taken path by path. There can be half a million: they are in one array. */
import type { Page } from "./pages";
import type { Fetched } from "./trials";

/** The numbers of a row. */
const enum Row {
	PATH = 0,
	HOST = 1,
	HASH = 2,
	CONTENT = 3,
	FETCHES = 4,
	PLACE = 5,
	SIZE = 6,
}

export class PageRows {
	#numbers = new Float64Array(Row.SIZE << 10);
	#count = 0;

	addPage(host: number, { path, hash, content, fetches, place }: Page): void {
		const at = Row.SIZE * this.#count++;
		if (at === this.#numbers.length) {
			const grown = new Float64Array(2 * at);
			grown.set(this.#numbers);
			this.#numbers = grown;
		}
		this.#numbers.set([path, host, hash, content, fetches, place], at);
	}

	/** Calls `run` with the page of each host at each path. Of a page by http and one by https, that with the smaller hash counts. */
	forEachPath(run: (path: number, pages: ReadonlyMap<number, Fetched>) => void): void {
		const pages = new Map<number, Fetched>();
		let path = -1;
		for (const row of this.#inOrder()) {
			if (this.#at(row, Row.PATH) !== path) {
				if (pages.size > 1) run(path, pages);
				pages.clear();
				path = this.#at(row, Row.PATH);
			}
			const host = this.#at(row, Row.HOST);
			if (!pages.has(host)) pages.set(host, this.#fetchedAt(row));
		}
		if (pages.size > 1) run(path, pages);
	}

	/** Rows by path, host and hash. */
	#inOrder(): Uint32Array {
		const compared = (a: number, b: number, word: Row) => this.#at(a, word) - this.#at(b, word);
		return Uint32Array.from({ length: this.#count }, (_, row) => row).sort(
			(a, b) => compared(a, b, Row.PATH) || compared(a, b, Row.HOST) || compared(a, b, Row.HASH),
		);
	}

	#fetchedAt(row: number): Fetched {
		return { content: this.#at(row, Row.CONTENT), fetches: this.#at(row, Row.FETCHES), place: this.#at(row, Row.PLACE) };
	}

	#at(row: number, word: Row): number {
		return this.#numbers[Row.SIZE * row + word] as number;
	}
}
