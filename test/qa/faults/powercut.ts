/** Every state that a power failure may leave of a run, judged like a failed run, and the run repeated on it. */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Totals } from "./calls";
import { contentOf, Disk, Inode, KEEPS, type Keep, type Names } from "./disk";
import { faultsOf, isDelivered, isOwn, repetitionFaults } from "./judge";
import type { Runner } from "./runner";
import type { Stage } from "./stage";
import { type Call, readTrace } from "./trace";
import type { Way } from "./ways";

/** A folder after a power failure: octets, the target of a link, or a folder, by absolute path. */
type Image = ReadonlyMap<string, Buffer | string | undefined>;

interface Failure {
	readonly image: Image;
	/** The story of the image, for people. */
	readonly story: string;
	/** Number of calls before it. */
	readonly calls: number;
}

/** Seconds after which an untouched lock is dead, even without the name of its holder. */
const LONG_AGO = 3600;

/** The folders of the stage, as the start of a simulated disk. */
function diskOf(stage: Stage): Disk {
	const names = new Map<string, Inode>();
	const numbers = new Map<string, Inode>();
	const add = (path: string, inode: Inode) => {
		names.set(path, inode);
		numbers.set(String(lstatSync(path).ino), inode);
	};
	for (const folder of [stage.root, stage.work, stage.temporary]) add(folder, new Inode("folder"));
	for (const [name, octets] of stage.get()) {
		const path = name.startsWith("/") ? name : stage.path(name);
		for (let at = dirname(path); !names.has(at); at = dirname(at)) add(at, new Inode("folder"));
		add(path, new Inode("file"));
		(names.get(path) as Inode).synced = octets;
	}
	return new Disk(names, numbers);
}

/** All images that the calls of a trace may leave, each once for a result of `promised` for the calls before it. */
function* failuresOf(disk: Disk, calls: readonly Call[], promised: (at: number) => number): Generator<Failure> {
	const known = new Set<string>();
	for (let at = 0; at <= calls.length; ++at) {
		for (const { image, story } of imagesOf(disk)) {
			const hash = `${promised(at)} ${hashOf(image)}`;
			if (known.has(hash)) continue;
			known.add(hash);
			yield { image, story: `after call ${at} (${calls[at - 1]?.kind ?? "none"}), ${story}`, calls: at };
		}
		if (at < calls.length) disk.apply(calls[at] as Call);
	}
}

function* imagesOf(disk: Disk): Generator<{ image: Image; story: string }> {
	for (const [back, names] of [...disk.versions].reverse().entries()) {
		const where = `${back} changes of names lost`;
		for (const [title, keep] of Object.entries(KEEPS)) {
			yield { image: imageOf(names, () => keep), story: `${where}, of each file ${title}` };
		}
		const pending = [...names].filter(([, inode]) => inode.changes.length > 0);
		if (pending.length < 2) continue;
		for (const [path, lost] of pending)
			yield {
				image: imageOf(names, (inode) => KEEPS[inode === lost ? "none" : "all"] as Keep),
				story: `${where}, ${path} lost alone`,
			};
	}
}

function imageOf(names: Names, keepOf: (inode: Inode) => Keep): Image {
	const stateOf = (inode: Inode) => {
		if (inode.kind === "link") return inode.target;
		return inode.kind === "folder" ? undefined : contentOf(inode, keepOf(inode));
	};
	return new Map([...names].map(([path, inode]) => [path, stateOf(inode)]));
}

function hashOf(image: Image): string {
	const hash = createHash("sha256");
	for (const path of [...image.keys()].sort()) {
		const value = image.get(path);
		hash.update(`${path} ${typeof value} ${value?.length}\n`).update(value ?? "");
	}
	return hash.digest("base64");
}

/** Makes the folders of the stage an image. */
function restore(stage: Stage, image: Image): void {
	stage.set(new Map());
	for (const path of [...image.keys()].sort()) {
		const value = image.get(path);
		if (path === stage.root) continue;
		if (value === undefined) mkdirSync(path, { recursive: true });
		else if (typeof value === "string") symlinkSync(value, path);
		else writeFileSync(path, value);
		const longAgo = Date.now() / 1000 - LONG_AGO;
		if (path.includes(".lock") && typeof value === "object") utimesSync(path, longAgo, longAgo);
	}
}

/** Cuts the power in every way while a way runs. */
export function tryPowerCuts(runner: Runner, way: Way, every: number, totals: Totals, tell: (row: string) => void): void {
	const setup = runner.prepare(way);
	const { stage } = runner;
	stage.set(setup.before);
	const disk = diskOf(stage);
	const log = join(stage.root, "trace");
	rmSync(log, { force: true });
	const { status } = runner.runAlone(setup.args, way.input, undefined, log);
	if (status !== 0) throw new Error(`${way.name} fails without a power cut`);
	// After a power failure, a lock does not say whether its holder lives: without waiting, its age decides.
	const args = way.set === undefined ? setup.args : [...setup.args, "--no-wait"];
	const calls = readTrace(readFileSync(log));
	const hasEnded = (at: number) => (at === calls.length ? 1 : 0);
	let number = 0;
	for (const { image, story, calls: at } of failuresOf(disk, calls, hasEnded)) {
		if (number++ % every !== 0 && at < calls.length) continue;
		restore(stage, image);
		const left = { status: 3, stderr: "urlsieve\n", files: stage.get() };
		const faults = faultsOf(setup, left, isOwn);
		totals.runs += 1;
		totals.checks += 1;
		const isDone = isDelivered(setup, left);
		const isLost = way.set !== undefined && setup.setAge(left.files.get(way.set)) === "old";
		if (isLost && at === calls.length) faults.push("lost after the end of the run");
		if (!isDone) {
			totals.checks += 1;
			// Nobody can prove the owner of temporary files of an earlier boot: they are removed after a day.
			faults.push(...repetitionFaults(setup, runner.run(args, way.input), isOwn));
		}
		for (const text of faults) tell(JSON.stringify([way.name, story, text]));
		totals.failures += faults.length;
	}
}
