/**
 * Replaces strings.ts in the entry `urlsieve/js`: strings one by one. There a batch gains little, because the kernel itself takes
 * most of the time, and its code would take 2 % of the entry.
 */
import type { UriError } from "../errors";
import type { Settings } from "../options";
import type { Seen } from "./line-sieve";

export function normalizeStrings(
	strings: readonly string[],
	_settings: Settings,
	normalize: (string: string) => string | UriError,
): (string | UriError)[] {
	return strings.map((string) => normalize(string));
}

export function addStrings(
	strings: readonly string[],
	_seen: Seen,
	add: (string: string) => boolean | UriError,
): (boolean | UriError)[] {
	return strings.map((string) => add(string));
}
