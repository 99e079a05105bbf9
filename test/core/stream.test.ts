/** Streams of lines: what they report besides their octets. */

import { type LineStream, SeenSet, UriError } from "urlsieve";
import { expect, it } from "vitest";
import { describeEngines, normalizerOn } from "../support/engines";

const encoder = new TextEncoder();

/** Writes chunks one by one and discards the output. Returns the counts after each chunk, and after the end. */
async function countsOver(stream: LineStream, chunks: string[]) {
	const writer = stream.writable.getWriter();
	const drained = stream.readable.pipeTo(new WritableStream());
	const seen: object[] = [{ ...stream.counts }];
	for (const chunk of chunks) {
		await writer.write(encoder.encode(chunk));
		seen.push({ ...stream.counts });
	}
	await writer.close();
	await drained;
	return [...seen, { ...stream.counts }];
}

async function errorOf(stream: LineStream, chunks: string[]): Promise<unknown> {
	const writer = stream.writable.getWriter();
	const drained = stream.readable.pipeTo(new WritableStream()).catch((error: unknown) => error);
	for (const chunk of chunks) await writer.write(encoder.encode(chunk)).catch(() => undefined);
	await writer.close().catch(() => undefined);
	return drained;
}

describeEngines("streams of lines", (engine) => {
	it("lineStream counts lines and rejects, while it runs and after its end", async () => {
		const counts = await countsOver(normalizerOn(engine).lineStream(), ["x:a\n1:b\n", "x:c\nx:", "d"]);
		expect(counts).toEqual([
			{ lines: 0, rejects: 0 },
			{ lines: 2, rejects: 1 },
			{ lines: 3, rejects: 1 },
			{ lines: 3, rejects: 1 },
			{ lines: 4, rejects: 1 },
		]);
	});

	it("dedupeStream counts lines, unique ones, duplicates and rejects, while it runs and after its end", async () => {
		const normalizer = normalizerOn(engine);
		const seen = new SeenSet({ normalizer });
		seen.add("http://h/known");
		const chunks = ["HTTP://a\nhttp://a/\n1:\n", "http://h:80/known\nhttp://b", ""];
		expect(await countsOver(normalizer.dedupeStream(seen), chunks)).toEqual([
			{ lines: 0, unique: 0, duplicates: 0, rejects: 0 },
			{ lines: 3, unique: 1, duplicates: 1, rejects: 1 },
			{ lines: 4, unique: 1, duplicates: 2, rejects: 1 },
			{ lines: 4, unique: 1, duplicates: 2, rejects: 1 },
			{ lines: 5, unique: 2, duplicates: 2, rejects: 1 },
		]);
	});

	it("gives the error of an invalid line its number, across chunks, under invalid: fail", async () => {
		const normalizer = normalizerOn(engine, { invalid: "fail" });
		for (const stream of [normalizer.lineStream(), normalizer.dedupeStream()]) {
			const error = await errorOf(stream, ["x:a\nx:b\nx:", "c\n1", ":\nx:d\n"]);
			expect(error).toBeInstanceOf(UriError);
			expect(error).toMatchObject({ code: "invalid-scheme", line: 4, offset: 0 });
			expect(stream.counts).toMatchObject({ lines: 3, rejects: 1 });
		}
	});
});
