/** Scenes under a hostile host, beside the lines of a run: they have a count of their own, since one costs as much as a hundred lines. */
import type { Fault } from "./hosts/kernel-pair";
import type { HostedKernel } from "./hosts/kernels";

/** Lines for a scene of each kernel, if several are tested or only one. */
const LINES_PER_SCENE = 2000;
const LINES_PER_SCENE_OF_ONE = 4;
/** Default number of scenes if only one kernel is tested. */
const MAX_SCENES_OF_ONE = 5000;
/** A scene of the learn kernel is all of a small run: among others, it plays fewer. */
const LEARN_SHARE = 4;
/** The kernels of a run under a hostile host. */
export class Hosted {
	readonly #kernels: readonly HostedKernel[];
	readonly #scenesFor: (lines: number) => number;

	/** `scenes`: those of each kernel in all `lines` of the run. By default, their number follows from the lines. */
	constructor(kernels: readonly HostedKernel[], lines: number, scenes: number | undefined) {
		this.#kernels = kernels;
		const isOne = kernels.length === 1;
		const most = scenes ?? (isOne ? MAX_SCENES_OF_ONE : Number.POSITIVE_INFINITY);
		const usual = isOne ? LINES_PER_SCENE_OF_ONE : LINES_PER_SCENE;
		const share = scenes === undefined || lines === Number.POSITIVE_INFINITY ? 1 / usual : scenes / lines;
		this.#scenesFor = (done) => Math.min(most, Math.ceil(done * share));
	}

	/** Calls that were compared. */
	get calls(): number {
		return this.#kernels.reduce((sum, { calls }) => sum + calls, 0);
	}

	/** Scenes that were played, of all kernels. */
	get scenes(): number {
		return this.#kernels.reduce((sum, { played }) => sum + played, 0);
	}

	/** Plays the scenes that are due after `done` lines, with the last of them. Returns the faults of kernels, by title. */
	play(lines: readonly Uint8Array[], seed: number, done: number): [string, Fault][] {
		return this.#kernels.flatMap((kernel) => {
			try {
				const faults = this.#playOn(kernel, lines, seed, this.#scenesFor(done));
				return faults.map((fault): [string, Fault] => [`a hostile host: ${fault.what}, ${kernel.name}`, fault]);
			} catch (error) {
				return [[`a hostile host: nothing traps, ${kernel.name}`, { what: "", expected: "", actual: String(error) }]];
			}
		});
	}

	#playOn(kernel: HostedKernel, lines: readonly Uint8Array[], seed: number, scenes: number): Fault[] {
		const isAmong = this.#kernels.length > 1;
		const due = isAmong && kernel.name.startsWith("learn") ? Math.ceil(scenes / LEARN_SHARE) : scenes;
		return due === kernel.played ? [] : kernel.play(lines, seed, due - kernel.played);
	}
}
