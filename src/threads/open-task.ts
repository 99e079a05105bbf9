/** The rules of a run in another thread. */
import { platformToAscii } from "../engine/idna";
import { createKernel } from "../engine/select";
import { LINES_CAPACITY, type LineWorkspace, Workspace } from "../engine/workspace";
import type { LineSettings } from "../lines/lines";
import type { RuleTask } from "../rules/rules";

/** Rules that write lines in one form. */
export interface OpenedTask {
	readonly settings: LineSettings;
	readonly workspace: LineWorkspace;
}

/** Opens the rules. Those of a profile or a policy load the crawl kernel. */
export async function openTask(task: RuleTask): Promise<OpenedTask> {
	if (task.policy !== undefined) return (await import("../crawl/job")).openTask(task, task.policy);
	return openCoreTask(task, LINES_CAPACITY);
}

/** The same of the core, with a workspace of this capacity. */
export function openCoreTask(task: RuleTask, capacity: number): OpenedTask & { readonly workspace: Workspace } {
	return { settings: settingsOf(task), workspace: new Workspace(() => createKernel(task.engine), capacity) };
}

/** The settings of the core for a task. Those that it is made from have no `idna` function, which could not be sent. */
export function settingsOf(task: RuleTask): LineSettings {
	return { ...task, toAscii: platformToAscii };
}
