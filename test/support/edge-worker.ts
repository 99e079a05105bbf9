/** Starts examples/edge-worker in workerd. The client exposes what HTTP clients usually hide, such as truncated responses. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folder, serve } from "../../examples/edge-worker/serve.mjs";

export interface Worker {
	readonly origin: string;
	/** workerd's error output so far. */
	errors(): string;
	stop(): Promise<unknown>;
}

/** Starts the worker with its configuration, overridden by `limits`. */
export async function startWorker(limits: object = {}): Promise<Worker> {
	const config = JSON.parse(readFileSync(join(folder, "wrangler.jsonc"), "utf8"));
	const place = mkdtempSync(join(tmpdir(), "urlsieve-edge-"));
	const file = join(place, "wrangler.json");
	writeFileSync(file, JSON.stringify({ ...config, main: join(folder, config.main), vars: { ...config.vars, ...limits } }));
	let errors = "";
	const { origin, stop } = await serve({ config: file, log: (text) => (errors += text) }).finally(() =>
		rmSync(place, { recursive: true, force: true }),
	);
	return { origin, stop: () => stop(), errors: () => errors };
}

export interface Received {
	readonly status: number | undefined;
	readonly headers: IncomingHttpHeaders;
	readonly octets: Buffer;
	/** Whether the response is complete by the rules of HTTP. */
	readonly isComplete: boolean;
}

/** A pending request whose body is written piece by piece. */
export class Exchange {
	readonly #request: ClientRequest;
	/** The response, once it starts. */
	readonly response: Promise<IncomingMessage>;

	/** Sends the headers, or with `whole` the complete request. */
	constructor(url: string, headers: Record<string, string> = {}, whole?: Uint8Array | string) {
		this.#request = request(url, { method: "POST", headers: { "content-type": "text/plain", ...headers } });
		this.response = new Promise((resolve, reject) => this.#request.once("response", resolve).on("error", reject));
		if (whole === undefined) this.#request.flushHeaders();
		else this.#request.end(whole);
	}

	/** Writes octets. Resolves once the system has accepted them. */
	write(octets: Uint8Array | string): Promise<void> {
		return new Promise((resolve) => this.#request.write(octets, () => resolve()));
	}

	end(): void {
		this.#request.end();
	}

	/** Closes the connection without finishing the request. */
	abort(): void {
		this.response.catch(() => {});
		this.#request.destroy();
	}

	/** Reads the response to its end, or to where it is truncated. */
	async receive(): Promise<Received> {
		const response = await this.response;
		const parts: Buffer[] = [];
		try {
			for await (const part of response) parts.push(part);
		} catch {
			// Truncated: `complete` is false.
		}
		const { statusCode: status, headers, complete: isComplete } = response;
		return { status, headers, octets: Buffer.concat(parts), isComplete };
	}
}

/** Sends a list in chunks of `size` octets and receives the response meanwhile. */
export async function post(
	url: string,
	list: Uint8Array | string,
	size = 65536,
	headers: Record<string, string> = {},
): Promise<Received> {
	const octets = Buffer.from(list);
	const exchange = new Exchange(url, headers);
	const received = exchange.receive();
	for (let start = 0; start < octets.length; start += size) await exchange.write(octets.subarray(start, start + size));
	exchange.end();
	return received;
}

/**
 * Sends a list in one piece, without its length. If the worker responds before it has read everything, a client that is still
 * sending may find the connection closed. This one has nothing left to send.
 */
export async function postAtOnce(url: string, list: Uint8Array | string): Promise<Received> {
	const exchange = new Exchange(url, { "transfer-encoding": "chunked" }, list);
	return exchange.receive();
}

/** The error in a response. */
export function errorOf({ octets }: Received): unknown {
	return JSON.parse(octets.toString()).error;
}

/** Writes octets to a new connection and half-closes it. Returns everything received. */
export function halfClosed(origin: string, octets: string): Promise<string> {
	return new Promise((resolve, reject) => {
		let answer = "";
		const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.end(octets));
		socket.on("data", (part) => (answer += part));
		socket.on("close", () => resolve(answer)).on("error", reject);
	});
}
