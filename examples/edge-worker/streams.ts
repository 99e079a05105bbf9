/** Streams before and after those of urlsieve: larger chunks, limits, and the start of the response. */
import type { SeenSet } from "urlsieve";
import { checkOf, type Limits, tooManyReferences } from "./limits";

/** Octets per read. workerd's default of 4 KiB takes four times as long. */
const CHUNK_SIZE = 65536;
/** Octets that are buffered before the response starts, so that early errors still get a status. */
const HELD_BACK = 65536;

/** The octets of a body. Fails with a Refusal once they exceed the limits. A chunk is checked before any of it is passed on. */
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

/** Passes fresh lines through until the set exceeds its limit, then fails with a Refusal. */
export function withinSetLimit(seen: SeenSet, { MAX_REFERENCES }: Limits): TransformStream<Uint8Array, Uint8Array> {
	return new TransformStream({
		transform(chunk, controller) {
			if (seen.size > MAX_REFERENCES) throw tooManyReferences(MAX_REFERENCES);
			controller.enqueue(chunk);
		},
	});
}

/**
 * The response with the body `octets`. It starts once HELD_BACK octets or all of them are available, so that an earlier failure
 * gets an error status. A later failure truncates the body. Clients notice that, because the last HTTP chunk is missing.
 */
export async function responseOf(octets: ReadableStream<Uint8Array>, headers: Record<string, string>): Promise<Response> {
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
