/** What docs/internals/performance.md shows of the suite `store`: bench/standalone/store.mjs measures it. */
import { type Results, type Row, shown } from "../measure/results";
import { markdown } from "./markdown";

/** What rows of the suite have besides. */
interface StoreRow extends Row {
	readonly wall: number;
	readonly read: number;
	readonly written: number;
	readonly kept: number;
}

const HEAD = ["", "CPU, s", "wall, s", "MB read", "MB written", "memory, MB", "octets a key"];

/** A table for each number of keys asked. */
export function storeText({ rows, machine }: Results): string {
	const inputs = [...new Set(rows.map(({ input }) => input))];
	const about = `\`npm run bench -- --suite store\`, on ${machine.date}, ${machine.processor}, ${machine.cores} cores: medians.`;
	const tables = inputs.map((input) => {
		const own = (rows as StoreRow[]).filter((row) => row.input === input);
		return markdown([[input, ...HEAD.slice(1)], ...own.map(cellsOf)]);
	});
	return [about, ...tables].join("\n\n");
}

function cellsOf({ name, median, wall, read, written, memory, kept }: StoreRow): string[] {
	return [name, shown(median), shown(wall), shown(read / 1e6), shown(written / 1e6), shown(memory ?? 0), shown(kept)];
}
