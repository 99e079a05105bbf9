/**
 * `node bench/standalone/partition-lines.mjs LIST [PARTS]`: the CPU time of a line in `partitionLines`, normalized, fingerprinted and
 * copied to its part: the least and the median of 15 rounds. By default there are 8 parts. Requires: urlsieve is built.
 */
import { readFileSync } from "node:fs";
import { partitionLines } from "urlsieve";

const ROUNDS = 15;

const [list, parts = "8"] = process.argv.slice(2);
if (list === undefined || !/^[1-9]\d*$/.test(parts)) {
	console.error("partition-lines: pass a LIST, and a positive number of PARTS");
	process.exit(2);
}
const lines = readFileSync(list);
const options = { parts: Number(parts), key: new Uint8Array(16) };
const { count } = partitionLines(lines, options);
const costs = Array.from({ length: ROUNDS }, () => {
	const begin = process.cpuUsage();
	partitionLines(lines, options);
	const { user, system } = process.cpuUsage(begin);
	return ((user + system) * 1000) / count;
}).sort((a, b) => a - b);
const [least, median] = [costs[0], costs[ROUNDS >> 1]].map((cost) => cost.toFixed(1));
console.log(
	`${count} lines of ${(lines.length / count).toFixed(1)} bytes, ${parts} parts: ${least} ns of CPU time a line, median ${median}`,
);
