/** Estimates the progress of a run: the share done and the time left. */

export class TimeLeft {
	readonly #total: number;
	/** The first call. Time before it, for instance to read a large set, must not affect the estimate. */
	#first: { readonly position: number; readonly seconds: number } | undefined;

	/** `total` is the size of all inputs before decompression, in octets; 0 if unknown, as for pipes. */
	constructor(total: number) {
		this.#total = total;
	}

	/**
	 * Returns the share done and the time left at the average speed so far, or the time elapsed if these are unknown. `position`
	 * counts octets of the inputs before decompression, `seconds` is the time on any clock. At the end of the inputs, the time
	 * left is unknown: decompression, or a file that grows, may take a while.
	 */
	parts(position: number, seconds: number): string[] {
		this.#first ??= { position, seconds };
		const elapsed = seconds - this.#first.seconds;
		if (this.#total === 0 || position >= this.#total) return [`${clock(Math.floor(elapsed))} elapsed`];
		const share = `${Math.floor((100 * position) / this.#total)} %`;
		const done = position - this.#first.position;
		if (done <= 0) return [share];
		return [share, `${clock(Math.ceil((elapsed * (this.#total - position)) / done))} left`];
	}
}

/** 75 as "1:15", 3675 as "1:01:15". */
function clock(seconds: number): string {
	const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
	const padded = (count: number) => String(count).padStart(2, "0");
	return `${hours > 0 ? `${hours}:${padded(minutes)}` : minutes}:${padded(seconds % 60)}`;
}

/** The parts that fit in one row of a terminal with `columns`: more rows could not be erased. All parts if 0 or unknown. */
export function fittingParts(parts: readonly string[], columns = 0): string {
	const room = columns > 0 ? columns - 1 : Number.POSITIVE_INFINITY;
	const join = (line: string, part: string) => (line.length + 2 + part.length > room ? line : `${line}  ${part}`);
	return parts.reduce(join).slice(0, room);
}
