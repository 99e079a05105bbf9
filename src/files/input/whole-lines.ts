/** Reads an input and feeds whole lines, so that the feed can be left at any line while the rest goes elsewhere. */
import { Octet } from "../../../assembly/octets/char";
import { type LineSink, pushInto } from "../../lines/lines";
import { READ_SIZE } from "../open-file";

/** An input that has begun, of which each octet is read once. */
export interface OctetReader {
	/** Reads octets to the start of `into`. Returns their number, 0 at the end. */
	read(into: Uint8Array): number | Promise<number>;
}

/**
 * Feeds lines until `isFull` after some, or the input ends. Returns the octets read of the next line, or undefined at the end. Calls
 * `advance` with the number of octets after each reading. Throws what the input and the feed throw.
 */
export async function feedWholeLines(
	input: OctetReader,
	feed: LineSink,
	isFull: () => boolean,
	advance: (count: number) => void | Promise<void>,
): Promise<Uint8Array | undefined> {
	const buffer = new Uint8Array(READ_SIZE);
	let isInLongLine = false;
	let length = 0;
	while (true) {
		const count = await input.read(buffer.subarray(length));
		length += count;
		await advance(count);
		if (count === 0) break;
		const found = buffer.subarray(length - count, length).lastIndexOf(Octet.LF) + 1;
		const lineEnd = found === 0 ? 0 : length - count + found;
		isInLongLine = lineEnd === 0 && (isInLongLine || length === buffer.length);
		const end = isInLongLine ? length : lineEnd;
		if (end === 0) continue;
		pushInto(feed, buffer.subarray(0, end));
		buffer.copyWithin(0, end, length);
		length -= end;
		if (isFull() && !isInLongLine) return buffer.slice(0, length);
	}
	pushInto(feed, buffer.subarray(0, length));
	feed.end();
	return undefined;
}
