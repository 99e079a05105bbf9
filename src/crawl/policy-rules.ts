/** The rules of `urlsieve/crawl`: those of a profile or a policy, by the crawl kernel. */

import { CrawlAddress, Policy } from "../../assembly/layout/crawl-addresses";
import { Lists } from "../../assembly/layout/crawl-state";
import { Flag } from "../../assembly/layout/options";
import type { Kernel } from "../engine/kernel";
import { LINES_CAPACITY, type LineWorkspace } from "../engine/workspace";
import { OptionError, type UriError, unwrap } from "../errors";
import { LEVELS, type Level } from "../options";
import type { ResolveOptions } from "../reference/resolve";
import type { Form, Forms, KeyForms, LineForm, Rules, RuleTask } from "../rules/rules";
import { asciiOctets, encoder } from "../utf8";
import { KEY_FORMS, toForm } from "./crawl-forms";
import { type CrawlFunctions, type CrawlWorkspace, crawlKernels } from "./crawl-kernel";
import { type CrawlSettings, resolveCrawlOptions } from "./crawl-options";
import { bothForms, fetchForm, fingerprintKey, isEmulation, keyForm, putBase, resolveForm, shapeOf } from "./crawl-reference";
import { type CrawlExplanation, levelOf, mergingRules, stepsOf, type Unstable } from "./explain/explain";
import { hasExceptions, type KeptPieces, keptIn } from "./explain/kept-pieces";
import { Probe } from "./explain/probe";
import { describePolicy } from "./explain/profile-description";
import { type Removal, removalsOf } from "./explain/removals";
import { newWorkspace, type OpenedCrawl, openCrawl } from "./open-crawl";
import { meaningOf, memberDigests } from "./policy/key-identity";
import { circleFaults } from "./rewrites/tried";
import type { PlainList } from "./schema/plain";
import { invalidPolicy } from "./schema/policy-error";

export interface CrawlTypes {
	readonly settings: CrawlSettings;
	readonly explanation: CrawlExplanation;
	readonly comparison: Level | string[];
	readonly removal: Removal;
}

/** Stands for nulls while the kernel runs: all profiles and policies accept it, and few accept an empty reference. */
const PLACEHOLDER = asciiOctets("http://h/");
/** Hexadecimal digits of the SHA-256 of a list that messages show. */
const SHOWN_DIGEST = 12;

export class PolicyRules implements Rules<CrawlTypes> {
	readonly settings: CrawlSettings;
	readonly opened: OpenedCrawl;
	readonly forms: KeyForms = KEY_FORMS;
	readonly placeholder = PLACEHOLDER;
	readonly #workspace: CrawlWorkspace;

	/** Compiles the policy, if there is one. Throws PolicyError for a name that is not a host. */
	constructor(settings: CrawlSettings) {
		this.settings = settings;
		this.opened = openCrawl(settings);
		refuseCircles(settings, this.opened.workspace);
		this.#workspace = this.opened.workspace;
	}

	get identity(): string {
		return this.settings.identity;
	}

	get name(): string | undefined {
		const { profile, policy } = this.settings;
		return profile === undefined ? policy?.policy : undefined;
	}

	get otherIdentities(): readonly string[] {
		return this.settings.otherIdentities();
	}

	/** With the options that change keys, as the identity has them. */
	get meaning(): string | undefined {
		const { policy, lists, identity } = this.settings;
		if (policy === undefined) return undefined;
		return [meaningOf(policy, lists), ...identity.split(" ").slice(1)].join(" ");
	}

	get parts(): string | undefined {
		const { policy, lists } = this.settings;
		if (policy === undefined) return undefined;
		const versions = describePolicy(policy, lists).lists.map(({ name, version, sha256 }) => {
			const words = [version.replace(/[^!-~]+/g, "_"), sha256.slice(0, SHOWN_DIGEST)];
			return `${name}=${words.filter(Boolean).join("/")}`;
		});
		return [...memberDigests(policy), ...versions].join(" ");
	}

	/** The core has the same normal forms of RFC 3986. */
	get coreWord(): number | undefined {
		const { profile, word } = this.settings;
		return profile === "rfc3986@1" ? LEVELS.scheme | (word & (Flag.STRICT | Flag.NO_A_LABELS)) : undefined;
	}

	get isPolicy(): boolean {
		return this.opened.program.length > 0;
	}

	get isAscii(): boolean {
		return !isEmulation(this.settings);
	}

	get lists(): readonly PlainList[] {
		return this.settings.lists;
	}

	/** Each list has its name, version and SHA-256. */
	describe() {
		const { policy, lists, identity } = this.settings;
		const described = policy === undefined ? [] : describePolicy(policy, lists).lists;
		const named = described.map(({ name, version, sha256 }) => [name, version, sha256].filter(Boolean).join(" "));
		return { identity, ...(named.length > 0 && { lists: named }) };
	}

	lines(form: LineForm): CrawlSettings {
		return toForm(this.settings, form);
	}

