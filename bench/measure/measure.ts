/** Times tasks in alternation, each once per round, so that a disturbance of the machine affects all of them alike. */
import { Bench } from "tinybench";
import { type Row, type Summary, summarize } from "./results";

/** A timed function. One run processes `count` references, or other units of the suite. */
export interface Task {
	readonly name: string;
	readonly count: number;
	/** How the result differs from that of other tasks. */
	readonly note?: string | undefined;
	run(): unknown;
	/** Nanoseconds per unit, of a task that times itself in another process. `run` prepares it and is not timed. */
	nanoseconds?(): number;
}

/** Nanoseconds per unit of `task.count`. */
export interface Timing extends Summary {
	readonly task: Task;
}

/** Runs each task once per round. An extra first round warms up and is not counted. */
export async function alternate(tasks: readonly Task[], rounds: number): Promise<Timing[]> {
	const samples = tasks.map((): number[] => []);
	for (let round = -1; round < rounds; ++round) {
		const bench = new Bench({ time: 0, iterations: 1, warmup: false });
		for (const { name, run } of tasks) bench.add(name, () => void run());
		await bench.run();
		if (round < 0) continue;
		for (const [index, { result }] of bench.tasks.entries()) {
			if (result.state !== "completed") throw new Error(`${tasks[index]?.name} did not complete: ${result.state}`);
			const task = tasks[index] as Task;
			samples[index]?.push(task.nanoseconds?.() ?? (result.latency.mean * 1e6) / task.count);
		}
	}
	return tasks.map((task, index) => ({ task, ...summarize(samples[index] as number[]) }));
}

/** The rows of some timings. `ratio` is the first median divided by the row's: how many times as fast as the first task. */
export function rowsOf(input: string, timings: readonly Timing[]): Row[] {
	const base = timings[0] as Timing;
	return timings.map((timing) => ({ ...rowOf(input, timing), ratio: base.median / timing.median }));
}

/** The row of a timing, without a ratio. */
export function rowOf(input: string, { task, best, median }: Timing): Row {
	const note = task.note === undefined ? {} : { note: task.note };
	return { input, node: process.version, name: task.name, best, median, ...note };
}
