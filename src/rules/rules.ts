/**
 * Rules turn references into written forms, and into the keys that sets compare. There are two strategies, and nothing else asks which
 * of them runs:
 *
 * ```
 *                                   ┌ CoreRules: levels and editions of RFC 3986, by the core kernel
 *   Normalizer, set, job ──▶ Rules ─┤
 *                                   └ PolicyRules: profiles and policies, by the crawl kernel
 *
 *   reference ──▶ fetch form, key ──▶ fingerprint ──▶ set
 * ```
 *
 * A module imports this interface, and the strategy only where it makes one: programs that name no profile load no crawl kernel.
 */
import type { Kernel, SetFunctions } from "../engine/kernel";
import type { LineWorkspace } from "../engine/workspace";
import { OptionError, type UriError } from "../errors";
import { kindOf } from "../input";
import type { Batch } from "../lines/batch";
import type { LineSettings } from "../lines/lines";
import type { Level, Settings } from "../options";
import type { ResolveOptions } from "../reference/resolve";

/** A written form of a reference: the URL to fetch, or the key, which is equal for references to the same page. */
export type Form = "fetch" | "key";

/**
 * The written forms of a line: one, or both. Those of `both` come apart by `KeyForms`; those of a `pair` have a TAB between them, and a
 * rejected line that is kept stands in both fields. Under rules with one form, all are the same.
 */
export type LineForm = Form | "both" | "pair";

/** The two forms of a reference. */
export interface Forms {
	/** The URL to fetch. */
	readonly fetch: string;
	/** Equal for references to the same page. */
	readonly key: string;
}

/** The settings by which references are normalized, one by one and as lines. */
export type RuleSettings = LineSettings & Pick<Settings, "word">;

/** Takes apart the lines of a batch that have both forms. */
export interface KeyForms {
	/** The fetch forms stay in the output, and the keys go to the result. */
	split(batch: Batch): { readonly fetchEnd: number; readonly keyEnd: number };
	/** The keys of such a batch, a line each: a copy. The batch stays as it is. */
	keysOf(batch: Batch): Uint8Array;
	/** The shapes of these keys, a line each as `writeParts` writes parts: a copy. The batch stays as it is. */
	shapesOf(batch: Batch): Uint8Array;
}

/** The types in which strategies differ. */
export interface RuleTypes {
	readonly settings: RuleSettings;
	readonly explanation: { readonly input: string; readonly value: string };
	readonly comparison: Level | string[];
	readonly removal: object;
}

/** The rules of a run as values that can be sent to other threads: see open-task.ts. */
export interface RuleTask extends Pick<LineSettings, "engine" | "invalid" | "linesWord" | "schemes"> {
	/** A profile or a policy, with its program. Undefined: the core. */
	readonly policy?: { readonly profile: string | undefined; readonly program: Uint8Array } | undefined;
}

/** A list of a policy, for those who only report on it. */
export interface RuleList {
	readonly name: string;
}

export interface Rules<Types extends RuleTypes = RuleTypes> {
	/** The options, checked. */
	readonly settings: Types["settings"];

	/** A line of ASCII. Rules of the same identity can be compared. */
	readonly identity: string;
	/** The name of the policy that makes the keys, if it has one: for messages. */
	readonly name?: string | undefined;
	/** Other identities of the same keys: sets may have one of them. */
	readonly otherIdentities?: readonly string[] | undefined;
	/** The meaning of the policy, as words of ASCII: its digest, then `NAME=DIGEST` for each list, then options. Policies with equal ones
	 * make the same keys. */
	readonly meaning?: string | undefined;
	/** The parts of the policy, as words of ASCII: `PLACE=DIGEST` for each member, then `NAME=VERSION` for each list: for messages. */
	readonly parts?: string | undefined;
	/** The options word of the core if the keys are its normal forms, which is then in snapshots in place of the identity. */
	readonly coreWord: number | undefined;
	/** Whether a policy acts, on some references and not on others. */
	readonly isPolicy: boolean;
	/** The lists of the policy. */
	readonly lists: readonly RuleList[];
	/** For a report: the identity, and the facts that it leaves open. */
	describe(): { readonly identity: string; readonly [name: string]: string | readonly string[] };

