/**
 * The conversation with the kernel about lines: call, take the results, answer, resume.
 *
 * ```
 *   normalizeLines ──▶ take() ──┬──▶ OK, REJECTED                return
 *         ▲                     ├──▶ NEEDS_ROOM ─────────┐
 *         │                     └──▶ NEEDS_ALABEL, answer┤
 *         └──────────── from Cursor.CONSUMED on ◀────────┘
 * ```
 *
 * Single references have the short form of it, in reference/reference.ts: they need no room, and ask at most once.
 */
import { Cursor } from "../../assembly/layout/addresses";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import type { HostKnowledge } from "../engine/idna";
import type { LineWorkspace } from "../engine/workspace";
import type { Settings } from "../options";

/**
 * Normalizes the lines between `start` and `end` in the memory of the workspace.
 *
 * After each call of the kernel, `take` gets its status, empties the output and the records, or leaves them, and returns where the
 * next output goes. It returns undefined to stop.
 *
 * Returns the last status: Status.OK, Status.REJECTED, or that at which `take` stopped. Cursor.CONSUMED is where to go on.
 */
export function runLines(
	workspace: LineWorkspace,
	word: number,
	start: number,
	end: number,
	host: HostKnowledge & Pick<Settings, "schemes">,
	take: (status: number) => number | undefined,
): number {
	const { kernel, outputLimit } = workspace;
	if (host.schemes !== undefined) workspace.listSchemes(host.schemes);
	let options = word;
	let from = start;
	let to: number | undefined = workspace.output;
	while (true) {
		const status: number = -kernel.call.normalizeLines(options, from, end, to, outputLimit);
		from = workspace.cursor(Cursor.CONSUMED);
		if (from > start) options &= ~Flag.STREAM_START;
		to = take(status);
		if (status === Status.OK || status === Status.REJECTED || to === undefined) return status;
		workspace.answer(status, host);
	}
}
