/** CPU time of the whole machine: what a run costs, whatever processes it starts and leaves. */
import { readFileSync } from "node:fs";

const STAT = "/proc/stat";
/** The kernel counts in hundredths of seconds for programs, whatever its own clock is. */
const TICKS = 100;
/** Time of user, nice, system, interrupts; idle and waiting are between them. */
const BUSY = [0, 1, 2, 5, 6];

/** Seconds that the processors have worked since the machine started. Undefined on other systems than Linux. */
export function cpuSeconds() {
	try {
		const [, times] = /^cpu +(.+)$/m.exec(readFileSync(STAT, "utf8")) ?? [];
		const ticks = times?.split(" ").map(Number);
		return ticks && BUSY.reduce((sum, at) => sum + ticks[at], 0) / TICKS;
	} catch {
		return undefined;
	}
}
