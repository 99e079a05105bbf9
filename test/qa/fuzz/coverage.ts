/** V8's block coverage as the map of a fuzzer: what a run has reached, and how often. Requires a process that nobody else measures. */
import { Session } from "node:inspector";

interface Range {
	readonly startOffset: number;
	readonly endOffset: number;
	readonly count: number;
}

interface Covered {
	readonly result: readonly { readonly url: string; readonly functions: readonly { readonly ranges: readonly Range[] }[] }[];
}

/** Counts up to 2, 4, 8, … are different paths; beyond this, all are the same. */
const MAX_BUCKET = 8;

/** What is measured: the sources, and not the host or the packages. */
const isOwn = (url: string) => url !== "" && !url.startsWith("node:") && !url.includes("/node_modules/");

/** Measures runs. */
export class Coverage {
	readonly #session = new Session();
	readonly #known = new Set<string>();

	constructor() {
		this.#session.connect();
		this.#post("Profiler.enable");
		this.#post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
	}

	/** Forgets what has run since the last call. */
	reset(): void {
		this.#post("Profiler.takePreciseCoverage");
	}

	/** The features of what has run since the last call: the blocks of functions, with the magnitude of their counts. */
	features(): string[] {
		const { result } = this.#post("Profiler.takePreciseCoverage") as unknown as Covered;
		return result
			.filter(({ url }) => isOwn(url))
			.flatMap(({ url, functions }) => functions.flatMap(({ ranges }) => ranges.map((range) => featureOf(url, range))));
	}

	/** Takes features. Returns whether one of them is new. */
	add(features: readonly string[]): boolean {
		const size = this.#known.size;
		for (const feature of features) this.#known.add(feature);
		return this.#known.size > size;
	}

	get size(): number {
		return this.#known.size;
	}

	end(): void {
		this.#post("Profiler.stopPreciseCoverage");
		this.#session.disconnect();
	}

	#post(method: string, parameters: object = {}): object {
		let answer: object = {};
		this.#session.post(method, parameters, (error: Error | null, result: object | undefined) => {
			if (error !== null) throw error;
			answer = result ?? {};
		});
		return answer;
	}
}

function featureOf(url: string, { startOffset, endOffset, count }: Range): string {
	return `${url}:${startOffset}-${endOffset}:${Math.min(MAX_BUCKET, Math.ceil(Math.log2(count + 1)))}`;
}

/** The shortest files first: those of them that together have all features. */
export function minimized<File extends { readonly length: number }>(
	files: readonly (readonly [File, readonly string[]])[],
): File[] {
	const known = new Set<string>();
	return [...files]
		.sort(([one], [other]) => one.length - other.length)
		.filter(([, features]) => {
			const size = known.size;
			for (const feature of features) known.add(feature);
			return known.size > size;
		})
		.map(([file]) => file);
}
