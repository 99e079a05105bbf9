/** The crawl kernel: its functions, where its instances come from, and the workspace that all normalizers of an engine share. */
import { CrawlLimit } from "../../assembly/crawl-layout";
import type { Engine, Kernel } from "../engine/kernel";
import { KernelSource } from "../engine/kernel-source";
import { REFERENCE_CAPACITY, Workspace } from "../engine/workspace";
import { CRAWL_BUILDS, createJsCrawlKernel } from "./crawl-builds";

/** The exports of the crawl kernel. Addresses and counts are i32. */
export type CrawlFunctions = typeof import("../../assembly/crawl");

export type CrawlWorkspace = Workspace<CrawlFunctions>;

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
	const workspace =
		workspaces.get(engine) ?? new Workspace(() => crawlKernels.create(engine), REFERENCE_CAPACITY, CrawlLimit.GROWTH);
	workspaces.set(engine, workspace);
	return workspace;
}

/** The fastest engine that runs here. */
export function fastestEngine(): Engine {
	return runsHere("wasm-simd") ? "wasm-simd" : runsHere("wasm") ? "wasm" : "js";
}
