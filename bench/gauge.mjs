/** Loaded before a program with `node --import`. Writes its run time in seconds and its peak memory in megabytes to `$GAUGE`. */
import { writeFileSync } from "node:fs";

const start = performance.now();
process.on("exit", () => {
	const gauged = { time: (performance.now() - start) / 1000, memory: process.resourceUsage().maxRSS / 1000 };
	writeFileSync(process.env.GAUGE, JSON.stringify(gauged));
});
