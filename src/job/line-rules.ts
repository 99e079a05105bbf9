/** How the lines of a job become normal forms and keys: by the core, or by a profile or a policy. */
import type { CrawlNormalizer } from "../crawl/crawl-normalizer";
import type { CrawlSettings } from "../crawl/crawl-options";
import type { CrawlTask } from "../crawl/job";
import type { ParameterList } from "../crawl/schema/policy";
import { LINES_CAPACITY, type LineWorkspace, type Workspace } from "../engine/workspace";
import type { KeyForms } from "../keys/keys";
import type { LineSettings } from "../lines/lines";
import type { NormalizeOptions, Settings } from "../options";
import type { CrewOptions } from "../threads/crew";
import { createLineWorkspace } from "../threads/line-kernel";

/** A profile or a policy, and the form of lines that is asked for. */
export interface CrawlForms {
	/** Used by this job only. */
	readonly workspace: LineWorkspace;
	/** Creates another one. */
	readonly create: () => LineWorkspace;
	readonly settings: LineSettings;
	/** The same rules, as values that can be sent to other threads. */
	readonly task: CrawlTask;
	/** The settings for keys, if the form contains more. */
	readonly keys?: LineSettings | undefined;
	/** Splits lines with both forms. */
	readonly keyForms: KeyForms;
	/** The lists of the policy. */
	readonly lists: readonly ParameterList[];
}

/** The forms of lines that a normalizer makes by these settings, which are its own or derived from them. */
export async function crawlForms(
	{ opened }: Pick<CrawlNormalizer, "opened">,
	settings: CrawlSettings,
	keys?: LineSettings,
): Promise<CrawlForms> {
	const { KEY_FORMS, newWorkspace, taskOf } = await import("../crawl/job");
	const create = () => newWorkspace(opened, settings.engine);
	return {
		workspace: create(),
		create,
		settings,
		task: taskOf(settings, opened),
		keys,
		keyForms: KEY_FORMS,
		lists: settings.lists,
	};
}

export class LineRules {
	/** The settings of the core, whose engine all jobs need, and what they were resolved from. */
	readonly coreSettings: Settings;
	readonly options: NormalizeOptions;
	readonly crawl: CrawlForms | undefined;
	#core: Workspace | undefined;

	constructor(core: { readonly settings: Settings; readonly options: NormalizeOptions }, crawl?: CrawlForms) {
		this.coreSettings = core.settings;
		this.options = core.options;
		this.crawl = crawl;
	}

	/** Whether the rules are those of a policy, or of a profile that is one. */
	get isPolicy(): boolean {
		return (this.crawl?.task.program.length ?? 0) > 0;
	}

	/** How lines become normal forms or keys. */
	get settings(): LineSettings {
		return this.crawl?.settings ?? this.coreSettings;
	}

	/** Created on demand: a job in passes has its own. */
	get workspace(): LineWorkspace {
		this.crawl?.workspace.reserve(LINES_CAPACITY);
		return this.crawl?.workspace ?? this.core;
	}

	/** The same, of the core. Requires: no profile or policy. */
	get core(): Workspace {
		this.#core ??= createLineWorkspace(this.coreSettings.engine);
		return this.#core;
	}

	/** Creates another workspace like that of the job. */
	createWorkspace(): LineWorkspace {
		return this.crawl?.create() ?? createLineWorkspace(this.coreSettings.engine);
	}

	/** The rules for a crew, and a workspace for this thread. */
	crewRules(): Pick<CrewOptions, "settings" | "options" | "rules" | "workspace"> {
		const workspace = this.createWorkspace();
		workspace.reserve(LINES_CAPACITY);
		return { settings: this.settings, options: this.options, rules: this.crawl?.task, workspace };
	}
}
