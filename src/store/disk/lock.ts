/**
 * A file lock that works across processes, containers and hosts, and soon expires after its holder dies.
 *
 * The lock is a file next to the locked one. It names its holder and contains a beat, which the holder advances:
 *
 * ```
 *   .urlsieve-HASH.lock          TOKEN OWNER BEAT         created exclusively; TOKEN is random
 *   .urlsieve-HASH.lock.TOKEN    TOKEN OWNER BEAT         guard: its creator may remove the lock with that token
 * ```
 *
 * A holder is dead if the system says so (owner.ts) or, if the system does not know, once the beat stops. Two runs may find the
 * same lock dead at the same time. The second must not remove the lock that the first has created since. A lock is therefore
 * removed only under the guard of its token, after reading it again. A guard is itself a lock: if its creator died, it is
 * removed in the same way, under a guard of its own.
 *
 * The holder commits under its own guard, so that nobody can take the lock over meanwhile.
 */
import { existsSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { EXIT, Failure, ioFailure } from "../../failure";
import { began, finished, type Unfinished } from "../../files/output/interrupts";
import { lifeOf } from "../../files/output/owner";
import { namesIn, randomToken, removeIfPossible, sweep } from "../../files/output/temporary";
import { Heartbeat } from "../../threads/heartbeat";
import {
	ageOf,
	createGuard,
	createLock,
	guardOf,
	type Holder,
	holderName,
	LOCK_NAME,
	lockPathOf,
	readHolder,
	textOf,
} from "./lock-file";

/** Milliseconds between checks of another run's lock. */
const POLL_INTERVAL = 200;

/** Milliseconds without a beat after which a holder counts as dead if the system does not know: six beats. */
export const MAX_SILENCE = 30_000;

export interface LockOptions {
	/** Whether to wait for another run to end. */
	readonly waits: boolean;
	/** Prints one sentence. */
	readonly say: (sentence: string) => void;
	/** Milliseconds. Default: MAX_SILENCE. */
	readonly maxSilence?: number;
	/**
	 * Called before the lock is taken over from a holder that is silent, but not provably dead. It may wake up, and must not write to what
	 * the next holder uses.
	 */
	readonly onSilence?: () => void;
	/** Whether the main thread never waits for other programs, and announces long work. The thread that beats then starts late: see Heartbeat. */
	readonly neverBlocks?: boolean;
	/** Whether signals are left to the program. The next holder then removes the lock. */
	readonly leavesSignals?: boolean;
}

/** Another run holds the lock, or has taken it over. */
export class LockFailure extends Failure {
	/** The sentence for programs, which have no options of the command line. */
	readonly sentence: string;

	/** `reason` is for both, `advice` for the command line, and `next` for programs. */
	constructor(name: string, reason: string, advice: string, next: string) {
		super(EXIT.IO, `cannot lock ${name} (seen-locked): ${reason}; ${advice}`);
		this.sentence = `Cannot lock ${name}: ${reason}; ${next}.`;
	}
}

export class Lock implements Unfinished {
	readonly #path: string;
	/** The name of the locked file, for messages. */
	readonly #name: string;
	readonly #token = randomToken();
	readonly #maxSilence: number;
	readonly #onSilence: (() => void) | undefined;
	readonly #say: (sentence: string) => void;
	/** The last content of each foreign lock, and since when. */
	readonly #watched = new Map<string, { text: string; since: number }>();
	#heartbeat: Heartbeat | undefined;

	private constructor(path: string, name: string, { say, maxSilence = MAX_SILENCE, onSilence }: LockOptions) {
		this.#path = path;
		this.#name = name;
		this.#say = say;
		this.#maxSilence = maxSilence;
		this.#onSilence = onSilence;
	}

	/** Locks `file`, which messages call `name`. Throws Failure, without `waits` also if another run holds the lock. */
	static async acquire(file: string, name: string, options: LockOptions): Promise<Lock> {
		const { waits, say } = options;
		sweep(dirname(file));
		const lock = new Lock(await lockPathOf(file), name, options);
		for (let hasToldUser = false; !lock.#create(); ) {
			const holder = readHolder(lock.#path);
			if (holder === undefined || lock.#removeIfDead(lock.#path, holder, !waits)) continue;
			if (!waits) throw lock.#isUsedBy(holder);
			if (!hasToldUser) say(`${name} is in use by ${holderName(holder)}; waiting for it to end (--no-wait fails instead)`);
			hasToldUser = true;
			await setTimeout(POLL_INTERVAL);
		}
		try {
			lock.#begin(options);
		} catch (error) {
			lock.abandon();
			throw ioFailure("write", `the lock beside ${name}`, error);
		}
		lock.#removeOthers();
		return lock;
	}

	/**
	 * Throws Failure if another run has taken the lock over, or is about to. What has been written before is then seen by that run: it reads
	 * the file after its guard exists.
	 */
	verify(): void {
		const isHeld = readHolder(this.#path)?.token === this.#token && !existsSync(guardOf(this.#path, this.#token));
		if (!isHeld) throw this.#lost();
	}

	/** Called before the main thread reads or writes this number of octets without a pause. */
	announce(octets: number): void {
		this.#heartbeat?.announce(octets);
	}

	/**
	 * Runs `commit` while nobody else can remove the lock, then removes it. Throws Failure if another run has taken it over, or what
	 * `commit` throws. After `commit`, the run is done: a lock that cannot be removed is only named.
	 */
	release(commit: () => void): void {
		let error: Failure | undefined;
		try {
			error = this.#release(commit);
		} catch (failure) {
			this.abandon();
			throw failure;
		}
		const remains = error !== undefined && !this.#tryAbandon();
		if (remains) this.#say(`the run is complete, but its lock remains (${error?.message}); the next run removes it`);
	}

	/** The same. Returns the failure to remove the lock. */
	#release(commit: () => void): Failure | undefined {
		this.#heartbeat?.stop();
		finished(this);
		const guard = guardOf(this.#path, this.#token);
		if (!createGuard(guard)) throw this.#lost();
		try {
			if (readHolder(this.#path)?.token !== this.#token) throw this.#lost();
			commit();
		} catch (error) {
			this.#remove(guard);
			throw error;
		}
		return this.#remove(guard);
	}

	/** Removes the lock, if it is still that of this run, and its guard. Returns the failure. */
	#remove(guard: string): Failure | undefined {
		try {
			if (readHolder(this.#path)?.token === this.#token) removeIfPossible(this.#path);
			return undefined;
		} catch (error) {
			return error as Failure;
		} finally {
			removeIfPossible(guard);
		}
	}

	/** A failure that passes, such as too many open files, does not leave the lock: a second attempt removes it. */
	abandon(): void {
		if (!this.#tryAbandon()) this.#tryAbandon();
	}

	/** Removes the lock. Returns false if that fails, or if another run has taken it over. */
	#tryAbandon(): boolean {
		try {
			return this.#release(() => {}) === undefined;
		} catch {
			return false;
		}
	}

	/** Starts the heartbeat. Removes the guards of others, which are void: the lock with their token is gone. */
	#begin({ leavesSignals = false, neverBlocks }: LockOptions): void {
		const prefix = `${basename(this.#path)}.`;
		const folder = dirname(this.#path);
		for (const name of namesIn(folder)) if (name.startsWith(prefix)) removeIfPossible(join(folder, name));
		if (!leavesSignals) began(this);
		this.#heartbeat = new Heartbeat(this.#path, textOf(this.#token, 0), neverBlocks);
	}

	/** Removes the locks of other sets in the directory whose runs were killed. Ignores failures: such a lock is harmless. */
	#removeOthers(): void {
		const folder = dirname(this.#path);
		for (const name of namesIn(folder)) {
			if (!LOCK_NAME.test(name) || name === basename(this.#path)) continue;
			try {
				const [path, holder] = [join(folder, name), readHolder(join(folder, name))];
				if (holder?.owner !== undefined && lifeOf(holder.owner) === "dead") this.#removeIfDead(path, holder, true);
			} catch {
				// It belongs to another user.
			}
		}
	}

	#create(): boolean {
		try {
			return createLock(this.#path, this.#token);
		} catch (error) {
			throw ioFailure("write", `the lock beside ${this.#name}`, error);
		}
	}

	/** Removes a lock whose holder is dead, or a dead guard that prevents it. Returns whether to try again at once. */
	#removeIfDead(path: string, holder: Holder, isLastChance: boolean): boolean {
		if (!this.#isDead(path, holder, isLastChance)) return false;
		const guard = guardOf(path, holder.token);
		if (!createGuard(guard)) {
			const other = readHolder(guard);
			return other === undefined || this.#removeIfDead(guard, other, isLastChance);
		}
		const isSame = readHolder(path)?.text === holder.text;
		const isSilent = path === this.#path && (holder.owner === undefined || lifeOf(holder.owner) !== "dead");
		if (isSame && isSilent) this.#onSilence?.();
		if (isSame) rmSync(path);
		rmSync(guard, { force: true });
		return isSame;
	}

	/** With `isLastChance`, there is no time to watch the beat, so its age decides. */
	#isDead(path: string, { text, owner }: Holder, isLastChance: boolean): boolean {
		const life = owner === undefined ? "unknown" : lifeOf(owner);
		if (life !== "unknown") return life === "dead";
		if (isLastChance) return ageOf(path) > 2 * this.#maxSilence;
		const watched = this.#watched.get(path);
		if (watched?.text === text) return performance.now() - watched.since > this.#maxSilence;
		this.#watched.set(path, { text, since: performance.now() });
		return false;
	}

	#isUsedBy(holder: Holder): Failure {
		const reason = `${holderName(holder)} is using it`;
		return new LockFailure(this.#name, reason, "wait for it, or run without --no-wait", "close it there first");
	}

	#lost(): Failure {
		const reason = "another run took it over while this one was suspended";
		return new LockFailure(this.#name, reason, "repeat this run", "open it again");
	}
}
