/** Streams of octets and strings. */
import { toOctets } from "../input";
import { encoder } from "../utf8";

export type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** A high surrogate at the end of a string, whose other half may begin the next one. */
const SPLIT_PAIR = /[\uD800-\uDBFF]$/;

/** Yields the chunks as octets. Strings become UTF-8, and may end inside a surrogate pair. Throws OptionError `invalid-input` for others. */
export async function* octetsOfChunks(chunks: Chunks): AsyncGenerator<Uint8Array> {
	let half = "";
	for await (const chunk of chunks) {
		if (typeof chunk === "string") {
			const text = half + chunk;
			half = SPLIT_PAIR.exec(text)?.[0] ?? "";
			yield encoder.encode(text.slice(0, text.length - half.length));
		} else {
			if (half !== "") yield encoder.encode(half);
			half = "";
			yield toOctets(chunk, "chunk");
		}
	}
	if (half !== "") yield encoder.encode(half);
}
