/** The shape of a key that is in the memory of a kernel: `shape@1`. */
import { Limit, UNCHANGED } from "../../assembly/layout/addresses";
import { Part, partRoom } from "../../assembly/layout/parts";
import type { LineWorkspace } from "../engine/workspace";
import type { NormalOctets } from "./reference";
import { decode, decodeUtf8 } from "./transcode";

/** The name of shapes in files that hold them. A different answer would be a new version. */
export const SHAPE_IDENTITY = "shape@1";

/**
 * Returns the shape of a key in the memory of a kernel, or `input` if that is the key and its own shape. `input`: the string in the input of
 * the workspace; `isAscii`: whether the key is US-ASCII.
 */
export function shapeIn(workspace: LineWorkspace, { start, end }: NormalOctets, isAscii: boolean, input: string): string {
	const size = partRoom(Part.SHAPE, end - start);
	// Short keys have room where results go: to reserve memory takes longer than to use it.
	const hasRoom = workspace.result + size + Limit.MARGIN <= workspace.base;
	const to = hasRoom ? workspace.result : workspace.reserveScratch(size);
	const shapeEnd = workspace.kernel.call.shape(start, end, to);
	const toText = isAscii ? decode : decodeUtf8;
	if (shapeEnd !== UNCHANGED) return toText(workspace, to, shapeEnd);
	return start === workspace.input ? input : toText(workspace, start, end);
}
