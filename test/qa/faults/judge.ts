/** Judges what a run leaves behind: each file old or new, no set that is ahead of an output, no other file, one sentence. */
import type { Files } from "./stage";
import type { Way } from "./ways";

/** The files that a way starts from, and those after an undisturbed run. */
export interface Setup {
	readonly way: Way;
	readonly args: string[];
	readonly before: Files;
	readonly after: Files;
	/** Whether a set has the references known before, all those known after, or others. */
	readonly setAge: (octets: Buffer | undefined) => Age;
}

export type Age = "old" | "new" | "both" | "torn";

/** The end of a run. */
export interface Result {
	readonly status: number | null;
	readonly stderr: string;
	readonly files: Files;
}

/** Statuses that docs/reference/command-line.md gives to a failure of the system. */
const [DONE, IO] = [0, 3];

/** Names of files that the next run removes, if this one could not. */
const OWN = /(?:^|\/)\.urlsieve-/;
/** The directory of files that are replaced together: their names may be links through it, which the next run makes files again. */
const SET = /(?:^|\/)\.urlsieve-set\//;

export function isOwn(name: string): boolean {
	return OWN.test(name);
}

export function isOfSet(name: string): boolean {
	return SET.test(name);
}

/** Whether this is the link in that directory through which names show their files. */
export function isLinkOfSet(name: string): boolean {
	return isOfSet(name) && name.endsWith("/now");
}

const nothing = () => false;

/** Returns the faults of a run, in a few words each. `mayLeave` decides which files may be left behind. */
export function faultsOf(setup: Setup, result: Result, mayLeave: (name: string) => boolean = nothing): string[] {
	return [...sentenceFaults(result), ...fileFaults(setup, result, mayLeave)];
}

function sentenceFaults({ status, stderr }: Result): string[] {
	if (status !== DONE && status !== IO) return [`ends with status ${status}: ${stderr.slice(0, 200)}`];
	const lines = stderr.split("\n").slice(0, -1);
	if (lines.some((line) => !line.startsWith("urlsieve"))) return [`does not say it in one sentence: ${stderr.slice(0, 300)}`];
	return status === IO && lines.length !== 1 ? [`says ${lines.length} sentences: ${stderr.slice(0, 300)}`] : [];
}

function fileFaults(setup: Setup, { status, files }: Result, mayLeave: (name: string) => boolean): string[] {
	const { way, before, after, setAge } = setup;
	const ages = new Map(way.outputs.map((name) => [name, ageOf(files.get(name), before.get(name), after.get(name))]));
	const set = way.set === undefined ? "both" : setAge(files.get(way.set));
	const faults = [...ages].filter(([, age]) => age === "torn").map(([name]) => `${name} is torn`);
	if (set === "torn") faults.push("the set knows a part");
	const isBehind = [...ages.values()].some((age) => age === "old");
	if (set === "new" && isBehind) faults.push("the set is new beside an old output");
	if (status === DONE && (isBehind || set === "old")) faults.push("ends with status 0 and an old file");
	const together = new Set(way.together?.map((name) => ages.get(name)).filter((age) => age !== "both"));
	if (together.size > 1) faults.push("files that belong together are old and new");
	return [...faults, ...otherFaults(setup, files, mayLeave)];
}

/** Whether a run has nothing left to do: its set is new, and thus all outputs, or a folder that must be new is complete. */
export function isDelivered({ way, setAge, after }: Setup, { files }: Result): boolean {
	if (way.set !== undefined) return setAge(files.get(way.set)) === "new";
	return way.isNew === true && way.outputs.every((name) => isSame(files.get(name), after.get(name)));
}

/** Changed inputs, and files that nobody requested. */
function otherFaults({ way, before, after }: Setup, files: Files, mayLeave: (name: string) => boolean): string[] {
	const own = new Set([...way.outputs, way.set]);
	const changed = [...before].filter(([name, octets]) => !own.has(name) && files.get(name)?.equals(octets) !== true);
	const left = [...files.keys()].filter((name) => !before.has(name) && !after.has(name) && !mayLeave(name));
	return [...changed.map(([name]) => `${name} has changed`), ...left.map((name) => `left behind: ${name}`)];
}

function ageOf(now: Buffer | undefined, old: Buffer | undefined, complete: Buffer | undefined): Age {
	const [isOld, isNew] = [isSame(now, old), isSame(now, complete)];
	if (isOld && isNew) return "both";
	return isOld ? "old" : isNew ? "new" : "torn";
}

function isSame(a: Buffer | undefined, b: Buffer | undefined): boolean {
	return a === undefined || b === undefined ? a === b : a.equals(b);
}

/** Returns the faults of the repetition of a failed run: it must equal an undisturbed run. */
export function repetitionFaults(setup: Setup, result: Result, mayLeave: (name: string) => boolean = nothing): string[] {
	if (result.status !== DONE) return [`fails when it is repeated: ${result.stderr.slice(0, 300)}`];
	return faultsOf(setup, result, mayLeave).map((fault) => `when repeated: ${fault}`);
}
