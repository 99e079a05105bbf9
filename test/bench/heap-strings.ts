/** Prints how many slices the lines of a corpus, and then its slices, add to the heap of V8. */
import { getHeapSnapshot } from "node:v8";
import { corpusOf, slicesOf } from "../../bench/lists/corpus";

const COUNT = 2000;

interface HeapSnapshot {
	readonly snapshot: {
		readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
	};
	readonly nodes: readonly number[];
}

/** The number of slices in the heap. */
async function slices(): Promise<number> {
	const { snapshot, nodes } = JSON.parse((await getHeapSnapshot().toArray()).join("")) as HeapSnapshot;
	const { node_fields: fields, node_types: types } = snapshot.meta;
	let count = 0;
	for (let at = fields.indexOf("type"); at < nodes.length; at += fields.length)
		if (types[0][nodes[at] as number] === "sliced string") ++count;
	return count;
}

const lines = Array.from({ length: COUNT }, (_, index) => `http://example.com/a/line/of/some/length?id=${index}`);
const before = await slices();
const corpus = corpusOf("made up", lines);
const flat = await slices();
const sliced = slicesOf(corpus);
const after = await slices();
// `of` counts both lists after the last snapshot: they were in use until then.
console.log(JSON.stringify({ of: [corpus.lines.length, sliced.length], flat: flat - before, slices: after - flat }));
