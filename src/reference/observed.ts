/** What was observed to be the same resource: redirects and canonical links, RFC 3986 §6.2.4, as a union-find of normal forms. */

export class Observed {
	/** Each normal form that was seen to lead somewhere, and where to. */
	readonly #next = new Map<string, string>();
	/** Grows with every change. */
	version = 0;

	/** Notes that one normal form leads to another. A circle leaves its members as they are: equal already. */
	add(from: string, to: string): void {
		const [first, last] = [this.representative(from), this.representative(to)];
		if (first === last) return;
		this.#next.set(first, last);
		this.version += 1;
	}

	/** Where a normal form leads to in the end; itself when nothing was observed. */
	representative(normal: string): string {
		let last = normal;
		for (let next = this.#next.get(last); next !== undefined; next = this.#next.get(last)) last = next;
		// Who comes after goes there at once.
		for (let at = normal; at !== last; ) {
			const next = this.#next.get(at) as string;
			this.#next.set(at, last);
			at = next;
		}
		return last;
	}

	/** All normal forms that lead elsewhere. */
	sources(): Iterable<string> {
		return this.#next.keys();
	}
}
