/**
 * Keys: what sets compare. Normalizers of `urlsieve` and of `urlsieve/crawl` each have theirs; sets, snapshots, tables, `urlsieve/redis`
 * and the command line know no others.
 *
 * ```
 *   reference ──▶ normal form or key ──▶ fingerprint ──▶ set
 * ```
 */
import type { Kernel, SetFunctions } from "../engine/kernel";
import type { LineWorkspace } from "../engine/workspace";
import { UriError } from "../errors";
import { kindOf } from "../input";
import type { Batch } from "../lines/lines";
import type { Settings } from "../options";

/** How references are normalized, one by one and as lines. */
export type KeySettings = Pick<Settings, "engine" | "invalid" | "word" | "linesWord" | "schemes" | "toAscii">;

/** Keys that differ from the lines that are written: a line has both, and is compared by its key. */
export interface KeyForms {
	/** Splits a batch of lines with both forms: see crawl-lines.ts. */
	split(batch: Batch): { readonly fetchEnd: number; readonly keyEnd: number };
	/** The keys of such a batch, a line each: a copy. */
	keysOf(batch: Batch): Uint8Array;
}

/** What makes and compares keys. */
export interface Keys {
	/** For lines without duplicates: what is written of each, with its key. */
	readonly settings: KeySettings;
	/** For keys alone, and for what is written alone. */
	readonly keySettings: KeySettings;
	readonly writtenSettings: KeySettings;
	/** A line of ASCII. Keys of the same identity can be compared. */
	readonly identity: string;
	/** The name of the policy that makes the keys, if it has one: for messages. */
	readonly name?: string | undefined;
	/** Other identities of the same keys: sets may have one of them. */
	readonly otherIdentities?: readonly string[] | undefined;
	/** What the policy means, as words of ASCII: its digest, then `NAME=DIGEST` for each list, then options. Policies with equal ones
	 * make the same keys. */
	readonly meaning?: string | undefined;
	/** The options word of the core if the keys are its normal forms, which is then in snapshots in place of the identity. */
	readonly coreWord: number | undefined;
	/** Absent if the key is what is written. */
	readonly forms?: KeyForms;
	/** The workspace for lines. Call once per use. */
	workspace(): LineWorkspace;
	/** Creates a kernel whose memory can hold a set. */
	createKernel(): Kernel<SetFunctions>;
	/** Returns the key of a reference, or its error. */
	tryKey(reference: string): string | UriError;
	/** Returns the fingerprint of the key of a reference under the key of a set, or the error. Valid until the next call. */
	tryFingerprint(reference: string, key: Uint8Array): Uint8Array | UriError;
}

/** A normalizer: what `createNormalizer` of `urlsieve` or `urlsieve/crawl` returns. */
export interface KeyNormalizer {
	/** The options, checked. */
	readonly settings: Pick<Settings, "engine" | "invalid">;
	/** @internal */
	readonly keys: Keys;
}

/** Whether keys have an identity, by one of its names. */
export function haveIdentity(keys: Keys, identity: string): boolean {
	return identity === keys.identity || keys.otherIdentities?.includes(identity) === true;
}

/** The keys of a normalizer. Throws UriError `invalid-option` for anything else. */
export function keysOf(normalizer: KeyNormalizer): Keys {
	const keys = (normalizer as Partial<KeyNormalizer> | null)?.keys;
	if (typeof keys?.tryFingerprint === "function") return keys;
	const sentence = `The option "normalizer" must be what createNormalizer returns; got ${kindOf(normalizer)}.`;
	throw new UriError("invalid-option", sentence);
}

/** The same settings with what to do with invalid lines. */
export function withInvalid<Rules extends KeySettings>(settings: Rules, invalid: Settings["invalid"], bits: number): Rules {
	return { ...settings, invalid, linesWord: settings.word | bits };
}
