/** Tables for people: what was timed, how long it took, and how often it goes into the time of the first. */
import type { Timing } from "./measure";

/** Prints timings, with ratios to the first. */
export function report(title: string, timings: readonly Timing[]): void {
	const base = timings[0] as Timing;
	const rows = timings.map(({ task, best, median }) => [
		task.name,
		best.toFixed(1),
		median.toFixed(1),
		`${(base.median / median).toFixed(2)} ×`,
		task.note ?? "",
	]);
	print(title, ["", "best ns", "median ns", `against ${base.task.name}`, ""], rows);
}

/** Prints a table whose columns are as wide as they have to be; numbers stand to the right. */
export function print(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
	const widths = head.map((text, column) => Math.max(text.length, ...rows.map((row) => (row[column] as string).length)));
	const line = (cells: readonly string[]) =>
		cells
			.map((cell, column) =>
				column === 0 || column === head.length - 1
					? cell.padEnd(widths[column] as number)
					: cell.padStart(widths[column] as number),
			)
			.join("  ")
			.trimEnd();
	console.log(`\n${title}\n\n${[head, ...rows].map(line).join("\n")}`);
}
