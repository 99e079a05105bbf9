/** From settings to a kernel that runs them. The workspaces of profiles are shared, that of a policy is the normalizer's own. */
import { platformToAscii } from "../engine/idna";
import type { Engine } from "../engine/kernel";
import type { LineSettings } from "../lines/lines";
import { CrawlWorkspace, crawlKernels, crawlWorkspace } from "./crawl-kernel";
import type { CrawlSettings } from "./crawl-options";
import type { Origin } from "./policy/key-options";
import { programOf, workspaceWith } from "./policy-workspace";
import { PROFILES } from "./profiles";

/** A kernel with a profile or a policy in it. */
export interface OpenedCrawl {
	readonly workspace: CrawlWorkspace;
	/** The program that runs: a compiled policy. Empty if the kernel knows the profile itself. */
	readonly program: Uint8Array;
	/** What the entries of the program were made from. */
	readonly origins: readonly (Origin | undefined)[];
}

const NO_PROGRAM = new Uint8Array(0);
const profiles = new Map<string, OpenedCrawl>();

/** Compiles the policy of the settings, if they have one. Throws PolicyError for a name that is not a host. */
export function openCrawl(settings: CrawlSettings): OpenedCrawl {
	const { policy, profile, engine } = settings;
	if (policy === undefined) return { workspace: crawlWorkspace(engine), program: NO_PROGRAM, origins: [] };
	if (profile === undefined) return open(settings);
	const id = `${profile} ${settings.word} ${engine}`;
	const opened = profiles.get(id) ?? open(settings);
	profiles.set(id, opened);
	return opened;
}

function open(settings: CrawlSettings): OpenedCrawl {
	const { octets, origins } = programOf(settings.policy ?? {}, settings.lists, settings);
	return { workspace: workspaceWith(octets, settings.engine), program: octets, origins };
}

/** What another thread needs to process lines by the same rules: values that can be sent to it. */
export interface CrawlTask extends Pick<CrawlSettings, "engine" | "invalid" | "linesWord" | "schemes" | "profile"> {
	readonly program: Uint8Array;
}

/** The task of a thread. The settings have no `idna` function, which could not be sent. */
export function taskOf({ engine, invalid, linesWord, schemes, profile }: CrawlSettings, { program }: OpenedCrawl): CrawlTask {
	return { engine, invalid, linesWord, schemes, profile, program };
}

/** A workspace and settings for a task. */
export function openTask(task: CrawlTask): { workspace: CrawlWorkspace; settings: LineSettings } {
	const { toAscii = platformToAscii } = (task.profile && PROFILES[task.profile]) ?? {};
	return { workspace: newWorkspace(task, task.engine), settings: { ...task, toAscii } };
}

/** Another workspace that runs the same. */
export function newWorkspace({ program }: Pick<OpenedCrawl, "program">, engine: Engine): CrawlWorkspace {
	return program.length > 0 ? workspaceWith(program, engine) : new CrawlWorkspace(() => crawlKernels.create(engine));
}
