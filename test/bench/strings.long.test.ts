/** The strings of the benches, by what V8 holds in its heap. */
import { getHeapSnapshot } from "node:v8";
import { expect, it } from "vitest";
import { type Corpus, corpusOf, slicesOf } from "../../bench/lists/corpus";

const COUNT = 2000;

/** The number of strings of each kind in the heap, by V8's words: "string", "sliced string", "concatenated string". */
async function kindsOfStrings(): Promise<Map<string, number>> {
	const text = (await getHeapSnapshot().toArray()).join("");
	const { snapshot, nodes } = JSON.parse(text) as HeapSnapshot;
	const { node_fields: fields, node_types: types } = snapshot.meta;
	const kinds = new Map<string, number>();
	for (let at = fields.indexOf("type"); at < nodes.length; at += fields.length) {
		const kind = types[0][nodes[at] as number] as string;
		kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
	}
	return kinds;
}

interface HeapSnapshot {
	readonly snapshot: {
		readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
	};
	readonly nodes: readonly number[];
}

/** How many slices making some strings adds to the heap. */
async function slicesAdded(make: () => readonly string[]): Promise<number> {
	const slices = async () => (await kindsOfStrings()).get("sliced string") ?? 0;
	const before = await slices();
	const strings = make();
	const after = await slices();
	// Still in use, so that no string has gone.
	expect(strings).toHaveLength(COUNT);
	return after - before;
}

it("are flat in a corpus, and slices of one text beside it", async () => {
	const lines = Array.from({ length: COUNT }, (_, index) => `http://example.com/a/line/of/some/length?id=${index}`);
	let corpus: Corpus | undefined;
	const flat = await slicesAdded(() => {
		corpus = corpusOf("made up", lines);
		return corpus.lines;
	});
	expect(flat).toBeLessThan(COUNT / 10);
	expect(await slicesAdded(() => slicesOf(corpus as Corpus))).toBeGreaterThan(0.9 * COUNT);
});
