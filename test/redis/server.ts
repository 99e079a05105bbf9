/** A Redis server of its own, on a socket in a temporary folder, and a client of it that sends one command at a time. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { installByApt } from "../../build/apt.mjs";

type Reply = string | number | null | Error | Reply[];

export class Server {
	readonly #folder = mkdtempSync(join(tmpdir(), "urlsieve-redis-"));
	readonly #process: ChildProcess;
	readonly #waiting: ((reply: Reply) => void)[] = [];
	#socket: Socket | undefined;
	#received = Buffer.alloc(0);
	/** Octets of all commands. */
	sent = 0;

	/** Whether there is a server to start. In CI there must be: it is installed. */
	static get isInstalled(): boolean {
		if (spawnSync("redis-server", ["--version"]).status === 0) return true;
		if (process.env.CI === undefined) return false;
		installByApt("redis-server");
		return true;
	}

	constructor() {
		const settings = { port: 0, unixsocket: this.#path, save: "", dir: this.#folder };
		const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
		this.#process = spawn("redis-server", options, { stdio: "ignore" });
	}

	/** Sends a command. Rejects with the error of the server. */
	readonly send = async (words: readonly (string | Buffer)[]): Promise<unknown> => {
		this.#socket ??= await this.#connect();
		const octets = words.flatMap((word) => [`$${Buffer.byteLength(word)}\r\n`, word, "\r\n"]);
		const command = Buffer.concat([`*${words.length}\r\n`, ...octets].map((part) => Buffer.from(part)));
		this.sent += command.length;
		const reply = await new Promise<Reply>((resolve) => {
			this.#waiting.push(resolve);
			this.#socket?.write(command);
		});
		if (reply instanceof Error) throw reply;
		return reply;
	};

	end(): void {
		this.#socket?.destroy();
		this.#process.kill("SIGKILL");
		rmSync(this.#folder, { recursive: true, force: true });
	}

	get #path(): string {
		return join(this.#folder, "socket");
	}

	async #connect(): Promise<Socket> {
		while (!existsSync(this.#path)) await setTimeout(1);
		const socket = connect(this.#path);
		return socket.on("data", (octets) => this.#receive(octets));
	}

	#receive(octets: Buffer): void {
		this.#received = Buffer.concat([this.#received, octets]);
		for (let read = replyAt(this.#received, 0); read !== undefined; read = replyAt(this.#received, 0)) {
			const [reply, end] = read;
			this.#received = this.#received.subarray(end);
			this.#waiting.shift()?.(reply);
		}
	}
}

/** A reply in RESP 2 and its end, or undefined if it is incomplete. */
function replyAt(octets: Buffer, at: number): [reply: Reply, end: number] | undefined {
	const lineEnd = octets.indexOf("\r\n", at);
	if (lineEnd < 0) return undefined;
	const line = octets.toString("utf8", at + 1, lineEnd);
	const [start, size] = [lineEnd + 2, Number(line)];
	switch (octets.toString("latin1", at, at + 1)) {
		case "-":
			return [new Error(line), start];
		case ":":
			return [size, start];
		case "$":
			if (size < 0) return [null, start];
			return octets.length < start + size + 2 ? undefined : [octets.toString("utf8", start, start + size), start + size + 2];
		case "*":
			return repliesAt(octets, start, size);
		default:
			return [line, start];
	}
}

function repliesAt(octets: Buffer, start: number, count: number): [replies: Reply[], end: number] | undefined {
	const replies: Reply[] = [];
	let end = start;
	while (replies.length < count) {
		const read = replyAt(octets, end);
		if (read === undefined) return undefined;
		replies.push(read[0]);
		end = read[1];
	}
	return [replies, end];
}
