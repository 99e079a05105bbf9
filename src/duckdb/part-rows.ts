/** Texts of a chunk -> a column -> the parts of their normal forms. */
import { createNormalizer } from "../core-normalizer";
import type { PartName, PublicSuffix } from "../lines/parts";
import { hasBit, type Utf8Column } from "../lines/utf8-column";
import { decoder, encoder } from "../utf8";

type Text = string | null;

/** Returns the function that returns a part of each text. It throws OptionError for the part `site` without suffixes. */
export function partRows(part: PartName, publicSuffix: PublicSuffix | undefined): (columns: readonly Text[][]) => Text[] {
	const normalizer = createNormalizer();
	return ([texts = []]) => {
		const { data, offsets, valid } = normalizer.partColumns(columnOf(texts), [part], { publicSuffix })[part];
		return texts.map((_, row) => (hasBit(valid, row) ? decoder.decode(data.subarray(offsets[row], offsets[row + 1])) : null));
	};
}

function columnOf(texts: readonly Text[]): Utf8Column {
	const offsets = new Int32Array(texts.length + 1);
	const valid = new Uint8Array((texts.length + 7) >> 3);
	const values = texts.map((text, row) => {
		const octets = encoder.encode(text ?? "");
		offsets[row + 1] = (offsets[row] as number) + octets.length;
		if (text !== null) valid[row >> 3] = (valid[row >> 3] as number) | (1 << (row & 7));
		return octets;
	});
	const data = new Uint8Array(offsets[texts.length] as number);
	for (const [row, octets] of values.entries()) data.set(octets, offsets[row]);
	return { data, offsets, valid };
}
