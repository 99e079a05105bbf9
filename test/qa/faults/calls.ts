/** Every call of every way fails once, in every manner; after each, the files left behind are judged and the run is repeated. */
import { faultsOf, isDelivered, isLinkOfSet, isOfSet, isOwn, repetitionFaults } from "./judge";
import type { Run, Runner } from "./runner";
import { type Fault, KINDS, type Kind } from "./shim";
import type { Way } from "./ways";

type Prepared = ReturnType<Runner["prepare"]>;
type Manner = Pick<Fault, "mode" | "code">;

const ERRORS: readonly Manner[] = (["EIO", "ENOSPC", "EDQUOT", "EMFILE", "EINTR"] as const).map((code) => ({
	mode: "once",
	code,
}));
/** A device that has failed, or is full, stays in that state. */
const LASTING: readonly Manner[] = (["EIO", "ENOSPC"] as const).map((code) => ({ mode: "always", code }));
const SHORT: Manner = { mode: "short", code: "EIO" };
const KILL: Manner = { mode: "kill", code: "EIO" };

const MANNERS: { readonly [kind in Kind]?: readonly Manner[] } = { read: [SHORT], write: [SHORT] };

/** The number of the call at which the undisturbed run must have ended, with calls of threads whose number varies. */
const MAX_CALLS = 10_000;

export interface Totals {
	runs: number;
	checks: number;
	failures: number;
}

export interface Extent {
	/** Tries one in this many calls, in one manner each; with 1, all calls in all manners. */
	readonly every: number;
	/** Whether to also kill the process at each call. */
	readonly kills: boolean;
}

/** Tries a way. Failures go to `tell`, a row each. */
export function tryCalls(runner: Runner, way: Way, extent: Extent, totals: Totals, tell: (row: string) => void): void {
	const setup = runner.prepare(way);
	const attempt = (fault: Fault) => tellFaults(runner, setup, fault, totals, tell);
	if (extent.every > 1) {
		for (const fault of someFaults(setup.counts, extent)) attempt(fault);
		return;
	}
	// A run that completes without the fault ends the loop: the number of calls of threads varies.
	for (const kind of KINDS)
		for (const manner of mannersOf(kind, extent)) for (let at = 1; at < MAX_CALLS && attempt({ kind, at, ...manner }); ++at);
}

/** Tries some faults of a way, without the repetition of a run. Returns its failures, a row each. */
export function tryFaults(runner: Runner, setup: Prepared, faults: readonly Fault[]): string[] {
	return faults.flatMap((fault) => {
		const result = runWith(runner, setup, fault);
		return result.fired ? faultsAfter(runner, setup, fault, result).map((text) => rowOf(setup, fault, text)) : [];
	});
}

/** Tries a fault, and a repetition of the run. Returns whether it has struck. */
export function tellFaults(runner: Runner, setup: Prepared, fault: Fault, totals: Totals, tell: (row: string) => void): boolean {
	const faults = tryFault(runner, setup, fault, totals);
	for (const text of faults ?? []) tell(rowOf(setup, fault, text));
	totals.failures += faults?.length ?? 0;
	return faults !== undefined;
}

function rowOf({ way }: Prepared, { kind, at, mode, code }: Fault, text: string): string {
	return JSON.stringify([way.name, kind, at, mode, code, text]);
}

/** One in `every` calls of all kinds, each in one manner: the next one. */
function someFaults(counts: Readonly<Record<Kind, number>>, extent: Extent): Fault[] {
	const calls = KINDS.flatMap((kind) => Array.from({ length: counts[kind] }, (_, index) => ({ kind, at: index + 1 })));
	return calls
		.filter((_, index) => index % extent.every === 0)
		.map(({ kind, at }, index) => {
			const manners = mannersOf(kind, extent);
			return { kind, at, ...(manners[index % manners.length] as Manner) };
		});
}

function mannersOf(kind: Kind, { kills }: Extent): readonly Manner[] {
	return [...ERRORS, ...LASTING, ...(MANNERS[kind] ?? []), ...(kills ? [KILL] : [])];
}

/** Returns the failures after a fault and a repetition of the run, or undefined if that completes without making the call. */
function tryFault(runner: Runner, setup: Prepared, fault: Fault, totals: Totals): string[] | undefined {
	const result = runWith(runner, setup, fault);
	totals.runs += 1;
	totals.checks += 1;
	if (!result.fired) return undefined;
	const faults = faultsAfter(runner, setup, fault, result);
	// A folder that must be new is complete if the sync of its name fails, and a repetition refuses it.
	const isComplete = fault.kind === "sync" && setup.way.isNew === true && isDelivered(setup, result);
	if (result.status === 0 || isComplete) return faults;
	totals.checks += 1;
	if ([...result.files.keys()].some(isOwn)) {
		// Another process removes the files left behind, once this one has ended. A lock without the name of its holder would take it a minute.
		runner.end();
		if (fault.mode === "always") runner.stage.removeOwn();
	}
	return [...faults, ...repetitionFaults(setup, runAs(runner, setup, fault))];
}

/** Runs a way from its start, with a fault. */
function runWith(runner: Runner, setup: Prepared, fault: Fault): Run {
	runner.stage.set(setup.before);
	return runAs(runner, setup, fault, fault);
}

/** The next process removes a file that could not be removed, so such runs have a process of their own, like killed ones. */
function runAs(runner: Runner, { args, way }: Prepared, { kind, mode }: Fault, fault?: Fault): Run {
	return kind === "unlink" || mode === "kill" ? runner.runAlone(args, way.input, fault) : runner.run(args, way.input, fault);
}

/** Returns the failures after a fault that has struck. */
function faultsAfter({ stage }: Runner, setup: Prepared, fault: Fault, result: Run): string[] {
	if (fault.mode === "kill") return faultsOf(setup, { ...result, status: 3, stderr: "urlsieve\n" }, isOwn);
	return faultsOf(setup, result, mayLeave(fault, stage.hasLink(setup.way.outputs), result));
}

/**
 * Returns a predicate for the files that a run may leave behind. A file that cannot be removed stays, and a lock that cannot be read: it may be that of
 * another run. If no rename succeeds any more, names that are links stay links, with their targets. If no sync does, a power failure may
 * bring such links back, as long as they lead somewhere.
 */
function mayLeave({ kind, mode }: Fault, hasLink: boolean, { files }: Run): (name: string) => boolean {
	if (kind === "unlink") return isOwn;
	if (mode !== "always") return () => false;
	if (["open", "read", "stat"].includes(kind)) return isOwn;
	const leavesSet = kind === "rename" ? hasLink : kind === "sync" && [...files.keys()].some(isLinkOfSet);
	return leavesSet ? isOfSet : () => false;
}
