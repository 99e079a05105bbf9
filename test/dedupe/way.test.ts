/** Which way a job takes by what it reads, writes and is asked for, and with how much memory. */
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { LEAST_MEMORY } from "../../src/dedupe/passes/plan";
import { memoryByDefault, setCapacity, type WayOptions, wayOf } from "../../src/dedupe/way";
import { Source } from "../../src/files/input/source";
import { Output } from "../../src/files/output/output";
import { LineReader } from "../../src/job/line-reader";
import { ReportingPace } from "../../src/node/reporting-pace";
import { openRules } from "../../src/node/rules";
import { useFolder } from "../cli/command";

const { folder, path } = useFolder();

const MIB = 2 ** 20;

const NOTHING: WayOptions = {
	memory: undefined,
	temp: undefined,
	isOriginal: false,
	isSeen: false,
	isAudited: false,
	isReported: false,
	table: undefined,
	byClass: undefined,
};
const CHOICE: WayOptions["byClass"] = { keep: { which: "last" }, countInto: undefined, counts: false };
const TABLE = { files: [], command: "dedupe" } as unknown as NonNullable<WayOptions["table"]>;
const LIBRARY = { ...TABLE, container: "arrow" } as const;

writeFileSync(path("short.txt"), "http://a\n");
writeFileSync(path("long.txt"), new Uint8Array(16 * MIB).fill(0x0a));
writeFileSync(path("list.gz"), gzipSync("http://a\n"));

/** What the way of a job depends on besides its options. */
interface Around {
	readonly input?: string;
	/** Absent for a file in the folder. */
	readonly output?: string;
	readonly scheme?: string;
	readonly threads?: number;
	readonly invalid?: "fail";
}

async function way(
	options: Partial<WayOptions>,
	{ input = "short.txt", output = path("out.txt"), scheme, threads, invalid }: Around = {},
) {
	const source = new Source({ files: [path(input)], scheme });
	const { rules } = await openRules({ invalid }, "normalized");
	const reader = new LineReader({ source, threads, scheme }, rules, new ReportingPace(() => {}, source.size));
	const target = new Output(output);
	try {
		return wayOf(reader, target, { ...NOTHING, ...options });
	} finally {
		target.abandon();
		source.close();
	}
}

const LONG = { input: "long.txt" };

describe("the way of a job", () => {
	it("is a set in memory for a short list, and passes for a long one from file to file", async () => {
		expect(await way({})).toEqual({ route: "memory", plan: undefined });
		const { route, plan } = await way({}, LONG);
		expect(route).toBe("passes");
		expect(plan).toMatchObject({ folder, isOriginal: false, auditSize: 0, reportSize: 0, classSize: 0 });
		expect(plan?.memory).toBeGreaterThanOrEqual(LEAST_MEMORY);
	});

	it("is a set in memory if the output is none, if lines are completed, chosen or logged, or if one may end the run", async () => {
		expect((await way({}, { ...LONG, output: "/dev/null" })).route).toBe("memory");
		expect((await way({}, { ...LONG, scheme: "http" })).route).toBe("memory");
		expect((await way({ byClass: CHOICE }, LONG)).route).toBe("memory");
		expect((await way({ isAudited: true }, LONG)).route).toBe("memory");
		expect((await way({ table: TABLE }, LONG)).route).toBe("memory");
		expect((await way({}, { ...LONG, invalid: "fail" })).route).toBe("memory");
		expect((await way({ isSeen: true }, LONG)).route).toBe("passes");
	});

	it("is passes with a bound of memory, which goes to what is asked for", async () => {
		const memory = 32 * MIB;
		const { route, plan } = await way({ memory });
		expect([route, plan?.memory, plan?.threads, plan?.isOriginal]).toEqual(["passes", memory, 1, false]);
		expect((await way({ memory, isOriginal: true })).plan?.isOriginal).toBe(true);
		expect((await way({ memory, isAudited: true, isReported: true })).plan).toMatchObject({
			auditSize: 4 * MIB,
			reportSize: 4 * MIB,
			classSize: 0,
		});
		// Lines that are chosen and rows are written anew, as if they were wanted as they came.
		expect((await way({ memory, byClass: CHOICE })).plan).toMatchObject({ classSize: 8 * MIB, isOriginal: true });
		expect((await way({ memory, table: TABLE })).plan).toMatchObject({ classSize: 0, isOriginal: true });
	});

	it("is a stream with a bound of 64 MiB, unless the list can be read twice", async () => {
		const compressed = { input: "list.gz" };
		expect((await way({ memory: 64 * MIB }, compressed)).route).toBe("stream");
		expect((await way({ memory: 64 * MIB })).route).toBe("passes");
		expect((await way({ memory: 64 * MIB - 1 }, compressed)).route).toBe("passes");
		for (const more of [{ isSeen: true }, { isAudited: true }, { byClass: CHOICE }, { table: TABLE }, { table: LIBRARY }])
			expect((await way({ memory: 64 * MIB, ...more }, compressed)).route).toBe("passes");
		expect((await way({ memory: 64 * MIB, table: LIBRARY })).route).toBe("passes");
	});

	it("has one thread where lines have to come in order", async () => {
		const memory = 32 * MIB;
		const threads = async (options: Partial<WayOptions>) =>
			(await way({ memory, ...options }, { ...LONG, threads: 2 })).plan?.threads;
		expect(await threads({})).toBe(2);
		for (const more of [{ isAudited: true }, { byClass: CHOICE }, { table: TABLE }]) expect(await threads(more)).toBe(1);
	});

	it("puts temporary files beside the output, in the directory of the system, or where it is told to", async () => {
		const memory = 32 * MIB;
		const other = path("other");
		mkdirSync(other);
		expect((await way({ memory })).plan?.folder).toBe(folder);
		expect((await way({ memory }, { output: "/dev/null" })).plan?.folder).toBe(tmpdir());
		expect((await way({ memory, temp: other })).plan?.folder).toBe(other);
		expect((await way({ temp: other }, LONG)).plan?.folder).toBe(other);
		// A directory that nobody can look at has no room for passes that nobody has asked for.
		expect((await way({ temp: path("none") }, LONG)).route).toBe("passes");
	});
});

describe("the memory of a job", () => {
	it("is a quarter of what is free, but never less than passes need", () => {
		expect(memoryByDefault()).toBeGreaterThanOrEqual(LEAST_MEMORY);
	});

	it("is a quarter of what a container may use, where that is less", () => {
		// A container cannot be started here. Without a limit, the number is 0.
		const limit = vi.spyOn(process, "constrainedMemory");
		try {
			limit.mockReturnValue(128 * MIB);
			expect(memoryByDefault()).toBe(32 * MIB);
			limit.mockReturnValue(0);
			expect(memoryByDefault()).toBeGreaterThan(32 * MIB);
		} finally {
			limit.mockRestore();
		}
	});

	it("has room at first for what the size of the inputs suggests", () => {
		expect([0, 95, 96, 9600].map(setCapacity)).toEqual([0, 0, 1, 100]);
	});
});
