/** Lines that begin with a host and have no scheme, such as `example.com/a`: suffix references (RFC 3986 §4.5). */
import { Octet } from "../../../assembly/octets/char";
import { type LineSink, pushInto } from "../../lines/lines";
import { BARE_HOST } from "../../text/bare-host";
import { READ_SIZE } from "../open-file";

const LINE_STARTS = new RegExp(`(^|\\n)(?=${BARE_HOST})`, "gi");
/** Network-path references (RFC 3986 §4.2), which lack a scheme only. */
const NETWORK_PATHS = /(^|\n)(?=\/\/[^\0- /?#\\])/g;

/** Octets that decide whether a line begins with a host: more than any host and port have. */
const ENOUGH = 1024;

/** Puts `prefix`, such as `https://`, before each line of `lines` that begins with a host, and its scheme before `//host`. */
export function withScheme(lines: Uint8Array, prefix: string): Uint8Array {
	const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length).toString("latin1");
	const completed = text.replace(LINE_STARTS, `$1${prefix}`).replace(NETWORK_PATHS, `$1${prefix.slice(0, -2)}`);
	return completed.length === text.length ? lines : Buffer.from(completed, "latin1");
}

/** Completes the lines of `chunks`, which stay whole. */
export async function* completedChunks(chunks: AsyncIterable<Uint8Array>, prefix: string): AsyncGenerator<Uint8Array> {
	const taken = new TakenChunks();
	const sink = new SchemeSink(taken, prefix);
	for await (const chunk of chunks) {
		pushInto(sink, chunk);
		yield* taken.take();
	}
	sink.end();
	yield* taken.take();
}

/** Keeps the chunks that a sink would process. */
class TakenChunks implements LineSink {
	readonly lines = 0;
	#chunks: Uint8Array[] = [];
	#space = new Uint8Array(0);

	space(): Uint8Array {
		this.#space = new Uint8Array(READ_SIZE);
		return this.#space;
	}

	advance(count: number): void {
		this.#chunks.push(this.#space.subarray(0, count));
	}

	end(): void {}

	/** Returns the chunks so far, and forgets them. */
	take(): Uint8Array[] {
		const chunks = this.#chunks;
		this.#chunks = [];
		return chunks;
	}
}

/** Completes the lines of a stream, and passes them on. */
export class SchemeSink implements LineSink {
	readonly #sink: LineSink;
	readonly #prefix: string;
	readonly #octets = new Uint8Array(READ_SIZE);
	/** Octets of a line whose start may be incomplete. */
	#waiting = 0;
	/** Whether the octets continue a line whose start has been passed on. */
	#isInside = false;

	constructor(sink: LineSink, prefix: string) {
		this.#sink = sink;
		this.#prefix = prefix;
	}

	get lines(): number {
		return this.#sink.lines;
	}

	space(): Uint8Array {
		return this.#octets.subarray(this.#waiting);
	}

	advance(count: number): void {
		const octets = this.#octets.subarray(0, this.#waiting + count);
		const lastLine = octets.lastIndexOf(Octet.LF) + 1;
		const isDecided = octets.length - lastLine > ENOUGH || (this.#isInside && lastLine === 0);
		const end = isDecided ? octets.length : lastLine;
		this.#pass(octets.subarray(0, end));
		this.#octets.copyWithin(0, end, octets.length);
		this.#waiting = octets.length - end;
	}

	end(): void {
		this.#pass(this.#octets.subarray(0, this.#waiting));
		this.#waiting = 0;
		this.#isInside = false;
		this.#sink.end();
	}

	#pass(octets: Uint8Array): void {
		if (octets.length === 0) return;
		const start = this.#isInside ? octets.indexOf(Octet.LF) + 1 || octets.length : 0;
		pushInto(this.#sink, octets.subarray(0, start));
		pushInto(this.#sink, withScheme(octets.subarray(start), this.#prefix));
		this.#isInside = octets.at(-1) !== Octet.LF;
	}
}
