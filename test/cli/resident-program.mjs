/**
 * The command line in one process for many runs: `node resident-program.mjs FOLDER`. See resident.ts.
 *
 * Each line of the named pipe `requests` has the arguments of a run, its folder and its faults (see faults.mjs), as JSON. Its standard input is a pipe with the
 * octets of the file `in`, its standard output a pipe that goes to the file `out`, its standard error the file `err`. A line of the
 * named pipe `replies` has its exit status. Once nobody has `requests` open for writing, the folder goes, and the process ends.
 */
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readSync, rmSync, writeSync } from "node:fs";
import { stat } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

const SIZE = 1 << 16;
/** Milliseconds between looks at the threads of this process, and the number of looks. */
const PAUSE = 2;
const MAX_LOOKS = 5000;
/** Milliseconds of a run that waits for something in vain; none by default. */
const LIMIT = Number(process.env.URLSIEVE_RUN_LIMIT ?? 0);

if (isMainThread) serve(process.argv[2]);
else {
	parentPort.on("message", copy);
	parentPort.postMessage("ready");
}

/** Ends the process in the middle of a run. An exit would wait for the threads that copy, which wait for the run. */
function endWith(message) {
	writeSync(2, message);
	process.kill(process.pid, "SIGKILL");
}

function endHanging() {
	endWith(`hangs: not over after ${LIMIT} ms\n`);
}

/** Copies one descriptor to another until the first ends, or the reader of the second has gone. Closes both. */
function copy({ from, to, done }) {
	const octets = new Uint8Array(SIZE);
	try {
		for (let length = readSync(from, octets); length > 0; length = readSync(from, octets))
			writeAll(to, octets.subarray(0, length));
	} catch (error) {
		if (error.code !== "EPIPE") throw error;
	}
	closeSync(from);
	closeSync(to);
	Atomics.store(done, 0, 1);
	Atomics.notify(done, 0);
}

function writeAll(descriptor, octets) {
	for (let at = 0; at < octets.length; ) at += writeSync(descriptor, octets, at);
}

async function serve(folder) {
	const file = (name) => join(folder, name);
	const requests = openSync(file("requests"), "r");
	const replies = openSync(file("replies"), "w");
	// A thread that starts opens descriptors for good. None may do so while `reopen` has one closed.
	const threads = [await startThread(), await startThread()];
	const stdin = replaceStdin();
	const runProgram = await loadProgram();
	// Starts the threads that the process keeps for files.
	await stat(folder);
	const threadsAtRest = countThreads();
	let copies = [];
	let limit;

	const begin = ({ args, cwd, faults }) => {
		process.chdir(cwd);
		const [toInput, fromOutput] = [pipeAt(0, file("input"), "r"), pipeAt(1, file("output"), "w")];
		reopen(2, file("err"), "w");
		copies = [
			startCopy(threads[0], openSync(file("in"), "r"), toInput),
			startCopy(threads[1], fromOutput, openSync(file("out"), "w")),
		];
		process.exitCode = undefined;
		limit = LIMIT > 0 ? setTimeout(endHanging, LIMIT).unref() : undefined;
		globalThis.armFaults?.(faults);
		runProgram(args);
	};
	const end = () => {
		globalThis.armFaults?.();
		clearTimeout(limit);
		for (const descriptor of [0, 1, 2]) reopen(descriptor, "/dev/null", "r+");
		for (const done of copies) Atomics.wait(done, 0, 0);
		writeSync(replies, `${process.exitCode ?? 0}\n`);
	};
	const next = () => {
		if (copies.length > 0) end();
		const line = readLine(requests);
		if (line === undefined) {
			rmSync(folder, { recursive: true, force: true });
			process.exit();
		}
		begin(JSON.parse(line));
	};

	process.on("uncaughtException", (error) => endWith(`${error.stack}\n`));
	// A run is over when a process would end. Its socket closes in the next turn.
	process.on("beforeExit", () => {
		stdin.destroy();
		atRest(threadsAtRest, next);
	});
}

/** Calls back once the threads of a run have ended: one that still starts would open descriptors. */
function atRest(count, callBack, looks = MAX_LOOKS) {
	if (countThreads() <= count || looks === 0) setImmediate(callBack);
	else setTimeout(atRest, PAUSE, count, callBack, looks - 1);
}

function countThreads() {
	return readdirSync("/proc/self/task").length;
}

/** Makes `process.stdin` anew for each run: as in a process of its own, when it is first used. */
function replaceStdin() {
	let socket;
	const get = () => {
		socket ??= new Socket({ fd: 0, readable: true, writable: false });
		return socket;
	};
	Object.defineProperty(process, "stdin", { get });
	const destroy = () => {
		socket?.destroy();
		socket = undefined;
	};
	return { destroy };
}

/** Imports the program. As the command line does, it runs when it is imported. */
async function loadProgram() {
	process.argv = [process.argv[0], process.env.URLSIEVE_PROGRAM, "--version"];
	reopen(1, "/dev/null", "w");
	const { runProgram } = await import(process.env.URLSIEVE_PROGRAM);
	return runProgram;
}

/** Lets a thread copy. The number that is returned becomes 1 at the end. */
function startCopy(thread, from, to) {
	const done = new Int32Array(new SharedArrayBuffer(4));
	thread.postMessage({ from, to, done });
	return done;
}

/** Starts a thread that copies. Returns it once it waits. */
async function startThread() {
	const thread = new Worker(new URL(import.meta.url), { trackUnmanagedFds: false });
	await once(thread, "message");
	thread.unref();
	return thread;
}

/** Opens a file as this descriptor: the system takes the lowest that is free. A thread of the last run may take it first, for a moment. */
function reopen(descriptor, path, flags) {
	closeSync(descriptor);
	const others = [];
	for (let opened = openSync(path, flags); opened !== descriptor; opened = openSync(path, flags)) {
		others.push(opened);
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
	}
	for (const other of others) closeSync(other);
}

/** Opens one end of a named pipe as this descriptor. Returns the other end. */
function pipeAt(descriptor, path, flags) {
	// By itself, either end would wait until the other is opened.
	const both = openSync(path, "r+");
	reopen(descriptor, path, flags);
	const other = openSync(path, flags === "r" ? "w" : "r");
	closeSync(both);
	return other;
}

/** The next line, or undefined at the end. */
function readLine(descriptor) {
	const octets = new Uint8Array(SIZE);
	for (let text = ""; ; ) {
		const length = readSync(descriptor, octets);
		if (length === 0) return undefined;
		text += Buffer.from(octets.subarray(0, length)).toString("latin1");
		if (text.endsWith("\n")) return Buffer.from(text, "latin1").toString();
	}
}
