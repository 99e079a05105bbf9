/** The fate of each line, which the second pass determines and the third one reads. */

/** Four lines an octet. */
export const LINES_IN_OCTET = 4;

/** The fates of lines, two bits each: `Fate`. */
export interface LineMap {
	/** Number of lines of all inputs. */
	readonly lines: number;
	/** The line after the last one of the map. */
	readonly mapEnd: number;
	/** Determines the fate of the lines after `mapEnd`. */
	fillMapNow(): void;
	/** The map from the octet on that has `line`, and the place of the line there. Requires: the map has the line. */
	mapFrom(line: number): { octets: Uint8Array; place: number };
}

/** A map of all lines, in memory that threads share. */
export class SharedMap implements LineMap {
	readonly lines: number;
	readonly #octets: Uint8Array;

	constructor(lines: number, memory: SharedArrayBuffer) {
		this.lines = lines;
		this.#octets = new Uint8Array(memory);
	}

	/** Octets of the map of `lines` lines, in whole words. */
	static sizeFor(lines: number): number {
		return 4 * (Math.floor(lines / LINES_IN_OCTET / 4) + 1);
	}

	get mapEnd(): number {
		return this.lines;
	}

	fillMapNow(): void {}

	mapFrom(line: number): { octets: Uint8Array; place: number } {
		return { octets: this.#octets.subarray(Math.floor(line / LINES_IN_OCTET)), place: line % LINES_IN_OCTET };
	}
}
