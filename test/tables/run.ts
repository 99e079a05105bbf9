/** Runs the streams of urlsieve/tables. */

import { createNormalizer } from "urlsieve";
import { dedupeTable, normalizeTable, SeenSet, type TableOptions } from "urlsieve/tables";
import type { TableResult } from "./tables";

/** The result for a text in chunks of `size` octets. */
export async function runTable(text: string, options: TableOptions, isUnique: boolean, size: number): Promise<TableResult> {
	const rejects: string[] = [];
	const note = ({ row, code }: { row: number; code: string }) => rejects.push(`${row} ${code}`);
	const { engine, ...table } = options;
	const seen = new SeenSet({ normalizer: createNormalizer({ engine }) });
	const stream = isUnique ? dedupeTable(seen, table, note) : normalizeTable(options, note);
	const octets = new TextEncoder().encode(text);
	let at = 0;
	const chunks = new ReadableStream<Uint8Array>({
		pull(controller) {
			if (at >= octets.length) return controller.close();
			controller.enqueue(octets.subarray(at, at + size));
			at += size;
		},
	});
	const written = await new Response(chunks.pipeThrough(stream)).arrayBuffer();
	const output = new TextDecoder("utf-8", { ignoreBOM: true }).decode(written);
	return { output, rejects, counts: { ...stream.counts } };
}
