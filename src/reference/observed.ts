/** References observed to lead to the same resource (redirects, canonical links; RFC 3986 §6.2.4): a union-find of normal forms. */

export class Observed {
	/** From each normal form that leads elsewhere to its next one. */
	readonly #next = new Map<string, string>();
	/** Incremented by every change. */
	version = 0;

	/** Records that one normal form leads to another. Closing a cycle changes nothing: its members are equal already. */
	add(from: string, to: string): void {
		const [first, last] = [this.representative(from), this.representative(to)];
		if (first === last) return;
		this.#next.set(first, last);
		this.version += 1;
	}

	/** Where a normal form finally leads, or the normal form itself if nothing was observed. */
	representative(normal: string): string {
		let last = normal;
		for (let next = this.#next.get(last); next !== undefined; next = this.#next.get(last)) last = next;
		// Path compression.
		for (let at = normal; at !== last; ) {
			const next = this.#next.get(at) as string;
			this.#next.set(at, last);
			at = next;
		}
		return last;
	}

	/** The normal forms that lead elsewhere. */
	sources(): Iterable<string> {
		return this.#next.keys();
	}
}
