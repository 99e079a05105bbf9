/** The outputs of a job: files that are replaced together, or not at all. */
import { deliver, type Last } from "../files/output/deliver";
import { LineResults } from "../files/output/line-results";
import type { OctetWriter } from "../files/output/octet-writer";
import { Output } from "../files/output/output";

/** The main output. `isInPlace`: whether readers see it before the end. `path`: that of the file which is written, if it is one. */
export type JobOutput = OctetWriter & { readonly isInPlace: boolean; readonly path: string | undefined };

export class JobOutputs {
	readonly results: LineResults<Output>;
	readonly #files: Output[] = [];

	/** Opens the output and the file of rejects. Throws Failure. */
	constructor(output: string | undefined, rejects: string | undefined) {
		const opened = this.#open(output, false);
		this.results = new LineResults(opened, rejects === undefined ? undefined : this.open(rejects));
	}

	/** Opens a log, which is delivered with the output. Throws Failure. */
	open(path: string): Output {
		return this.#open(path, true);
	}

	#open(path: string | undefined, isLog: boolean): Output {
		const output = new Output(path, undefined, isLog);
		this.#files.push(output);
		return output;
	}

	/** Whether all of them go to regular files. */
	get areFiles(): boolean {
		return this.#files.every(({ isFile }) => isFile);
	}

	/** Delivers them, then the set that records their lines. Throws Failure. */
	deliver(set?: Last): void {
		deliver(this.#files, set);
	}
}
