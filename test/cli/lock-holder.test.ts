/** A lock is taken, kept, taken over and released, in this process. */
import { readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Failure } from "../../src/failure";
import { currentOwner } from "../../src/files/output/owner";
import { Lock } from "../../src/job/lock";
import { setProgram } from "../../src/threads/start";
import { IS_LONG } from "../support/extent";
import { CLI, until, useFolder } from "./command";
import { lockFolders } from "./lock-folders";

const { path } = useFolder();
const newFolder = lockFolders(path);

describe("Lock", () => {
	const ELSEWHERE = "abcdef-1-1";
	const options = { waits: true, say: () => {}, maxSilence: 300 };

	/** A folder with a lock, and guards, left by another run. */
	function leave(name: string, text: string, ...guards: string[]) {
		const folder = newFolder(name);
		const lock = folder.file(".urlsieve-6ee0eb490ff83210.lock");
		writeFileSync(lock, text);
		for (const guard of guards) writeFileSync(`${lock}.${guard}`, `${"9".repeat(16)} ${ELSEWHERE} 00000000\n`);
		return { ...folder, lock };
	}
	const acquire = (file: string, more = {}) => Lock.acquire(file, "set", { ...options, ...more });
	const TOKEN = "1".repeat(16);

	it.concurrent.each([
		["whose holder is unknown to the system", `${TOKEN} ${ELSEWHERE} 00000042\n`, []],
		["that is torn", `${TOKEN} abc`, []],
		["that is empty", "", []],
		["with a guard that was left behind", `${TOKEN} ${ELSEWHERE} 00000042\n`, [TOKEN]],
		["with a guard of a guard", `${TOKEN} ${ELSEWHERE} 00000042\n`, [TOKEN, `${TOKEN}.${"9".repeat(16)}`]],
		["that is torn, with a guard", "", ["torn"]],
	])("takes over a silent lock %s", async (what, text, guards) => {
		const { file, names, lock } = leave(what, text, ...guards);
		const taken = await acquire(file("set"));
		expect(readFileSync(lock, "utf8")).toContain(currentOwner());
		taken.release(() => {});
		expect(names()).toEqual([]);
	});

	it.concurrent("waits while the beat advances", async () => {
		const { file, lock } = leave("beats", `${TOKEN} ${ELSEWHERE} 00000000\n`);
		let beats = 0;
		const timer = setInterval(() => writeFileSync(lock, `${TOKEN} ${ELSEWHERE} ${String(++beats).padStart(8, "0")}\n`), 50);
		let isTaken = false;
		const taking = acquire(file("set")).then((taken) => {
			isTaken = true;
			return taken;
		});
		await until(() => beats > 20);
		expect(isTaken).toBe(false);
		clearInterval(timer);
		(await taking).abandon();
	});

	it.concurrent("begins to beat late in a run that is never blocked", async () => {
		const { file, lockText } = newFolder("late-beat");
		const lock = await acquire(file("set"), { neverBlocks: true });
		const first = lockText();
		await until(() => lockText() !== first);
		expect(lockText()).toMatch(/ 00000001\n$/);
		lock.release(() => {});
	});

	it("begins to beat before the main thread works for long without a pause, or has done so", async () => {
		const { file } = newFolder("announced");
		setProgram(() => CLI);
		let started = 0;
		const count = () => ++started;
		process.on("worker", count);
		const lock = await acquire(file("set"), { neverBlocks: true });
		const startedAfter = async (octets: number) => {
			lock.announce(octets);
			await setImmediate();
			return started;
		};
		expect([await startedAfter(2 ** 25), await startedAfter(2 ** 25), await startedAfter(1), await startedAfter(1)]).toEqual([
			0, 0, 1, 1,
		]);
		lock.release(() => {});
		expect(await startedAfter(2 ** 30)).toBe(1);
		if (IS_LONG) {
			const slow = await acquire(file("set"), { neverBlocks: true });
			for (const end = performance.now() + 1100; performance.now() < end; );
			slow.announce(1);
			slow.release(() => {});
			await setImmediate();
			expect(started).toBe(2);
		}
		process.off("worker", count);
	});

	it("decides by the age of the last beat under --no-wait", async () => {
		const { file, lock } = leave("age", `${TOKEN} ${ELSEWHERE} 00000000\n`);
		const decide = { waits: false, maxSilence: 3_600_000 };
		await expect(acquire(file("set"), decide)).rejects.toThrow(Failure);
		const [hour, now] = [3600, Date.now() / 1000];
		utimesSync(lock, now - 3 * hour, now - 3 * hour);
		(await acquire(file("set"), decide)).abandon();
	});

	it("never removes the lock of a live process, however long it is silent", async () => {
		const { file, lock } = leave("alive", `${TOKEN} ${currentOwner()} 00000000\n`);
		utimesSync(lock, 1, 1);
		await expect(acquire(file("set"), { waits: false, maxSilence: 0 })).rejects.toThrow(/seen-locked/);
		rmSync(lock);
	});

	it("is released after a commit that fails", async () => {
		const { file, names } = newFolder("fails");
		const taken = await acquire(file("set"));
		const commit = () => {
			throw new Error("no");
		};
		expect(() => taken.release(commit)).toThrow("no");
		expect(names()).toEqual([]);
	});
});
