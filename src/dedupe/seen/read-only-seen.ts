/** A store of earlier runs that is only read: `--seen FILE --read-only`. Nothing locks it, and what a run finds is not added. */
import type { Rules } from "../../rules/rules";
import { named, openForReading, storeFailure } from "../../store/disk/locked-store";
import type { Store } from "../../store/store";
import type { KnownStore } from "./seen-file";

export class ReadOnlySeen {
	readonly #path: string;

	constructor(path: string) {
		this.#path = path;
	}

	/** Opens the store. Throws Failure. */
	async openStore(rules: Rules): Promise<KnownStore> {
		const path = this.#path;
		const use = <Result>(step: () => Result): Result => {
			try {
				return named("read", path, step);
			} catch (error) {
				throw storeFailure(path, error);
			}
		};
		const store = use(() => opened(path, rules));
		return {
			key: store.header.key,
			count: store.count,
			ask: (fingerprints) => use(() => store.ask(fingerprints)),
			keysOf: function* (part, bits) {
				const keys = use(() => store.keysOf(part, bits)[Symbol.iterator]());
				for (let next = use(() => keys.next()); !next.done; next = use(() => keys.next())) yield next.value;
			},
		};
	}

	/** Forgets the new keys. */
	stage(): void {}
}

function opened(path: string, rules: Rules): Store {
	const store = openForReading(path, rules.settings.engine);
	store.expect(rules);
	return store;
}
