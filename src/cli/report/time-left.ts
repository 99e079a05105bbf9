/** How far a run is: the share that is done and the time left, as far as they are known. */

export class TimeLeft {
	readonly #total: number;
	/** The first call: what comes before it, such as reading a large set, says nothing about the speed. */
	#first: { readonly position: number; readonly seconds: number } | undefined;

	/** `total` is the size of all inputs as they are stored, in octets; 0 if unknown, as for pipes. */
	constructor(total: number) {
		this.#total = total;
	}

	/**
	 * What can be said at `position`, in octets of the inputs as they are stored, and at `seconds` on any clock: the share and
	 * the time left at the average speed so far, or else the time elapsed. Nothing is known once all is read: unpacking it, or a
	 * file that grows, may still take long.
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

/** The parts that fit a terminal of `columns` in one row, which alone can be taken away again; all if 0 or unknown. */
export function fittingParts(parts: readonly string[], columns = 0): string {
	const room = columns > 0 ? columns - 1 : Number.POSITIVE_INFINITY;
	const join = (line: string, part: string) => (line.length + 2 + part.length > room ? line : `${line}  ${part}`);
	return parts.reduce(join).slice(0, room);
}
