/** The files of a lock, and what becomes of locks of others. */
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { currentOwner } from "../../src/files/output/owner";
import { Lock, LockFailure } from "../../src/job/lock";
import {
	ageOf,
	createGuard,
	createLock,
	guardOf,
	holderName,
	LOCK_NAME,
	lockPathOf,
	readHolder,
	textOf,
} from "../../src/job/lock-file";
import { until, useFolder } from "../cli/command";
import { refusalOf } from "../cli/refusals";

const { path } = useFolder();
const TOKEN = "0123456789abcdef";

let folders = 0;
function newFolder(): string {
	const folder = path(`folder-${++folders}`);
	mkdirSync(folder);
	return folder;
}

it("has a name that depends on that of the file alone", async () => {
	const [one, other, elsewhere] = [await lockPathOf("/a/set"), await lockPathOf("/a/sets"), await lockPathOf("/b/set")];
	expect([one, basename(elsewhere), other === one]).toEqual(["/a/.urlsieve-6ee0eb490ff83210.lock", basename(one), false]);
	expect([one, other].map((name) => LOCK_NAME.test(basename(name)))).toEqual([true, true]);
	expect(
		[`${basename(one)}.${TOKEN}`, "x.urlsieve-6ee0eb490ff83210.lock", ".urlsieve-6ee.lock"].some((name) => LOCK_NAME.test(name)),
	).toBe(false);
	expect([guardOf("/a/l", TOKEN), guardOf("/a/l", undefined)]).toEqual([`/a/l.${TOKEN}`, "/a/l.torn"]);
});

it("says who holds it", () => {
	const [scope] = currentOwner().split("-");
	expect(textOf(TOKEN, 42)).toBe(`${TOKEN} ${currentOwner()} 00000042\n`);
	expect(holderName({ text: "", token: undefined, owner: undefined })).toBe("another run");
	expect(holderName({ text: "", token: TOKEN, owner: currentOwner() })).toBe(`process ${process.pid}`);
	expect(holderName({ text: "", token: TOKEN, owner: `${scope}-4194304-1` })).toBe("process 4194304 elsewhere");
});

it("is created once, whole, and leaves no other file", () => {
	const folder = newFolder();
	const lock = join(folder, "lock");
	expect([createLock(lock, TOKEN), createLock(lock, TOKEN), readdirSync(folder)]).toEqual([true, false, ["lock"]]);
	expect(readHolder(lock)).toEqual({ text: textOf(TOKEN, 0), token: TOKEN, owner: currentOwner() });
	expect(readHolder(join(folder, "none"))).toBeUndefined();
	writeFileSync(lock, `${TOKEN} x`);
	expect(readHolder(lock)).toEqual({ text: `${TOKEN} x`, token: undefined, owner: undefined });
	utimesSync(lock, 1, 1);
	expect(ageOf(lock)).toBeGreaterThan(1e12);
	expect(ageOf(join(folder, "none"))).toBeLessThan(1e12);
});

it("cannot be created where there is no directory", async () => {
	const missing = join(path("none"), "lock");
	expect(() => createLock(missing, TOKEN)).toThrow(expect.objectContaining({ code: "ENOENT" }));
	expect(await refusalOf(() => createGuard(missing))).toEqual([3, `cannot write ${missing}: the directory does not exist`]);
	const guard = join(newFolder(), "guard");
	expect([createGuard(guard), createGuard(guard), readHolder(guard)?.owner]).toEqual([true, false, currentOwner()]);
	const acquiring = () => Lock.acquire(join(path("none"), "set"), "NAME", { waits: false, say() {} });
	expect(await refusalOf(acquiring)).toEqual([3, "cannot write the lock beside NAME: the directory does not exist"]);
});

const acquire = (file: string, waits: boolean, said: string[] = []) =>
	Lock.acquire(file, "NAME", { waits, say: (sentence) => said.push(sentence), leavesSignals: true });

it("is waited for, with one sentence, or refused at once", async () => {
	const folder = newFolder();
	const file = join(folder, "set");
	const held = await acquire(file, true);
	const reason = `process ${process.pid} is using it`;
	const refused = await acquire(file, false).catch((error) => error);
	expect(refused).toBeInstanceOf(LockFailure);
	expect(refused).toMatchObject({
		...{ status: 3, message: `cannot lock NAME (seen-locked): ${reason}; wait for it, or run without --no-wait` },
		sentence: `Cannot lock NAME: ${reason}; close it there first.`,
	});
	const said: string[] = [];
	const waiting = acquire(file, true, said);
	await until(() => said.length > 0);
	// It looks again a few times.
	await setTimeout(500);
	expect(said).toEqual([`NAME is in use by process ${process.pid}; waiting for it to end (--no-wait fails instead)`]);
	let isCommitted = false;
	held.verify();
	held.release(() => {
		isCommitted = true;
	});
	const next = await waiting;
	expect([isCommitted, said.length]).toEqual([true, 1]);
	next.abandon();
	expect(readdirSync(folder)).toEqual([]);
});

it("is gone if the commit fails, and says so if another run has taken it over", async () => {
	const folder = newFolder();
	const file = join(folder, "set");
	const error = new Error("x");
	const failing = await acquire(file, false);
	expect(() =>
		failing.release(() => {
			throw error;
		}),
	).toThrow(error);
	expect(readdirSync(folder)).toEqual([]);
	const lost = await acquire(file, false);
	const lock = await lockPathOf(file);
	writeFileSync(lock, textOf(TOKEN, 0));
	const sentence = "cannot lock NAME (seen-locked): another run took it over while this one was suspended; repeat this run";
	expect(await refusalOf(() => lost.verify())).toEqual([3, sentence]);
	expect(await refusalOf(() => lost.release(() => {}))).toEqual([3, sentence]);
	expect([readFileSync(lock, "utf8"), readdirSync(folder)]).toEqual([textOf(TOKEN, 0), [basename(lock)]]);
});

it("removes locks of dead runs in its directory, and no others", async () => {
	const folder = newFolder();
	const [scope] = currentOwner().split("-");
	const leave = (digit: string, owner: string) => {
		const lock = join(folder, `.urlsieve-${digit.repeat(16)}.lock`);
		writeFileSync(lock, `${TOKEN} ${owner} 00000000\n`);
		utimesSync(lock, 1, 1);
		return lock;
	};
	const [dead, elsewhere, alive] = [leave("1", `${scope}-4194304-1`), leave("2", "abcdef-1-1"), leave("3", currentOwner())];
	const lock = await acquire(join(folder, "set"), false);
	expect([existsSync(dead), existsSync(elsewhere), existsSync(alive)]).toEqual([false, true, true]);
	lock.abandon();
});
