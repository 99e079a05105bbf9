/** The keys of `urlsieve`: normal forms of RFC 3986, by the core kernel. */
import type { Kernel } from "../engine/kernel";
import { createKernel } from "../engine/select";
import { linesWorkspace, referenceWorkspace } from "../engine/shared";
import type { Workspace } from "../engine/workspace";
import { UriError } from "../errors";
import { describe, PROFILE_VERSION, resolveOptions, type Settings } from "../options";
import { normalizeOctets, normalizeReference } from "../reference/reference";
import type { Keys } from "./keys";

/** The key identity of default options. */
export const CORE_IDENTITY = `rfc3986@${PROFILE_VERSION}`;

export class CoreKeys implements Keys {
	readonly settings: Settings;

	constructor(settings: Settings) {
		this.settings = settings;
	}

	get keySettings(): Settings {
		return this.settings;
	}

	get writtenSettings(): Settings {
		return this.settings;
	}

	get identity(): string {
		const { settings } = this;
		const usual = resolveOptions({ engine: settings.engine });
		return settings.word === usual.word ? CORE_IDENTITY : `${CORE_IDENTITY} ${describe(settings)}`;
	}

	get coreWord(): number {
		return this.settings.word;
	}

	workspace(): Workspace {
		return linesWorkspace(this.settings.engine);
	}

	createKernel(): Kernel {
		return createKernel(this.settings.engine);
	}

	tryKey(reference: string): string | UriError {
		return normalizeReference(reference, this.settings, referenceWorkspace(this.settings.engine));
	}

	tryFingerprint(reference: string, key: Uint8Array): Uint8Array | UriError {
		const workspace = referenceWorkspace(this.settings.engine);
		const normal = normalizeOctets(reference, this.settings, workspace);
		if (normal instanceof UriError) return normal;
		workspace.setKey(key);
		workspace.kernel.call.fingerprint(workspace.key, normal.start, normal.end, workspace.fingerprints);
		return workspace.fingerprint;
	}
}