	workspace(): CrawlWorkspace {
		this.#workspace.reserve(LINES_CAPACITY);
		return this.#workspace;
	}

	createWorkspace(): CrawlWorkspace {
		const workspace = newWorkspace(this.opened, this.settings.engine);
		workspace.reserve(LINES_CAPACITY);
		return workspace;
	}

	createKernel(): Kernel<CrawlFunctions> {
		return crawlKernels.create(this.settings.engine);
	}

	task(form: LineForm): RuleTask {
		const { engine, invalid, linesWord, schemes, profile } = this.lines(form);
		return { engine, invalid, linesWord, schemes, policy: { profile, program: this.opened.program } };
	}

	tryForm(form: Form, reference: string): string | UriError {
		return form === "key"
			? keyForm(reference, this.settings, this.#workspace)
			: fetchForm(reference, this.settings, this.#workspace);
	}

	tryForms(reference: string): Forms | UriError {
		return bothForms(reference, this.settings, this.#workspace);
	}

	tryShape(reference: string): string | UriError {
		return shapeOf(reference, this.settings, this.#workspace);
	}

	tryFingerprint(reference: string, key: Uint8Array): Uint8Array | UriError {
		return fingerprintKey(reference, this.settings, this.#workspace, key) ?? this.#workspace.fingerprint;
	}

	equivalent(a: string, b: string): boolean {
		return unwrap(this.tryForm("key", a)) === unwrap(this.tryForm("key", b));
	}

	compare(a: string, b: string): Level | string[] | undefined {
		return this.equivalent(a, b) ? this.#compareOctets(encoder.encode(a), encoder.encode(b)) : undefined;
	}

	/** The rules sorted: they apply in the order of parameters, which says nothing. */
	why(kept: Uint8Array, dropped: Uint8Array): string {
		const reason = this.#compareOctets(kept, dropped);
		return typeof reason === "string" ? reason : [...new Set(reason)].sort().join("+");
	}

	/** Requires: both have the same key. */
	#compareOctets(a: Uint8Array, b: Uint8Array): Level | string[] {
		const { settings } = this;
		return levelOf([a, b], rfcProbe(settings)) ?? mergingRules([a, b], settings, this.#probe);
	}

	explain(reference: string): CrawlExplanation {
		const { fetch, key } = unwrap(this.tryForms(reference));
		const unstable = this.isPolicy ? this.#unstable : [];
		const kept = this.keptIn(reference);
		const steps = stepsOf(reference, this.settings, this.#probe);
		return {
			input: reference,
			steps,
			value: key,
			fetch,
			...(unstable.length > 0 && { unstable }),
			...(kept.length > 0 && { kept }),
		};
	}

	/** The rules that had no end for the last reference. */
	get #unstable(): Unstable[] {
		const { words } = this.#workspace.kernel;
		const flags = {
			"host-unstable": CrawlAddress.POLICY + Policy.WAS_UNSTABLE,
			"list-unstable": CrawlAddress.LISTS + Lists.IS_UNSTABLE,
		};
		return (Object.keys(flags) as Unstable[]).filter((name) => words[flags[name] >> 2] !== 0);
	}

	/** The pieces that exceptions of lists keep. Throws UriError. */
	keptIn(reference: string): KeptPieces[] {
		if (!this.settings.lists.some(hasExceptions)) return [];
		return keptIn(reference, this.settings, this.opened, unwrap(this.tryRemovals(reference)));
	}

	get #probe(): Probe {
		return new Probe(this.settings, this.#workspace, this.opened.origins);
	}

	tryRemovals(reference: string): Removal[] | UriError {
		return removalsOf(reference, this.settings, this.#workspace, this.opened.origins);
	}

	/** Requires: the workspace is one of these rules. */
	putBase(base: string, options: ResolveOptions | undefined, workspace: LineWorkspace): UriError | undefined {
		refuseOptions(options);
		return putBase(base, this.settings, workspace as CrawlWorkspace);
	}

	tryResolve(reference: string, base: string, options?: ResolveOptions): string | UriError {
		refuseOptions(options);
		return resolveForm(reference, base, this.settings, this.#workspace);
	}
}

function refuseOptions(options: ResolveOptions | undefined): void {
	if (options === undefined) return;
	throw new OptionError("invalid-option", 'Options of resolution are for the rules of RFC 3986, by the entry "urlsieve".');
}

/** Runs the rules of RFC 3986 on the same engine. */
function rfcProbe({ engine }: CrawlSettings): Probe {
	const settings = resolveCrawlOptions({ profile: "rfc3986@1", engine });
	return new Probe(settings, openCrawl(settings).workspace, []);
}

/** Throws PolicyError for rewrites that match what they make. */
function refuseCircles(settings: CrawlSettings, workspace: CrawlWorkspace): void {
	const faults = circleFaults(settings.policy ?? {}, new Probe(settings, workspace, [], 0));
	if (faults.length > 0) throw invalidPolicy(faults);
}
