/** What a run reads in order: references, then files, with the positions of all, and what is left once a sink is full. */
import { statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { Source } from "../../src/files/input/source";
import { useFolder } from "../cli/command";
import { refusalOf } from "../cli/refusals";
import { Kept } from "./kept";

const { folder, path, write } = useFolder();
const PLAIN = write("plain.txt", "http://a/\na.example\n/c");
const PACKED = write("packed.gz", gzipSync("x.example\ny\n"));

/** Feeds a source. Returns what the sink got, and what the pace was told. */
async function fed(task: ConstructorParameters<typeof Source>[0]) {
	const source = new Source(task);
	const [kept, told]: [Kept, number[][]] = [new Kept(), []];
	const pace = { advance: (...counts: number[]) => void told.push(counts) };
	await source.closing(() => source.feedLines(kept, pace));
	return { text: kept.text, told };
}

it("feeds references, then files, each a stream of its own", async () => {
	const other = write("other.txt", "x\n");
	expect(await fed({ files: [PLAIN, other], references: ["r", "s"] })).toEqual({
		text: "r\n|s\n|http://a/\na.example\n/c|x\n|",
		told: [
			[2, 2, 0],
			[2, 4, 0],
			[22, 6, 22],
			[2, 8, 24],
		],
	});
	expect(await fed({ files: [] })).toEqual({ text: "", told: [] });
	expect((await fed({ files: [PLAIN], references: ["b.example"], scheme: "s" })).text).toBe(
		"s://b.example\n|http://a/\ns://a.example\n/c|",
	);
});

it("tells what it consists of", () => {
	const source = new Source({ files: [PLAIN, PACKED] });
	const { size } = statSync(PACKED);
	expect(source).toMatchObject({
		size: 22 + size,
		isPlain: false,
		isOfFiles: true,
		canRewind: false,
		hasReferences: false,
		hasRest: false,
	});
	source.noteReading();
	expect(source.inputs.map(({ position }) => position)).toEqual([22, size]);
	expect([source.names, source.copiedOctets, source.changed]).toEqual([`${PLAIN}, ${PACKED}`, 0, source.inputs[0]]);
	source.close();
	source.close();
	const plain = new Source({ files: [PLAIN], references: ["a"] });
	expect(plain).toMatchObject({ isPlain: false, canRewind: true, hasReferences: true });
	plain.close();
	const only = new Source({ files: [PLAIN] });
	expect(only.isPlain).toBe(true);
	only.close();
});

it("opens all files or none", async () => {
	expect(await refusalOf(() => new Source({ files: [PLAIN, path("none")] }))).toEqual([
		3,
		`cannot read ${path("none")}: no such file`,
	]);
});

it("stops once the sink is full, and feeds the rest twice from a copy", async () => {
	const source = new Source({ files: [PLAIN, PACKED], references: ["r"] });
	const [first, rest, again]: [Kept, Kept, Kept] = [new Kept(), new Kept(), new Kept()];
	const pace = { advance() {} };
	expect(await source.feedUntil(first, pace, () => first.text.length > 3)).toBe(true);
	expect([first.text, source.hasRest]).toEqual(["r\n|http://a/\na.example\n", true]);
	source.copyInputs(folder);
	await source.feedLines(rest, pace);
	expect([rest.text, source.copiedOctets]).toEqual(["/c|x.example\ny\n|", 2 + 12]);
	source.rewind();
	await source.feedLines(again, pace);
	expect([again.text, source.changed]).toEqual([rest.text, undefined]);
	source.close();
});

it("feeds all until the end if the sink never fills", async () => {
	const source = new Source({ files: [PLAIN] });
	const kept = new Kept();
	const told: number[][] = [];
	expect(await source.feedUntil(kept, { advance: (...counts) => void told.push(counts) }, () => false)).toBe(false);
	expect([kept.text, source.hasRest, told.at(-1)]).toEqual(["http://a/\na.example\n/c|", false, [0, 2, 22]]);
	source.close();
});
