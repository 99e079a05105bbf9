/** Learned shapes of the lines of batches. */
import { LineRecord } from "../../assembly/layout/addresses";
import { NO_PART } from "../../assembly/layout/parts";
import { isMarked, unmark } from "../../assembly/lines/line-record";
import { Octet } from "../../assembly/octets/char";
import type { Batch } from "../lines/batch";
import { OctetSink } from "../lines/octet-sink";
import { writeParts } from "../lines/parts";
import type { KeyForms } from "../rules/rules";
import { decoder, encoder } from "../utf8";
import type { LearnedShapes } from "./learned-shapes";
import type { TrappedKeys } from "./trapped-keys";

/** Makes shapes of lines as `writeParts` does, and refines them by what was learned. */
export class LearnedLines {
	readonly #learned: LearnedShapes;
	/** The traps of the same file. */
	readonly trapped: TrappedKeys;

	constructor(learned: LearnedShapes, trapped: TrappedKeys) {
		this.#learned = learned;
		this.trapped = trapped;
	}

	/** The learned shapes of a batch whose output has the keys: a copy. */
	shapesOf(batch: Batch): Uint8Array {
		return this.#refined(batch, writeParts(batch, ["shape"]).slice(), keyStartOf(batch, false));
	}

	/** Forms whose shapes are learned ones. */
	formsOf(forms: KeyForms): KeyForms {
		return { ...forms, shapesOf: (batch) => this.#refined(batch, forms.shapesOf(batch), keyStartOf(batch, true)) };
	}

	/** `keyStart`: where the key of an output line begins. */
	#refined(batch: Batch, shapes: Uint8Array, keyStart: (start: number, end: number) => number): Uint8Array {
		const { kernel, output, records } = batch.workspace;
		const sink = new OctetSink(shapes.length);
		let [start, shape] = [output, 0];
		for (let record = 0; record < batch.records; ++record) {
			const at = (records + record * LineRecord.SIZE) >> 2;
			const end = unmark(kernel.words[at + LineRecord.OUTPUT_END / 4] as number);
			if (!isMarked(kernel.words[at + LineRecord.INPUT_END / 4] as number)) {
				const shapeEnd = shapes.indexOf(Octet.LF, shape) + 1;
				const key = () => decoder.decode(kernel.octets.subarray(keyStart(start, end), end - 1));
				sink.append(this.#refinedLine(shapes.subarray(shape, shapeEnd), key));
				shape = shapeEnd;
			}
			start = end;
		}
		return sink.octets();
	}

	#refinedLine(line: Uint8Array, key: () => string): Uint8Array {
		if (line[0] === NO_PART) return line;
		const shape1 = decoder.decode(line.subarray(0, -1));
		const shape = this.#learned.refine(key, shape1);
		return shape === shape1 ? line : encoder.encode(`${shape}\n`);
	}
}

/**
 * Finds where the key of an output line begins: after the fetch form and a TAB, if it has both. Only forms that are equal can have other
 * TABs.
 */
export function keyStartOf({ workspace }: Batch, hasBoth: boolean): (start: number, end: number) => number {
	if (!hasBoth) return (start) => start;
	const { octets } = workspace.kernel;
	return (start, end) => {
		const middle = start + ((end - 1 - start) >> 1);
		return (octets[middle] === Octet.TAB ? middle : octets.indexOf(Octet.TAB, start)) + 1;
	};
}
