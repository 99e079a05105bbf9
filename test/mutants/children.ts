/** A process and what it has started: the CPU time of all, and their end. Without /proc, the process stands alone. */
import { readdirSync, readFileSync } from "node:fs";

/** What the name of a folder for the temporary files of a process begins with. */
export const TEMPORARY = "urlsieve-mutants-";
/** Milliseconds of a clock tick in /proc: sysconf(_SC_CLK_TCK) is 100 on Linux. */
const TICK = 10;

/** Fields of /proc/PID/stat from the state on, which follows the name in parentheses. */
const enum Field {
	STATE = 0,
	SESSION = 3,
	USER = 11,
	SYSTEM = 12,
	USER_OF_CHILDREN = 13,
	SYSTEM_OF_CHILDREN = 14,
}

/** The fields of a process, or none if it has ended. */
function fieldsOf(pid: number | string): readonly string[] {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, "latin1");
		return text.slice(text.lastIndexOf(")") + 2).split(" ");
	} catch {
		return [];
	}
}

function childrenOf(pid: number): number[] {
	try {
		return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
			const text = readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").trim();
			return text === "" ? [] : text.split(" ").map(Number);
		});
	} catch {
		return [];
	}
}

function ticksOf(pid: number, fields: readonly Field[]): number {
	const all = fieldsOf(pid);
	return fields.reduce((sum, field) => sum + Number(all[field] ?? 0), 0);
}

const OF_CHILDREN = [Field.USER_OF_CHILDREN, Field.SYSTEM_OF_CHILDREN];

/** Ticks of all below a process: those that have ended, if it has waited for them, and those that run. */
function ticksBelow(pid: number): number {
	const running = childrenOf(pid).map((child) => ticksOf(child, [Field.USER, Field.SYSTEM]) + ticksBelow(child));
	return running.reduce((sum, ticks) => sum + ticks, ticksOf(pid, OF_CHILDREN));
}

/** Milliseconds of CPU time that this process has taken, and what it has started. */
export function cpu(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000 + ticksBelow(process.pid) * TICK;
}

/** Kills all processes of a session but its leader. Returns once they have ended. */
export function endSession(session: number): void {
	while (killOthers(session) > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

/** How many there are. */
function killOthers(session: number): number {
	let count = 0;
	for (const name of processes()) {
		if (Number(name) === session) continue;
		const fields = fieldsOf(name);
		if (Number(fields[Field.SESSION]) !== session || fields[Field.STATE] === "Z") continue;
		++count;
		try {
			process.kill(Number(name), "SIGKILL");
		} catch {
			// It has ended meanwhile.
		}
	}
	return count;
}

function processes(): string[] {
	try {
		return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	} catch {
		return [];
	}
}
