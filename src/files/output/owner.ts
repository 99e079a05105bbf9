/**
 * Identifies the process that owns a file, precisely enough to prove that it is dead.
 *
 * A process number alone proves nothing: numbers are reused, and the first process of every container is 1. An owner is
 * therefore written as
 *
 * ```
 *   9f2c1b7d03aa4026531836-4711-8827361
 *   |           |          |    +-------- start time of the process, in clock ticks since the boot
 *   |           |          +------------- process number
 *   +-----------+------------------------ scope: start of the boot id, number of the PID namespace
 * ```
 *
 * Numbers and start times are comparable only within a scope. Without /proc, scope and start time are 0, and nothing can be
 * proven.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { hasCode } from "../../failure";

/** What is known about the process that owns a file. */
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
	const stat = processStat(processOf(owner));
	if (stat === undefined) return "unknown";
	return stat.start === start && !ENDED_STATES.includes(stat.state) ? "alive" : "dead";
}

function scope(): string {
	try {
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
		const namespace = readlinkSync("/proc/self/ns/pid");
		return boot.replaceAll("-", "").slice(0, BOOT_LENGTH) + namespace.replaceAll(/[^0-9]/g, "");
	} catch {
		return UNKNOWN;
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
