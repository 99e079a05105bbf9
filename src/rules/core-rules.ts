/** The rules of `urlsieve`: levels and editions of RFC 3986, by the core kernel. The written form is the key. */
import type { Kernel } from "../engine/kernel";
import { createKernel } from "../engine/select";
import { linesWorkspace, referenceWorkspace } from "../engine/shared";
import { LINES_CAPACITY, type LineWorkspace, Workspace } from "../engine/workspace";
import { UriError, unwrap } from "../errors";
import { requireString } from "../input";
import { atLevel, describe, type Level, PROFILE_VERSION, resolveOptions, type Settings } from "../options";
import { lowestLevel } from "../reference/compare";
import { type Explanation, explainReference } from "../reference/explain";
import { normalizeOctets, normalizeRaw, normalizeReference, putBase, resolveAgainstBase } from "../reference/reference";
import { type ResolveOptions, resolutionOf } from "../reference/resolve";
import { shapeIn } from "../reference/shape";
import { isSame } from "./is-same";
import type { Form, Forms, Rules, RuleTask } from "./rules";

/** The key identity of default options. */
export const CORE_IDENTITY = `rfc3986@${PROFILE_VERSION}`;

export interface CoreTypes {
	readonly settings: Settings;
	readonly explanation: Explanation;
	readonly comparison: Level;
	readonly removal: never;
}

export class CoreRules implements Rules<CoreTypes> {
	readonly settings: Settings;
	readonly isPolicy = false;
	readonly forms?: undefined;
	readonly isAscii = true;
	readonly lists = [];
	#single: Workspace | undefined;

	constructor(settings: Settings) {
		this.settings = settings;
	}

	get identity(): string {
		const { settings } = this;
		const usual = resolveOptions({ engine: settings.engine });
		return settings.word === usual.word ? CORE_IDENTITY : `${CORE_IDENTITY} ${describe(settings)}`;
	}

	get coreWord(): number {
		return this.settings.word;
	}

	describe() {
		const { level, edition, strict } = this.settings;
		return { identity: CORE_IDENTITY, level, edition, ...(strict && { strict: "yes" }) };
	}

	lines(): Settings {
		return this.settings;
	}

	workspace(): Workspace {
		return linesWorkspace(this.settings.engine);
	}

	createWorkspace(): Workspace {
		return new Workspace(() => this.createKernel(), LINES_CAPACITY);
	}

	createKernel(): Kernel {
		return createKernel(this.settings.engine);
	}

	task(): RuleTask {
		const { engine, invalid, linesWord, schemes } = this.settings;
		return { engine, invalid, linesWord, schemes };
	}

	tryForm(_form: Form, reference: string): string | UriError {
		return normalizeReference(reference, this.settings, this.#single ?? this.single);
	}

	tryForms(reference: string): Forms | UriError {
		const form = this.tryForm("key", reference);
		return form instanceof UriError ? form : { fetch: form, key: form };
	}

	tryShape(reference: string): string | UriError {
		const key = normalizeOctets(reference, this.settings, this.single);
		return key instanceof UriError ? key : shapeIn(this.single, key, this.isAscii, reference);
	}

	tryFingerprint(reference: string, key: Uint8Array): Uint8Array | UriError {
		const workspace = this.single;
		const normal = normalizeOctets(reference, this.settings, workspace);
		if (normal instanceof UriError) return normal;
		workspace.setKey(key);
		workspace.kernel.call.fingerprint(workspace.key, normal.start, normal.end, workspace.fingerprints);
		return workspace.fingerprint;
	}

	equivalent(a: string, b: string): boolean {
		requireString(a, "a");
		requireString(b, "b");
		return a === b || unwrap(this.tryForm("key", a)) === unwrap(this.tryForm("key", b));
	}

	compare(a: string, b: string): Level | undefined {
		requireString(a, "a");
		requireString(b, "b");
		return lowestLevel(a, b, this.settings, this.single);
	}

	why(kept: Uint8Array, dropped: Uint8Array): Level {
		if (isSame(kept, dropped)) return "string";
		if (this.settings.level === "syntax") return "syntax";
		const syntax = atLevel(this.settings, "syntax");
		const [a, b] = [kept, dropped].map((line) => normalizeRaw(line, syntax, this.single));
		return a !== undefined && b !== undefined && isSame(a, b) ? "syntax" : "scheme";
	}

	explain(reference: string): Explanation {
		return explainReference(reference, this.settings, this.single);
	}

	tryRemovals(reference: string): never[] | UriError {
		const form = this.tryForm("key", reference);
		return form instanceof UriError ? form : [];
	}

	putBase(base: string, options: ResolveOptions | undefined, workspace: LineWorkspace): UriError | undefined {
		return putBase(base, resolutionOf(options), workspace);
	}

	tryResolve(reference: string, base: string, options?: ResolveOptions): string | UriError {
		return this.putBase(base, options, this.single) ?? resolveAgainstBase(reference, this.single);
	}

	/** The workspace for single references, made when it is first used. */
	get single(): Workspace {
		this.#single ??= referenceWorkspace(this.settings.engine);
		return this.#single;
	}
}
