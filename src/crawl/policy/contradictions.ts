/** Tests of a policy that contradict each other. */
import type { Fault } from "../schema/check-schema";
import type { PolicyTests } from "../schema/policy";
import { invalidPolicy } from "../schema/policy-error";

/** Throws PolicyError for the first test that no policy can pass together with the others. */
export function refuseContradictions(tests: PolicyTests): void {
	const [fault] = contradictionsIn(tests);
	if (fault !== undefined) throw invalidPolicy([fault]);
}

function* contradictionsIn({ same = [], different = [], key = {} }: PolicyTests): Generator<Fault, void> {
	const pages = new Pages();
	for (const group of same) for (const reference of group) pages.join(group[0] as string, reference);
	// A key is the key of itself.
	for (const [reference, expected] of Object.entries(key)) pages.join(expected, reference);
	const groups = different.map((group, index) => [`/tests/different/${index}`, group] as const);
	for (const [path, group] of groups) {
		const twins = pages.twinsIn(group);
		if (twins) yield { path, message: `${path} contradicts the other tests, by which ${twins.join(" and ")} have one key` };
	}
	const keys = [...new Set(Object.values(key))];
	const twins = pages.twinsIn(keys);
	const path = "/tests/key";
	if (twins) yield { path, message: `${path} contradicts the other tests, by which the keys ${twins.join(" and ")} are one` };
}

/** References that tests make one page: a forest whose roots stand for pages. */
class Pages {
	readonly #parents = new Map<string, string>();

	of(reference: string): string {
		let root = reference;
		for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) {
			// Each search halves the path, so that chains in hostile tests do not take quadratic time.
			this.#parents.set(root, this.#parents.get(next) ?? next);
			root = next;
		}
		return root;
	}

	/** The first two of these references that are one page. */
	twinsIn(references: readonly string[]): readonly [string, string] | undefined {
		const byPage = new Map<string, string>();
		for (const reference of references) {
			const earlier = byPage.get(this.of(reference));
			if (earlier !== undefined) return [earlier, reference];
			byPage.set(this.of(reference), reference);
		}
		return undefined;
	}

	join(a: string, b: string): void {
		const [one, other] = [this.of(a), this.of(b)];
		if (one !== other) this.#parents.set(other, one);
	}
}
