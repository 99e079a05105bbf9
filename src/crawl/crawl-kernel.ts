/** The crawl kernel: its functions, where its instances come from, and the workspace that all normalizers of an engine share. */
import { CrawlLimit } from "../../assembly/crawl-layout";
import type { HostKnowledge } from "../engine/idna";
import type { Engine, Kernel } from "../engine/kernel";
import { KernelSource } from "../engine/kernel-source";
import { REFERENCE_CAPACITY, Workspace } from "../engine/workspace";
import { CRAWL_BUILDS, createJsCrawlKernel } from "./crawl-builds";
import { CRAWL_FAULTS } from "./crawl-errors";
import { answerCrawlQuestion } from "./question";

/** The exports of the crawl kernel. Addresses and counts are i32. */
export type CrawlFunctions = typeof import("../../assembly/crawl");

/** A workspace of the crawl kernel, which asks questions of its own. */
export class CrawlWorkspace extends Workspace<CrawlFunctions> {
	override readonly faults = CRAWL_FAULTS;

	/** `create` creates its kernels. `reserved` octets after `heapBase()` stay unused. */
	constructor(create: () => Kernel<CrawlFunctions>, reserved = 0) {
		super(create, REFERENCE_CAPACITY, CrawlLimit.GROWTH, reserved);
	}

	protected override ask(host: HostKnowledge): void {
		answerCrawlQuestion(this.kernel, host);
	}
}

export const crawlKernels = new KernelSource<CrawlFunctions>(CRAWL_BUILDS, createJsCrawlKernel ?? noKernel);

function noKernel(): Kernel<CrawlFunctions> {
	throw new RangeError("This host has no memory for another kernel.");
}

/** Whether the engine runs here. */
export function runsHere(engine: Engine): boolean {
	return engine === "js" ? createJsCrawlKernel !== undefined : crawlKernels.isAvailable(engine);
}

const workspaces = new Map<Engine, CrawlWorkspace>();

/** The workspace of single references: no call leaves anything in it that a later call reads. */
export function crawlWorkspace(engine: Engine): CrawlWorkspace {
	const workspace = workspaces.get(engine) ?? new CrawlWorkspace(() => crawlKernels.create(engine));
	workspaces.set(engine, workspace);
	return workspace;
}

/** The fastest engine that runs here. */
export function fastestEngine(): Engine {
	return runsHere("wasm-simd") ? "wasm-simd" : runsHere("wasm") ? "wasm" : "js";
}
