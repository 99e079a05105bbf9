/**
 * The folder for temporary files of the tests: in memory, if the system has room there. On a disk, each of their many syncs waits.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";

/** Octets that must be free, of the file system and of memory. The tests hold 300 MB at a time in the short form. */
const MIN_FREE = 4 * 2 ** 30;

/** Makes the folder and returns its path. Returns undefined if the system has no room in memory. */
export function makeScratch() {
	let folder;
	try {
		const { bavail, bsize } = statfsSync(MEMORY);
		if (Math.min(bavail * bsize, process.availableMemory?.() ?? 0) < MIN_FREE) return undefined;
		folder = mkdtempSync(join(MEMORY, "urlsieve-tests-"));
		// Some tests run as another user.
		chmodSync(folder, 0o755);
		if (runsPrograms(folder)) return folder;
	} catch {
		// There is no such file system, or it cannot be written.
	}
	removeScratch(folder);
	return undefined;
}

export function removeScratch(folder) {
	if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Whether programs in the folder can be run. Containers often forbid that, and packages with native code are installed there. */
function runsPrograms(folder) {
	const program = join(folder, "program");
	writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
	const { status } = spawnSync(program);
	rmSync(program);
	return status === 0;
}
