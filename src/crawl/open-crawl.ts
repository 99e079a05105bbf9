/** From settings to a kernel that runs them. The workspaces of profiles are shared, that of a policy is the normalizer's own. */

import { platformToAscii } from "../engine/idna";
import type { Engine } from "../engine/kernel";
import { LINES_CAPACITY } from "../engine/workspace";
import type { LineSettings } from "../lines/lines";
import type { RuleTask } from "../rules/rules";
import type { CompiledPolicy } from "./compile/compile";
import { CrawlWorkspace, crawlKernels, crawlWorkspace } from "./crawl-kernel";
import type { CrawlSettings } from "./crawl-options";
import type { Origin } from "./policy/key-options";
import { programOf, workspaceWith } from "./policy-workspace";
import { PROFILES, type ProfileId } from "./profiles";

/** A kernel with a profile or a policy in it. */
export interface OpenedCrawl {
	readonly workspace: CrawlWorkspace;
	/** The program that runs: a compiled policy. Empty if the kernel knows the profile itself. */
	readonly program: Uint8Array;
	/** The origins of the entries of the program. */
	readonly origins: readonly (Origin | undefined)[];
	/** The exceptions of lists, by their condition. */
	readonly exceptions: CompiledPolicy["exceptions"];
}

const NO_PROGRAM = new Uint8Array(0);
const profiles = new Map<string, OpenedCrawl>();

/** Compiles the policy of the settings, if they have one. Throws PolicyError for a name that is not a host. */
export function openCrawl(settings: CrawlSettings): OpenedCrawl {
	const { policy, profile, engine } = settings;
	if (policy === undefined) return { workspace: crawlWorkspace(engine), program: NO_PROGRAM, origins: [], exceptions: new Map() };
	if (profile === undefined) return open(settings);
	const id = `${profile} ${settings.word} ${engine}`;
	const opened = profiles.get(id) ?? open(settings);
	profiles.set(id, opened);
	return opened;
}

function open(settings: CrawlSettings): OpenedCrawl {
	const { octets, origins, exceptions } = programOf(settings.policy ?? {}, settings.lists, settings);
	const workspace = workspaceWith(octets, settings.engine);
	return { workspace, program: octets, origins, exceptions };
}

/** A workspace and settings for the task of another thread, whose settings had no `idna` function: none could be sent. */
export function openTask(
	task: RuleTask,
	{ profile, program }: NonNullable<RuleTask["policy"]>,
): { workspace: CrawlWorkspace; settings: LineSettings } {
	const { toAscii = platformToAscii } = (profile && PROFILES[profile as ProfileId]) || {};
	const workspace = newWorkspace({ program }, task.engine);
	workspace.reserve(LINES_CAPACITY);
	return { workspace, settings: { ...task, toAscii } };
}

/** Another workspace that runs the same. */
export function newWorkspace({ program }: Pick<OpenedCrawl, "program">, engine: Engine): CrawlWorkspace {
	return program.length > 0 ? workspaceWith(program, engine) : new CrawlWorkspace(() => crawlKernels.create(engine));
}
