/** The threads of a run in passes, where others do not start, or end in the middle of their work. */
import { closeSync, openSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BlockFile } from "../../src/dedupe/passes/block-file";
import { PassesCrew } from "../../src/dedupe/passes/passes-crew";
import type { Plan } from "../../src/dedupe/passes/plan";
import { LineResults } from "../../src/files/output/line-results";
import { Output } from "../../src/files/output/output";
import { resolveOptions } from "../../src/options";
import { CHUNK_SIZE, type Relay, Total } from "../../src/threads/relay";
import { setProgram } from "../../src/threads/start";
import { useFolder } from "../cli/command";
import { refusalOf } from "../cli/refusals";

const { folder, path, write } = useFolder();

const PLAN: Plan = {
	...{ memory: 2 ** 24, bits: 2, mapSize: 2 ** 20, tableSize: 2 ** 20, reportSize: 0, classSize: 0, auditSize: 0 },
	...{ folder, tempOctets: 0, isOriginal: false, threads: 2 },
};
const KEY = new Uint8Array(16);

/** Runs `use` with a crew whose other thread runs `program`, over a list. Returns what its source was told. */
async function withCrew(
	list: string,
	program: string,
	use: (crew: PassesCrew, output: Output) => Promise<void>,
	advance: (relay: Relay) => void = () => {},
): Promise<unknown[]> {
	const thread = write("thread.mjs", program);
	setProgram(() => thread);
	const file = { name: "LIST", descriptor: openSync(write("list.txt", list), "r") };
	const [output, blocks] = [new Output(path("out.txt")), new BlockFile(folder, 0)];
	const told: unknown[] = [];
	const source = {
		...{ options: { engine: "js" } as const, files: [file], results: new LineResults(output, undefined), advance },
		begin: (pass: string) => void told.push(["begin", pass]),
		end: (pass: string, relay: Relay) => void told.push(["end", pass, relay.total(Total.LINES)]),
		refuse(): never {
			throw new Error("changed");
		},
	};
	const crew = new PassesCrew({ settings: resolveOptions({ engine: "js" }), rules: undefined }, PLAN, blocks, KEY, source);
	try {
		await use(crew, output);
	} finally {
		await crew.stop();
		blocks.close();
		closeSync(file.descriptor);
	}
	return told;
}

it("do all of the work in the main one if no other starts", async () => {
	const told = await withCrew("http://a\nHTTP://A\nhttp://b\n", "", async (crew, output) => {
		expect([await crew.read(), crew.hasRoomFor(3)]).toEqual([3, true]);
		expect(await crew.compare(3, () => {})).toBe(1);
		await crew.write();
		output.seal(false);
		output.commit();
		expect(readFileSync(path("out.txt"), "utf8")).toBe("http://a/\nhttp://b/\n");
	});
	expect(told).toEqual([
		["begin", "reading"],
		["end", "reading", 3],
		["begin", "writing"],
		["end", "writing", 3],
	]);
});

it("stop if another ends in the middle of its work, though they would wait for its turn", async () => {
	const program = `import { parentPort } from "node:worker_threads";
parentPort.postMessage({ kind: "started" });
setTimeout(() => { throw new Error("MESSAGE"); }, 50);`;
	const told = await withCrew(
		"http://a\n".repeat(CHUNK_SIZE / 4),
		program,
		async (crew, output) => {
			expect(await refusalOf(() => crew.read())).toEqual([3, "MESSAGE"]);
			output.abandon();
		},
		// The other thread takes its turn, and does not come to its end.
		(relay) => void relay.takeTicket(),
	);
	expect(told).toEqual([["begin", "reading"]]);
});
