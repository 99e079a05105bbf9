/** From settings to a kernel that runs them. The workspaces of profiles are shared, that of a policy is the normalizer's own. */
import type { Engine } from "../engine/kernel";
import { CrawlWorkspace, crawlKernels, crawlWorkspace } from "./crawl-kernel";
import type { CrawlSettings } from "./crawl-options";
import type { Origin } from "./key-options";
import { programOf, workspaceWith } from "./policy-workspace";

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

/** Another workspace that runs the same. */
export function newWorkspace({ program }: OpenedCrawl, engine: Engine): CrawlWorkspace {
	return program.length > 0 ? workspaceWith(program, engine) : new CrawlWorkspace(() => crawlKernels.create(engine));
}
