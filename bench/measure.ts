/** Timing in alternation: every task once a round, so that what disturbs the machine disturbs all. */
import { Bench } from "tinybench";
import { type Row, type Summary, summarize } from "./results";

/** Something that is timed: one run over `count` references, or whatever else the suite counts. */
export interface Task {
	readonly name: string;
	readonly count: number;
	/** What of the result is worth a note. */
	readonly note?: string | undefined;
	run(): unknown;
}

/** Nanoseconds for one of `task.count`. */
export interface Timing extends Summary {
	readonly task: Task;
}

/** Runs each task once a round, after one round that is not counted. */
export async function alternate(tasks: readonly Task[], rounds: number): Promise<Timing[]> {
	const samples = tasks.map((): number[] => []);
	for (let round = -1; round < rounds; ++round) {
		const bench = new Bench({ time: 0, iterations: 1, warmup: false });
		for (const { name, run } of tasks) bench.add(name, () => void run());
		await bench.run();
		if (round < 0) continue;
		for (const [index, { result }] of bench.tasks.entries()) {
			if (result.state !== "completed") throw new Error(`${tasks[index]?.name} did not run: ${result.state}`);
			samples[index]?.push((result.latency.mean * 1e6) / (tasks[index] as Task).count);
		}
	}
	return tasks.map((task, index) => ({ task, ...summarize(samples[index] as number[]) }));
}

/** The rows of some timings, each compared with the first: how often its median goes into that one's. */
export function rowsOf(input: string, timings: readonly Timing[]): Row[] {
	const base = timings[0] as Timing;
	return timings.map((timing) => ({ ...rowOf(input, timing), ratio: base.median / timing.median }));
}

/** The row of a timing that is compared with nothing. */
export function rowOf(input: string, { task, best, median }: Timing): Row {
	const note = task.note === undefined ? {} : { note: task.note };
	return { input, node: process.version, name: task.name, best, median, ...note };
}
