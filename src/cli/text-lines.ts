/** Lines as text: what an input has, decoded and parted. */
import { setImmediate } from "node:timers/promises";
import { Limit } from "../../assembly/layout";
import type { Input } from "./input";

const CHUNK_SIZE = 262144;

/**
 * The lines of an input, without their ends: LF, with one CR before it. A byte order mark at the start is dropped; octets that are no
 * UTF-8 are U+FFFD. Of a line that is longer than any reference, only a beginning comes that is too long as well. `advance` is
 * told of each chunk how many octets it had. Throws Failure.
 */
export async function* textLines(input: Input, advance: (octets: number) => void): AsyncGenerator<string> {
	await input.begin();
	const decoder = new TextDecoder();
	const octets = new Uint8Array(CHUNK_SIZE);
	let unfinished = "";
	for (let count = await input.read(octets); count > 0; count = await input.read(octets)) {
		advance(count);
		const lines = decoder.decode(octets.subarray(0, count), { stream: true }).split("\n");
		const last = lines.pop() as string;
		for (const line of lines) {
			yield withoutCr(unfinished + line);
			unfinished = "";
		}
		if (unfinished.length <= Limit.REFERENCE) unfinished += last;
		// Reading files is synchronous: here the process listens to signals.
		await setImmediate();
	}
	unfinished += decoder.decode();
	if (unfinished !== "") yield withoutCr(unfinished);
}

function withoutCr(line: string): string {
	return line.endsWith("\r") ? line.slice(0, -1) : line;
}