	/** The settings for lines that are written in this form. All reject the same lines, but for `fetch`, which needs no key. */
	lines(form: LineForm): RuleSettings;
	/** Absent if the key is the written form: rules with one form. */
	readonly forms?: KeyForms | undefined;
	/** The value that stands for a null while the kernel runs. Absent: an empty one, which few rules accept. */
	readonly placeholder?: Uint8Array;
	/** Whether all forms of US-ASCII are US-ASCII. */
	readonly isAscii: boolean;
	/** The workspace for lines that all calls share. Call once per use. */
	workspace(): LineWorkspace;
	/** Creates another one with room for lines, only for the use of the caller. */
	createWorkspace(): LineWorkspace;
	/** Creates a kernel whose memory can hold a set. */
	createKernel(): Kernel<SetFunctions>;
	/** For threads that write lines in this form. */
	task(form: LineForm): RuleTask;

	/** Returns a form of a reference, the very same string if it is the reference, or the error. */
	tryForm(form: Form, reference: string): string | UriError;
	tryForms(reference: string): Forms | UriError;
	/** Returns the shape of the key of a reference, or the error. */
	tryShape(reference: string): string | UriError;
	/** Returns the fingerprint of the key of a reference under the key of a set, or the error. Valid until the next call. */
	tryFingerprint(reference: string, key: Uint8Array): Uint8Array | UriError;
	equivalent(a: string, b: string): boolean;
	/** See `Normalizer.compare`. */
	compare(a: string, b: string): Types["comparison"] | undefined;
	/** The reason why two lines have the same key: the level at which they are equal, or the decisive rules, joined by "+". */
	why(kept: Uint8Array, dropped: Uint8Array): string;
	/** Throws UriError if the reference has no key. */
	explain(reference: string): Types["explanation"];
	/** The pieces of a reference that its key leaves out. */
	tryRemovals(reference: string): Types["removal"][] | UriError;
	/** Makes `base` the base of the following resolutions in a workspace of these rules. Returns the error if it cannot be one. */
	putBase(base: string, options: ResolveOptions | undefined, workspace: LineWorkspace): UriError | undefined;
	tryResolve(reference: string, base: string, options?: ResolveOptions): string | UriError;
}

/** A normalizer, as `createNormalizer` of `urlsieve` or `urlsieve/crawl` returns it. */
export interface KeyNormalizer {
	/** The options, checked. */
	readonly settings: Pick<Settings, "engine" | "invalid">;
	/** @internal */
	readonly rules: Rules;
}

/** Whether keys have an identity, by one of its names. */
export function haveIdentity(rules: Rules, identity: string): boolean {
	return identity === rules.identity || rules.otherIdentities?.includes(identity) === true;
}

/** Whether hosts of keys follow `//`. A key of `surt@1` or `safe-browsing@1` begins with its host, which other keys have as a segment. */
export function haveSlashes(rules: Rules): boolean {
	const key = rules.tryForm("key", "http://h.example/");
	return typeof key !== "string" || key.includes("//");
}

/** The rules of a normalizer. Throws OptionError `invalid-option` for anything else. */
export function rulesOf(normalizer: KeyNormalizer): Rules {
	const rules = (normalizer as Partial<KeyNormalizer> | null)?.rules;
	if (typeof rules?.tryFingerprint === "function") return rules;
	const sentence = `The option "normalizer" must be what createNormalizer returns; got ${kindOf(normalizer)}.`;
	throw new OptionError("invalid-option", sentence);
}

/** Returns the settings with this treatment of invalid lines. */
export function withInvalid<Lines extends RuleSettings>(settings: Lines, invalid: Settings["invalid"], bits: number): Lines {
	return { ...settings, invalid, linesWord: settings.word | bits };
}
