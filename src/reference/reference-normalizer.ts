/** The part of a normalizer that handles single references. Apart from normalizer.ts, to keep lines and sets out of small bundles. */

import { referenceWorkspace } from "../engine/shared";
import type { Workspace } from "../engine/workspace";
import { type UriError, unwrap } from "../errors";
import { requireString } from "../input";
import type { Level, Settings } from "../options";
import { lowestLevel } from "./compare";
import { normalizeReference } from "./reference";

/** Normalizes and compares references with one set of options. */
export class ReferenceNormalizer {
	/** The options, checked and with their defaults. */
	readonly settings: Settings;
	/** @internal */
	readonly workspace: Workspace;

	constructor(settings: Settings) {
		this.settings = settings;
		this.workspace = referenceWorkspace(settings.engine);
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

	/** Whether two references have the same normal form. Throws UriError if either has none. */
	equivalent(a: string, b: string): boolean {
		requireString(a, "a");
		requireString(b, "b");
		return a === b || this.normalize(a) === this.normalize(b);
	}

	/**
	 * Returns the lowest level of the comparison ladder on which two references are equal, or undefined if they differ on all.
	 * Throws UriError if either has no normal form.
	 */
	compare(a: string, b: string): Level | undefined {
		requireString(a, "a");
		requireString(b, "b");
		return lowestLevel(a, b, this.settings, this.workspace);
	}
}
