/** The peak memory of this process. */
import { readFileSync } from "node:fs";

/**
 * Returns octets. Linux counts the memory of the process that started this one in `maxRSS`, so its status file is read instead: the
 * fallback is for other systems.
 */
export function peakMemory(): number {
	return 1024 * (peakOfStatus() ?? process.resourceUsage().maxRSS);
}

/** In KiB: the line VmHWM of proc_pid_status(5). */
function peakOfStatus(): number | undefined {
	try {
		const [, peak] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "latin1")) ?? [];
		return peak === undefined ? undefined : Number(peak);
	} catch {
		return undefined;
	}
}
