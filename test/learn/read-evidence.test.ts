/** Evidence of an earlier run is read line by line, as it is written, and in any other form of JSON. */
import { mkdtempSync, readdirSync, readlinkSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Evidence, learn } from "urlsieve/learn";
import { describe, expect, it } from "vitest";
import { filesOf } from "../../src/job/learned-files";
import { readEvidence } from "../../src/job/read-evidence";
import { batchesOf } from "../support/row-batches";

const folder = mkdtempSync(join(tmpdir(), "read-evidence-"));

function read(text: string | Uint8Array): Evidence {
	writeFileSync(join(folder, "evidence.json"), text);
	return readEvidence(folder);
}

const LEARNED = learn(
	batchesOf(
		Array.from({ length: 600 }, (_, row) => ({
			url: `https://s${row % 3}.com/${row >> 3}?${row % 2 ? "é%0A=1" : ""}`,
			digests: [`${row % 3} ${row >> 3}`],
		})),
	),
);

describe("evidence", () => {
	it("is read as it is written", async () => {
		const learned = await LEARNED;
		expect(learned.evidence.rules.length).toBeGreaterThan(0);
		expect(read(filesOf(learned)["evidence.json"])).toEqual(learned.evidence);
	});

	it.each([undefined, "\t"])("is read in another form of JSON", async (indent) => {
		const { evidence } = await LEARNED;
		expect(read(JSON.stringify(evidence, undefined, indent))).toEqual(evidence);
		expect(read(`\n${JSON.stringify(evidence, undefined, indent)}\n\n`)).toEqual(evidence);
	});

	it("is read in pieces that end anywhere", async () => {
		const learned = await LEARNED;
		const [rule] = learned.evidence.rules;
		// Characters of two octets, in lines of odd lengths, so that pieces of 1 MiB end within them.
		const rules = Array.from({ length: 5000 }, (_, index) => ({ ...rule, rule: `param:${"é".repeat(200 + (index % 3))}` }));
		const evidence = { ...learned.evidence, rules } as unknown as Evidence;
		const octets = filesOf({ ...learned, evidence })["evidence.json"];
		expect(octets.length).toBeGreaterThan(2 << 20);
		expect(read(octets)).toEqual(evidence);
	});

	it.each(["", "{", "{\n", '{\n"rules":[\n{}\n', '{\n"rules":[\n{\n]\n}\n', '{\n"a":1\n}\n}\n', "null\n}"])(
		"is refused if it is %j",
		(text) => {
			expect(() => read(text)).toThrow(/evidence\.json is not JSON/);
		},
	);

	it("has no prototype of its own making", () => {
		expect(Object.getPrototypeOf(read('{\n"__proto__":{"rules":[]}\n}\n'))).toBe(null);
	});
});

it.runIf(process.platform === "linux")("leaves no file of evidence open, whether it is one or not", () => {
	const open = () =>
		readdirSync("/proc/self/fd").filter((descriptor) => {
			try {
				return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(realpathSync(folder));
			} catch {
				return false;
			}
		});
	expect(read("{}")).toEqual({});
	expect(() => read("no evidence")).toThrow("is not JSON");
	expect(open()).toEqual([]);
});
