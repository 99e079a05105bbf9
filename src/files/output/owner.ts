/**
 * Identifies the process that owns a file, precisely enough to prove that it is dead.
 *
 * A process number by itself proves nothing: numbers are reused, and the first process of every container is 1. An owner is
 * therefore written as
 *
 * ```
 *   9f2c1b7d03aa4026531836-4711-8827361
 *   |           |          |    +-------- start time of the process, in clock ticks since the boot
 *   |           |          +------------- process number
 *   +-----------+------------------------ scope: start of the boot id, numbers of the PID namespace and of the time namespace
 * ```
 *
 * Numbers and start times are comparable only within a scope: the kernel shifts the start times that it shows by the time namespace of
 * whoever reads them. Without /proc, scope and start time are 0, and nothing can be proven.
 *
 * /proc itself may show another PID namespace than that of this process: a container without a /proc of its own has that of its host. There,
 * the number of a process names a stranger. That the process is gone is then proven by the kernel only.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { hasCode } from "../../failure";

/** Whether the process that owns a file is alive. */
export type Life = "alive" | "dead" | "unknown";

/** A pattern for an owner, to embed in other expressions. */
export const OWNER_PATTERN = "[0-9a-f]+-[0-9]+-[0-9]+";

const UNKNOWN = "0";

/** Hex digits of the boot id that a scope begins with. */
const BOOT_LENGTH = 12;

/** The states of a process that will never run again: zombie, and dead. */
const ENDED_STATES = ["Z", "X"];

/** This process as an owner. */
export function currentOwner(): string {
	return [scope(), process.pid, processStat("self")?.start ?? UNKNOWN].join("-");
}

/** The number of the process that an owner names. */
export function processOf(owner: string): number {
	return Number(owner.split("-")[1]);
}

/** Whether the process of an owner still runs. "unknown" outside its scope, or without /proc. */
export function lifeOf(owner: string): Life {
	const [ownerScope, , start] = owner.split("-");
	if (ownerScope === UNKNOWN || start === UNKNOWN || ownerScope !== scope()) return "unknown";
	if (!processExists(processOf(owner))) return "dead";
	const stat = isOwnProc() ? processStat(processOf(owner)) : undefined;
	if (stat === undefined) return "unknown";
	return stat.start === start && !ENDED_STATES.includes(stat.state) ? "alive" : "dead";
}

function scope(): string {
	try {
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
		const namespaces = readlinkSync("/proc/self/ns/pid") + timeNamespace();
		return boot.replaceAll("-", "").slice(0, BOOT_LENGTH) + namespaces.replaceAll(/[^0-9]/g, "");
	} catch {
		return UNKNOWN;
	}
}

/** Empty on Linux before 5.6, which has no time namespaces. Throws the system's error. */
function timeNamespace(): string {
	try {
		return readlinkSync("/proc/self/ns/time");
	} catch (error) {
		if (hasCode(error, "ENOENT")) return "";
		throw error;
	}
}

/**
 * Whether /proc shows the PID namespace of this process. NSpid has the number of the process in the namespace that is shown, and in each
 * one below it, down to its own. Linux before 4.1 has no NSpid.
 */
function isOwnProc(): boolean {
	try {
		const [, numbers] = /^NSpid:\s*(.*)$/m.exec(readFileSync("/proc/self/status", "latin1")) ?? [];
		return (numbers ?? readlinkSync("/proc/self")) === String(process.pid);
	} catch {
		return false;
	}
}

/** Asks the kernel, not /proc, which may hide the processes of other users (mount option hidepid). */
function processExists(number: number): boolean {
	try {
		process.kill(number, 0);
		return true;
	} catch (error) {
		return !hasCode(error, "ESRCH");
	}
}

/** State and start time, fields 3 and 22 of proc_pid_stat(5). The name before them may contain spaces and parentheses. */
function processStat(number: number | "self"): { state: string; start: string } | undefined {
	try {
		const text = readFileSync(`/proc/${number}/stat`, "utf8");
		const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
		return { state: fields[0] as string, start: fields[19] as string };
	} catch {
		return undefined;
	}
}
