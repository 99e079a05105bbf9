/** A sink that keeps the octets of lines. */
import type { LineSink } from "../../src/lines/lines";

/** Keeps what it is given. Its lines are those that have ended. */
export class Kept implements LineSink {
	text = "";
	readonly #space = new Uint8Array(50);

	get lines(): number {
		return this.text.split(/\n|\|/).length - 1;
	}

	space(): Uint8Array {
		return this.#space;
	}

	advance(count: number): void {
		this.text += Buffer.from(this.#space.subarray(0, count)).toString("latin1");
	}

	end(): void {
		this.text += "|";
	}
}
