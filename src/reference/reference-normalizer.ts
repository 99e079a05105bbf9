/** The part of a normalizer that handles single references. Apart from normalizer.ts, to keep lines and sets out of small bundles. */

import { referenceWorkspace } from "../engine/shared";
import type { Workspace } from "../engine/workspace";
import { type UriError, unwrap } from "../errors";
import { requireString } from "../input";
import type { Observations, Settings } from "../options";
import { type LadderLevel, lowestLevel } from "./compare";
import { Observed } from "./observed";
import { normalizeReference } from "./reference";

/** Normalizes and compares references with one set of options. */
export class ReferenceNormalizer {
	/** The options, checked and with their defaults. */
	readonly settings: Settings;
	/** @internal References observed to lead to the same resource. */
	readonly observed = new Observed();
	/** @internal */
	readonly workspace: Workspace;

	constructor(settings: Settings, observed: Observations = []) {
		this.settings = settings;
		this.workspace = referenceWorkspace(settings.engine);
		for (const [from, to] of observed) this.observe(from, to);
	}

	/** Returns the normal form of a reference, or the same string if it is already normal. Throws UriError if it has none. */
	normalize(reference: string): string {
		return unwrap(this.tryNormalize(reference));
	}

	/** Like `normalize`, but returns the error. */
	tryNormalize(reference: string): string | UriError {
		return normalizeReference(reference, this.settings, this.workspace);
	}

	/** Whether a reference is in normal form. Returns false for a reference that has none. */
	isNormalized(reference: string): boolean {
		requireString(reference, "reference");
		return this.tryNormalize(reference) === reference;
	}

	/**
	 * Whether two references have the same normal form, or were observed to lead to the same resource. Throws UriError if either
	 * has no normal form.
	 */
	equivalent(a: string, b: string): boolean {
		requireString(a, "a");
		requireString(b, "b");
		return a === b || this.representative(a) === this.representative(b);
	}

	/**
	 * Returns the lowest level of the comparison ladder on which two references are equal, or undefined if they differ on all.
	 * Throws UriError if either has no normal form.
	 */
	compare(a: string, b: string): LadderLevel | undefined {
		requireString(a, "a");
		requireString(b, "b");
		const level = lowestLevel(a, b, this.settings, this.workspace);
		return level ?? (this.representative(a) === this.representative(b) ? "protocol" : undefined);
	}

	/**
	 * Records that one reference leads to another, by a redirect or a canonical link (RFC 3986 §6.2.4). From then on the two, and
	 * all that lead to either, are equal on the level `"protocol"`. Cycles are harmless. Throws UriError if either has no normal form.
	 */
	observe(from: string, to: string): void {
		requireString(from, "from");
		requireString(to, "to");
		this.observed.add(this.normalize(from), this.normalize(to));
	}

	/** Returns the normal form to which a reference was observed to lead, or else its own. Throws UriError as `normalize` does. */
	representative(reference: string): string {
		return this.observed.representative(this.normalize(reference));
	}
}
