/** What a normalizer does with references one by one. Whoever needs no more than this has no more of the package in a bundle. */

import { referenceWorkspace } from "../engine/shared";
import type { Workspace } from "../engine/workspace";
import { type UriError, unwrap } from "../errors";
import { requireString } from "../input";
import type { Observations, Settings } from "../options";
import { lowestRung, type Rung } from "./compare";
import { Observed } from "./observed";
import { normalizeReference } from "./reference";

/** Normalizes and compares references by one set of options. */
export class ReferenceNormalizer {
	/** The options, checked and with their defaults. */
	readonly settings: Settings;
	/** @internal What was observed to be the same. */
	readonly observed = new Observed();
	/** @internal */
	readonly workspace: Workspace;

	constructor(settings: Settings, observed: Observations = []) {
		this.settings = settings;
		this.workspace = referenceWorkspace(settings.engine);
		for (const [from, to] of observed) this.observe(from, to);
	}

	/** The normal form of a reference; the same string when it is in normal form already. Throws UriError when it has none. */
	normalize(reference: string): string {
		return unwrap(this.tryNormalize(reference));
	}

	/** The twin of `normalize` that answers the error instead of throwing it. */
	tryNormalize(reference: string): string | UriError {
		return normalizeReference(reference, this.settings, this.workspace);
	}

	/** Says whether a reference is in normal form. One that has none is not. */
	isNormalized(reference: string): boolean {
		requireString(reference, "reference");
		return this.tryNormalize(reference) === reference;
	}

	/**
	 * Says whether two references have the same normal form, or were observed to lead to the same. Throws UriError when one has
	 * none.
	 */
	equivalent(a: string, b: string): boolean {
		requireString(a, "a");
		requireString(b, "b");
		return a === b || this.representative(a) === this.representative(b);
	}

	/** The lowest rung of the ladder on which two references are equal; undefined for none. Throws UriError when one has no normal form. */
	compare(a: string, b: string): Rung | undefined {
		requireString(a, "a");
		requireString(b, "b");
		const rung = lowestRung(a, b, this.settings, this.workspace);
		return rung ?? (this.representative(a) === this.representative(b) ? "protocol" : undefined);
	}

	/**
	 * Notes that one reference leads to another: a redirect, a canonical link (RFC 3986 §6.2.4). From then on the two are equal on
	 * the rung `"protocol"`, with all that lead to either; circles do no harm. Throws UriError when one has no normal form.
	 */
	observe(from: string, to: string): void {
		requireString(from, "from");
		requireString(to, "to");
		this.observed.add(this.normalize(from), this.normalize(to));
	}

	/** Where a reference leads to in the end, by what was observed; its normal form when nothing was. Throws UriError as `normalize`. */
	representative(reference: string): string {
		return this.observed.representative(this.normalize(reference));
	}

	/** The normal form of each reference, or the error in its place. Never throws for a reference. */
	normalizeAll(references: readonly string[]): (string | UriError)[] {
		return references.map((reference) => this.tryNormalize(reference));
	}
}
