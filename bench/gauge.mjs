/** Loaded before a program by `node --import`: writes its seconds from here on, and its most memory in megabytes, to the file `$GAUGE`. */
import { writeFileSync } from "node:fs";

const begun = performance.now();
process.on("exit", () => {
	const gauged = { time: (performance.now() - begun) / 1000, memory: process.resourceUsage().maxRSS / 1000 };
	writeFileSync(process.env.GAUGE, JSON.stringify(gauged));
});
