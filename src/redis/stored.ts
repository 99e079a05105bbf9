/** The fields of a set besides its URLs. A crawler compares them when it opens the set. */
import { OptionError, unwrap } from "../errors";
import { resolveOptions } from "../options";
import { CORE_IDENTITY, CoreRules } from "../rules/core-rules";
import type { RunScript } from "./client";
import { BUCKETS, FORMAT, MAX_BUCKET_BITS } from "./scripts";

/** A way to store fingerprints: all 128 bits, or 64 and more in a ninth of the memory. */
export type Variant = "exact" | "compact";

/** Octets of a generation, which names the keys of its fingerprints. */
export const GENERATION_SIZE = 4;

/** The constants of a set. */
export interface Stored {
	readonly identity: string;
	readonly secret: Buffer;
	readonly variant: Variant;
	readonly buckets: number;
	/** Random for each set that is created, under the same name too. */
	readonly generation: string;
}

/** Opens the set `name`, or creates it as `own`. Throws OptionError `invalid-option` if it has another format. */
export async function openStored(run: RunScript, name: string, own: Stored): Promise<{ stored: Stored; size: number }> {
	const words = [FORMAT, own.identity, own.secret.toString("hex"), own.variant, String(own.buckets), own.generation];
	const reply = ((await run("open", keyOf(name), words)) as unknown[]).map(String);
	const [format, identity, secret, variant, buckets, size, generation] = reply as [
		string,
		string,
		string,
		Variant,
		...[string, string, string],
	];
	requireSame(name, "format", format, FORMAT);
	return {
		stored: { identity, secret: Buffer.from(secret, "hex"), variant, buckets: Number(buckets), generation },
		size: Number(size),
	};
}

/** Throws OptionError `invalid-option` unless a set is as this crawler needs it: the secret and the variant if they were `given`. */
export function requireStored(name: string, stored: Stored, own: Stored, given: { secret: boolean; variant: boolean }): void {
	requireSame(name, "key identity", stored.identity, own.identity);
	if (given.secret) requireSame(name, "secret with the check", checkOf(stored.secret), checkOf(own.secret));
	if (given.variant) requireSame(name, "variant", stored.variant, own.variant);
}

/** The key of a set. The braces keep all its keys on one server of a cluster. */
export function keyOf(name: string): string {
	return `urlsieve:{${name}}`;
}

/** The number of sets for a capacity: a power of two. */
export function bucketsFor(variant: Variant, capacity: number): number {
	const { meanMembers, minBits } = BUCKETS[variant];
	const bits = Math.ceil(Math.log2(Math.max(1, capacity / meanMembers)));
	return 2 ** Math.min(MAX_BUCKET_BITS, Math.max(minBits, bits));
}

/** Names a secret without revealing it. */
function checkOf(secret: Uint8Array): string {
	const fingerprint = unwrap(new CoreRules(resolveOptions()).tryFingerprint(CORE_IDENTITY, secret));
	return Buffer.from(fingerprint.subarray(0, 4)).toString("hex");
}

function requireSame(name: string, what: string, stored: string, own: string): void {
	if (stored === own) return;
	throw new OptionError("invalid-option", `The set "${name}" has the ${what} "${stored}", and this crawler "${own}".`);
}
