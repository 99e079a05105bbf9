/** Timing in alternation: every task once a round, so that what disturbs the machine disturbs all. */
import { Bench } from "tinybench";

/** Something that is timed: one run over `count` references. */
export interface Task {
	readonly name: string;
	readonly count: number;
	/** What of the result is worth a note. */
	readonly note?: string;
	run(): unknown;
}

/** Nanoseconds a reference. */
export interface Timing {
	readonly task: Task;
	readonly best: number;
	readonly median: number;
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

/** The least and the median of some numbers. */
export function summarize(numbers: readonly number[]): { best: number; median: number } {
	const sorted = [...numbers].sort((a, b) => a - b);
	return { best: sorted[0] as number, median: sorted[sorted.length >> 1] as number };
}
