/** The crawl kernel: its functions, where its instances come from, and the workspace that all normalizers of an engine share. */
import build from "#crawl-kernel";
import * as portable from "../../assembly/crawl/index";
import { Limit } from "../../assembly/layout/addresses";
import { CrawlLimit } from "../../assembly/layout/crawl-addresses";
import { RESULT_ROOM } from "../../assembly/policy/rewrite/room";
import { createArrayKernel } from "../engine/array-kernel";
import type { HostKnowledge } from "../engine/idna";
import type { Engine, Kernel } from "../engine/kernel";
import { KernelSource } from "../engine/kernel-source";
import { wasmFactory } from "../engine/wasm";
import { REFERENCE_CAPACITY, Workspace } from "../engine/workspace";
import { CRAWL_FAULTS } from "./crawl-errors";
import { answerCrawlQuestion } from "./question";

/** The exports of the crawl kernel. Addresses and counts are i32. */
export type CrawlFunctions = typeof portable;

/** A workspace of the crawl kernel, which asks questions of its own. */
export class CrawlWorkspace extends Workspace<CrawlFunctions> {
	override readonly faults = CRAWL_FAULTS;

	/** `create` creates its kernels. `reserved` octets after `heapBase()` stay unused: a program is there. */
	constructor(create: () => Kernel<CrawlFunctions>, reserved = 0) {
		super(create, REFERENCE_CAPACITY, CrawlLimit.GROWTH, reserved, Limit.SLACK + (reserved > 0 ? RESULT_ROOM : 0));
	}

	protected override ask(host: HostKnowledge): void {
		answerCrawlQuestion(this.kernel, host);
	}
}

export const crawlKernels = new KernelSource<CrawlFunctions>(() => createArrayKernel(portable), wasmFactory(build));

const workspaces = new Map<Engine, CrawlWorkspace>();

/** The workspace of single references: no call leaves anything in it that a later call reads. */
export function crawlWorkspace(engine: Engine): CrawlWorkspace {
	const workspace = workspaces.get(engine) ?? new CrawlWorkspace(() => crawlKernels.create(engine));
	workspaces.set(engine, workspace);
	return workspace;
}
