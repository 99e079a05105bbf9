/** Programs that write a line to a pipe and wait for its result: nothing more arrives until they have it. */
import type { Input } from "./input";

/** Milliseconds after which the writer of a pipe may be waiting for the results of its octets. */
const STALL = 1;

/** Waits for the octets of a pipe. Calls `stalled` if none come within STALL. Throws what it throws, or Failure. */
export async function arrivalOf(input: Input, stalled: () => void): Promise<void> {
	const arrival = input.arrival();
	if (arrival === undefined) return;
	let timer: NodeJS.Timeout | undefined;
	const nothing = new Promise<boolean>((resolve) => {
		timer = setTimeout(resolve, STALL, true);
	});
	const isStalled = await Promise.race([arrival.then(() => false), nothing]);
	clearTimeout(timer);
	if (isStalled) stalled();
	await arrival;
}
