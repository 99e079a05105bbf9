/** What stands before urlsieve's streams, and behind them. */
import type { SeenSet } from "urlsieve";
import { checkOf, type Limits, tooManyReferences } from "./limits";

/** Octets that are read at once. By itself, workerd hands out 4 KiB at a time, which takes four times as long. */
const CHUNK_SIZE = 65536;
/** Octets of an answer that are kept until there are more. */
const HELD_BACK = 65536;

/** The octets of a body, while they are within the limits. A chunk is checked as a whole before any of it goes on. */
export function withinLimits(body: ReadableStream<Uint8Array>, limits: Limits): ReadableStream<Uint8Array> {
	const reader = body.getReader({ mode: "byob" });
	const check = checkOf(limits);
	return new ReadableStream({
		async pull(controller) {
			const { done, value } = await reader.read(new Uint8Array(CHUNK_SIZE));
			if (done) return controller.close();
			check(value);
			controller.enqueue(value);
		},
		cancel: (reason) => reader.cancel(reason),
	});
}

/** Lets fresh lines through while the set that they are in is not too large. Each reference that is added is a fresh line. */
export function whileSmall(seen: SeenSet, { MOST_REFERENCES }: Limits): TransformStream<Uint8Array, Uint8Array> {
	return new TransformStream({
		transform(chunk, controller) {
			if (seen.size > MOST_REFERENCES) throw tooManyReferences(MOST_REFERENCES);
			controller.enqueue(chunk);
		},
	});
}

/**
 * The answer whose body is `octets`. It begins when HELD_BACK of them are there, or all: what fails before has a status of its
 * own. What fails later cuts the body off, which no client takes for its end, for the last chunk of HTTP is missing.
 */
export async function answerOf(octets: ReadableStream<Uint8Array>, headers: Record<string, string>): Promise<Response> {
	const reader = octets.getReader();
	const held: ReadableStreamReadResult<Uint8Array>[] = [];
	for (let size = 0, isDone = false; size < HELD_BACK && !isDone; ) {
		const result = await reader.read();
		held.push(result);
		isDone = result.done;
		size += result.value?.length ?? 0;
	}
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { done, value } = held.shift() ?? (await reader.read());
			if (done) controller.close();
			else controller.enqueue(value);
		},
		cancel: (reason) => reader.cancel(reason),
	});
	return new Response(body, { headers });
}
