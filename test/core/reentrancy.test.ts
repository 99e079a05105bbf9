/** A function in the options that calls the package must not overwrite the reference that the kernel is asking about. */
import { setImmediate } from "node:timers/promises";
import { type Normalizer, SeenSet } from "urlsieve";
import { describe, expect, it } from "vitest";
import { ENGINES, normalizerOn } from "../support/engines";

const encoder = new TextEncoder();
const text = (octets: Uint8Array) => new TextDecoder().decode(octets);
const HOST = "xn--bcher-kva.example";
const REFERENCE = "http://bücher.example/x";
const OTHER = `HTTP://OTHER.example/${"a".repeat(300)}`;
const INVALID_OPTION = expect.objectContaining({
	code: "invalid-option",
	message: "Functions in options must not call urlsieve.",
});

/** References in the layout of a column. */
function columnOf(...references: string[]) {
	const data = encoder.encode(references.join(""));
	const ends = references.map((_, index) => encoder.encode(references.slice(0, index + 1).join("")).length);
	return { offsets: Int32Array.of(0, ...ends), data };
}

/** Whatever leads to the kernel for single references, or to that for lines: what it does to a reference. */
const REFERENCE_CALLS: Record<string, (normalizer: Normalizer, reference: string) => unknown> = {
	normalize: (normalizer, reference) => normalizer.normalize(reference),
	explain: (normalizer, reference) => normalizer.explain(reference).value,
	"SeenSet.fingerprint": (normalizer, reference) => new SeenSet({ normalizer, key: new Uint8Array(16) }).fingerprint(reference),
};
const LINE_CALLS: Record<string, (normalizer: Normalizer, reference: string) => unknown> = {
	normalizeLines: (normalizer, reference) => text(normalizer.normalizeLines(encoder.encode(reference)).lines),
	normalizeColumn: (normalizer, reference) => text(normalizer.normalizeColumn(columnOf("HTTP://a", reference)).data),
	"SeenSet.addLines": (normalizer, reference) => text(new SeenSet({ normalizer }).addLines(encoder.encode(reference)).fresh),
};

/** Returns the result of `call`, or its error. */
function attempt(call: () => unknown): unknown {
	try {
		return call();
	} catch (error) {
		return error;
	}
}

describe.each(ENGINES)("on %s, a function in the options", (engine) => {
	const plain = normalizerOn(engine);
	for (const calls of [REFERENCE_CALLS, LINE_CALLS]) {
		for (const [outerName, outer] of Object.entries(calls)) {
			for (const [innerName, inner] of Object.entries(calls)) {
				it(`that calls ${innerName} during ${outerName} gets an error`, () => {
					const errors: unknown[] = [];
					const catches = normalizerOn(engine, {
						idna: () => {
							errors.push(attempt(() => inner(plain, OTHER)));
							return HOST;
						},
					});
					expect(outer(catches, REFERENCE)).toEqual(outer(plain, REFERENCE));
					expect(errors.length).toBeGreaterThan(0);
					for (const error of errors) expect(error).toEqual(INVALID_OPTION);

					const throws = normalizerOn(engine, {
						idna: () => {
							inner(plain, OTHER);
							return HOST;
						},
					});
					expect(attempt(() => outer(throws, REFERENCE))).toEqual(INVALID_OPTION);
					// The error ends only the call.
					expect(outer(plain, REFERENCE)).toEqual(outer(catches, REFERENCE));
				});
			}
		}
	}

	it.each(["", "HTTP://first\nHTTP://sec"])("that writes to a stream gets an error from it, also after %j", async (first) => {
		const stream = plain.lineStream();
		const output = new Response(stream.readable as ReadableStream<Uint8Array<ArrayBuffer>>).text();
		const failed = expect(output).rejects.toEqual(INVALID_OPTION);
		const writer = stream.writable.getWriter();
		const closed = expect(writer.closed).rejects.toEqual(INVALID_OPTION);
		if (first !== "") await writer.write(encoder.encode(first));
		// Once the reader waits, the stream transforms a chunk as soon as it is written.
		await setImmediate();
		const normalizer = normalizerOn(engine, {
			idna: () => {
				void writer.write(encoder.encode(`${OTHER}\n`)).catch(() => {});
				return HOST;
			},
		});
		expect(text(normalizer.normalizeLines(encoder.encode(REFERENCE)).lines)).toBe(`http://${HOST}/x\n`);
		await Promise.all([failed, closed]);
	});
});
