/** The keys of `urlsieve/crawl`: those of a profile or a policy, by the crawl kernel. */

import { Flag } from "../../assembly/layout/options";
import type { Kernel } from "../engine/kernel";
import { LINES_CAPACITY } from "../engine/workspace";
import type { UriError } from "../errors";
import type { KeyForms, Keys } from "../keys/keys";
import { LEVELS } from "../options";
import { type CrawlFunctions, type CrawlWorkspace, crawlKernels } from "./crawl-kernel";
import { dedupeForms, KEY_FORMS, toForm } from "./crawl-lines";
import type { CrawlSettings } from "./crawl-options";
import { fingerprintKey, keyForm } from "./crawl-reference";
import { meaningOf } from "./policy/key-identity";

export class CrawlKeys implements Keys {
	readonly settings: CrawlSettings;
	readonly keySettings: CrawlSettings;
	readonly writtenSettings: CrawlSettings;
	readonly forms: KeyForms = KEY_FORMS;
	readonly #normalizer: CrawlSettings;
	readonly #workspace: CrawlWorkspace;

	/** `form`: what is written of each line. */
	constructor(settings: CrawlSettings, workspace: CrawlWorkspace, form: "fetch" | "key" = "fetch") {
		this.#normalizer = settings;
		this.#workspace = workspace;
		this.settings = dedupeForms(settings, form).lines;
		this.keySettings = toForm(settings, "key");
		this.writtenSettings = toForm(settings, form);
	}

	get identity(): string {
		return this.#normalizer.identity;
	}

	get name(): string | undefined {
		const { profile, policy } = this.#normalizer;
		return profile === undefined ? policy?.policy : undefined;
	}

	get otherIdentities(): readonly string[] {
		return this.#normalizer.otherIdentities();
	}

	/** With the options that change keys, as the identity has them. */
	get meaning(): string | undefined {
		const { policy, lists, identity } = this.#normalizer;
		if (policy === undefined) return undefined;
		return [meaningOf(policy, lists), ...identity.split(" ").slice(1)].join(" ");
	}

	/** The core has the same normal forms of RFC 3986. */
	get coreWord(): number | undefined {
		const { profile, word } = this.#normalizer;
		return profile === "rfc3986@1" ? LEVELS.scheme | (word & (Flag.STRICT | Flag.NO_A_LABELS)) : undefined;
	}

	workspace(): CrawlWorkspace {
		this.#workspace.reserve(LINES_CAPACITY);
		return this.#workspace;
	}

	createKernel(): Kernel<CrawlFunctions> {
		return crawlKernels.create(this.#normalizer.engine);
	}

	tryKey(reference: string): string | UriError {
		return keyForm(reference, this.#normalizer, this.#workspace);
	}

	tryFingerprint(reference: string, key: Uint8Array): Uint8Array | UriError {
		const workspace = this.#workspace;
		const error = fingerprintKey(reference, this.#normalizer, workspace, key);
		if (error !== undefined) return error;
		return workspace.fingerprint;
	}
}
