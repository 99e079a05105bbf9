/** Loaded before a program with `node --import`. Writes its run time and CPU time in seconds and its peak memory in megabytes to `$GAUGE`. */
import { readFileSync, writeFileSync } from "node:fs";

const start = performance.now();
process.on("exit", () => {
	const { user, system } = process.cpuUsage();
	const gauged = { time: (performance.now() - start) / 1000, cpu: (user + system) / 1e6, memory: peakMemory() / 1e6 };
	writeFileSync(process.env.GAUGE, JSON.stringify(gauged));
});

/** Octets. On Linux, `maxRSS` counts the memory of the process that started this one, too. */
function peakMemory() {
	if (process.platform !== "linux") return 1024 * process.resourceUsage().maxRSS;
	return 1024 * Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "latin1"))[1]);
}
