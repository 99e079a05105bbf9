/**
 * Loaded before the command line by `node --import`: traces file system calls and makes some of them fail. All other calls
 * run unchanged. The variable FAULTS contains JSON. A process for many runs calls `armFaults` before each:
 *
 * - `trace`: a file to append a line to per rename, sync or exclusive creation.
 * - `fail`: { call, at, code }: call number `at`, from 1, throws the system error `code`, and with `lasts: true` all later ones. The
 *   call `readFileSync lock` is a reading of a lock.
 * - `kill`: { call, at, signal }: the process receives the signal instead of making call number `at`.
 *   Threads count their own calls. `inThread: true` in `fail` or `kill` spares the main thread.
 * - `exit`: { call, at }: a thread ends instead of making call number `at`. The main thread goes on.
 * - `grow`: { call, at, file }: before call number `at`, `file` gets another line.
 * - `shrink`, `touch`: { call, at, file }: before call number `at`, `file` loses its second half, or gets another first octet.
 * - `replace`: { call, at, file, by }: before call number `at`, the file `by` is renamed to `file`.
 * - `alter`: { call, at, octet }: call number `at` writes one octet of its buffer otherwise.
 * - `spools`: a file to which each write to a temporary file without a name appends the number of its thread.
 * - `threads`: a file to append the task of each thread to that the main thread starts.
 * - `stall`: every other write fails with EAGAIN, the others write 7 octets or a sixteenth, whichever is more.
 * - `days`: number of days by which the clock is ahead.
 * - `elsewhere`: the process seems to run in a container of its own, so that the system does not know whether others are alive.
 * - `free`: the free memory that the machine reports, in octets.
 * - `memory`: the maximum number of pages of a Wasm memory.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { basename } from "node:path";
import workers, { isMainThread, threadId } from "node:worker_threads";

let faults = JSON.parse(process.env.FAULTS ?? "{}");
let counts = {};
const real = { ...fs };

globalThis.armFaults = (next = {}) => {
	faults = next;
	counts = {};
	// Threads read it when they start.
	process.env.FAULTS = JSON.stringify(next);
};

wrap("renameSync", (from, to) => `rename ${kindOf(from)} ${basename(to)}`);
for (const call of ["fsyncSync", "fdatasyncSync"])
	wrap(call, (descriptor) => `sync ${kindOf(fs.readlinkSync(`/proc/self/fd/${descriptor}`))}`);
wrap("openSync", (path, flags) => (String(flags).includes("x") ? `create ${kindOf(path)} ${flags}` : undefined));
wrap("readFileSync", () => undefined);
wrap("linkSync", () => undefined);
wrap("readSync", () => undefined);
wrap("writeSync", (descriptor) => void (faults.spools && noteSpool(descriptor)));
const countedWrite = fs.writeSync;
fs.writeSync = (...args) => (faults.stall ? stalling(...args) : countedWrite(...args));
const { freemem } = os;
os.freemem = () => faults.free ?? freemem();
if (faults.memory !== undefined) limitMemory();
advanceClock();
noteThreads();
if (faults.elsewhere)
	fs.readlinkSync = (path, ...rest) => (path === "/proc/self/ns/pid" ? "pid:[1]" : real.readlinkSync(path, ...rest));
syncBuiltinESMExports();

function wrap(name, describe) {
	fs[name] = (...args) => {
		const { trace, kill, exit, grow, shrink, touch, replace, alter, fail } = faults;
		const call = name === "readFileSync" ? `${name} ${kindOf(args[0])}` : name;
		counts[call] = (counts[call] ?? 0) + 1;
		const line = describe(...args);
		if (trace && line) real.appendFileSync(trace, `${line}\n`);
		if (isNow(kill, name)) stop(kill.signal ?? "SIGKILL");
		if (!isMainThread && isNow(exit, name)) process.exit();
		if (isNow(grow, name)) real.appendFileSync(grow.file, "http://grown.example/\n");
		if (isNow(shrink, name)) real.truncateSync(shrink.file, real.statSync(shrink.file).size >> 1);
		if (isNow(touch, name)) touchFile(touch.file);
		if (isNow(replace, name)) real.renameSync(replace.by, replace.file);
		if (isNow(alter, name)) args[1][alter.octet] ^= 1;
		if (isNow(fail, call)) throw Object.assign(new Error(`${fail.code}: injected`), { code: fail.code });
		return real[name](...args);
	};
}

function noteThreads() {
	const { Worker } = workers;
	workers.Worker = class extends Worker {
		constructor(program, options) {
			if (faults.threads) real.appendFileSync(faults.threads, `${options.workerData.kind}\n`);
			super(program, options);
		}
	};
}

function isNow(fault, name) {
	const isTime = fault?.lasts ? counts[name] >= fault.at : counts[name] === fault?.at;
	return fault?.call === name && isTime && !(fault.inThread && isMainThread);
}

/** SIGKILL does not return. Other signals are handled later, by the event loop. */
function stop(signal) {
	process.kill(process.pid, signal);
	if (signal === "SIGKILL") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function noteSpool(descriptor) {
	const isNameless = real.readlinkSync(`/proc/self/fd/${descriptor}`).endsWith(" (deleted)");
	if (isNameless) real.appendFileSync(faults.spools, `${threadId}\n`);
}

/** Changes the first octet of a file. */
function touchFile(file) {
	const descriptor = real.openSync(file, "r+");
	real.writeSync(descriptor, "x", 0);
	real.closeSync(descriptor);
}

/** Temporary names are random. */
function kindOf(path) {
	const name = basename(String(path));
	if (/^\.urlsieve-.*\.tmp$/.test(name)) return "temporary";
	if (/^\.urlsieve-.*\.lock$/.test(name)) return "lock";
	if (/^\.urlsieve-.*\.lock\./.test(name)) return "guard";
	return name;
}

function stalling(descriptor, octets, at = 0, length = octets.length - at, position = null) {
	// writeFileSync writes locks and handles short writes itself, and regular files never return EAGAIN.
	const isLock = ["lock", "guard"].includes(kindOf(real.readlinkSync(`/proc/self/fd/${descriptor}`)));
	if (isLock) return real.writeSync(descriptor, octets, at, length, position);
	counts.writeSync = (counts.writeSync ?? 0) + 1;
	if (counts.writeSync % 2 === 1) throw Object.assign(new Error("EAGAIN: injected"), { code: "EAGAIN" });
	return real.writeSync(descriptor, octets, at, Math.min(length, Math.max(7, length >> 4)), position);
}

function limitMemory() {
	const grow = WebAssembly.Memory.prototype.grow;
	WebAssembly.Memory.prototype.grow = function limited(pages) {
		if (this.buffer.byteLength / 65536 + pages > faults.memory) throw new RangeError("injected");
		return grow.call(this, pages);
	};
}

function advanceClock() {
	const now = Date.now;
	Date.now = () => now() + (faults.days ?? 0) * 86_400_000;
}
