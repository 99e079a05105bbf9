/** The memory that a long reference takes is given back, and repeated long references do not pay for it each time. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { Level } from "../../assembly/layout/options";
import type { Engine, Kernel } from "../../src/engine/kernel";
import { createKernel } from "../../src/engine/select";
import { linesWorkspace, referenceWorkspace } from "../../src/engine/shared";
import { LINES_CAPACITY, PATIENCE, REFERENCE_CAPACITY, Workspace } from "../../src/engine/workspace";
import { createNormalizer, lineStream, SeenSet } from "../../src/index";
import { encode } from "../../src/reference/transcode";

const ENGINES: readonly Engine[] = ["wasm", "js"];
const LONG = `HTTP://h/${"a".repeat(4 * LINES_CAPACITY)}`;
const NORMAL = LONG.replace("HTTP", "http");
/** More uses than any of these tests has enlarged workspaces before: by then, one is replaced. */
const SOON = 1000;
const octetsOf = (text: string) => new TextEncoder().encode(text);
const textOf = (octets: Uint8Array) => new TextDecoder().decode(octets);

function repeat(times: number, use: () => void): void {
	for (let time = 0; time < times; ++time) use();
}

/** A workspace that counts its kernels. */
function counted(engine: Engine) {
	const counts = { kernels: 0 };
	const create = () => {
		++counts.kernels;
		return createKernel(engine);
	};
	return { counts, workspace: new Workspace(create, REFERENCE_CAPACITY) };
}

describe.each(ENGINES)("%s", (engine) => {
	it("gives the memory of a long reference back, to normalizers that exist already too", () => {
		const normalizer = createNormalizer({ engine });
		const { workspace } = normalizer;
		const before = workspace.kernel.octets.length;
		expect(normalizer.normalize(LONG)).toBe(NORMAL);
		expect(workspace.kernel.octets.length).toBeGreaterThan(4 * LONG.length);
		repeat(SOON, () => expect(normalizer.normalize("HTTP://H/")).toBe("http://h/"));
		expect(workspace.capacity).toBe(REFERENCE_CAPACITY);
		expect(workspace.kernel.octets.length).toBeLessThanOrEqual(Math.max(before, LINES_CAPACITY * 10));
		expect(referenceWorkspace(engine)).toBe(workspace);
		expect(normalizer.normalize(LONG)).toBe(NORMAL);
		expect(normalizer.normalize("HTTP://H/é")).toBe("http://h/%C3%A9");
	});

	it("gives the memory of a long line back", () => {
		const normalizer = createNormalizer({ engine });
		const set = new SeenSet({ normalizer });
		const workspace = linesWorkspace(engine);
		expect(textOf(normalizer.normalizeLines(octetsOf(`${LONG}\n`)).lines)).toBe(`${NORMAL}\n`);
		expect(workspace.capacity).toBeGreaterThan(LINES_CAPACITY);
		repeat(SOON, () => normalizer.normalizeLines(octetsOf("HTTP://a\n")));
		expect(workspace.capacity).toBe(LINES_CAPACITY);
		// What uses the workspace, and what was made before, still works.
		expect(set.addLines(octetsOf(`http://a\n${LONG}\nHTTP://A/\n`)).duplicates).toBe(1);
		const column = normalizer.normalizeColumn({ offsets: Int32Array.of(0, 8), data: octetsOf("HTTP://a") });
		expect(textOf(column.data)).toBe("http://a/");
		expect(textOf(normalizer.resolveLines(octetsOf("../b\n"), "http://a/b/c/d").lines)).toBe("http://a/b/b\n");
	});

	it("preserves the base of resolutions, however long", () => {
		const { workspace, counts } = counted(engine);
		const base = octetsOf(`http://h/${"b".repeat(2 * LINES_CAPACITY)}/c`);
		const text = textOf(base);
		expect(workspace.setBase({ text, octets: base, resolution: 0 })).toBe(0);
		repeat(PATIENCE, () => workspace.tidy());
		expect(counts.kernels).toBe(2);
		const length = encode("?q", workspace);
		const { kernel, input, output } = workspace;
		const end = kernel.call.resolve(input, input + length, output);
		expect(textOf(kernel.octets.subarray(output, end))).toBe(`${text}?q`);
		expect(workspace.hasBase(text, 0)).toBe(true);
	});

	it("replaces the kernel ever more rarely: repeated long references do not thrash", () => {
		const { workspace, counts } = counted(engine);
		repeat(20_000, () => {
			workspace.reserve(2 * LINES_CAPACITY);
			workspace.tidy();
		});
		// At the powers of two from 64 to 16,384.
		expect(counts.kernels).toBe(1 + 9);
	});

	it("never replaces the kernel of a workspace that is not enlarged", () => {
		const { workspace, counts } = counted(engine);
		workspace.reserve(LINES_CAPACITY);
		repeat(1000, () => encode("http://h/", workspace));
		expect(counts.kernels).toBe(1);
	});

	it("releases the old kernel to the garbage collector", async () => {
		setFlagsFromString("--expose-gc");
		const collect = runInNewContext("gc") as () => void;
		const { workspace } = counted(engine);
		workspace.reserve(8 * LINES_CAPACITY);
		const old = new WeakRef(workspace.kernel);
		repeat(PATIENCE, () => workspace.tidy());
		for (let turn = 0; turn < 20 && old.deref() !== undefined; ++turn) {
			await new Promise((resolve) => setTimeout(resolve));
			collect();
		}
		expect(old.deref()).toBe(undefined);
	});
});

/** What creates a second kernel where there is no memory for one: another engine, an error, or a kernel that cannot grow. */
const SHORTAGES: readonly (readonly [string, () => Kernel])[] = [
	["is only memory for one in JavaScript", () => createKernel("js")],
	[
		"is no memory at all",
		() => {
			throw new RangeError("no memory");
		},
	],
	[
		"is too little memory for one",
		() => {
			const kernel = createKernel("wasm");
			kernel.reserve = () => {
				throw new RangeError("no memory");
			};
			return kernel;
		},
	],
];

it.each(SHORTAGES)("keeps its kernel if there %s", (_, second) => {
	const kernel = createKernel("wasm");
	const creators = [() => kernel, second];
	const workspace = new Workspace(() => (creators.shift() as () => Kernel)(), REFERENCE_CAPACITY);
	workspace.reserve(2 * LINES_CAPACITY);
	const { output, result, base } = workspace;
	repeat(PATIENCE, () => workspace.tidy());
	expect(creators).toEqual([]);
	expect(workspace).toMatchObject({ capacity: 2 * LINES_CAPACITY, output, result, base });
	expect(workspace.kernel).toBe(kernel);
	const length = encode("HTTP://H/", workspace);
	const end = kernel.call.normalize(Level.SCHEME, workspace.input, workspace.input + length, workspace.output);
	expect(textOf(kernel.octets.subarray(workspace.output, end))).toBe("http://h/");
});

it("preserves the unfinished line of a stream whose workspace is replaced between its chunks", async () => {
	const normalizer = createNormalizer();
	const text = async (chunks: string[]) => {
		const stream = lineStream();
		const writer = stream.writable.getWriter();
		const output = new Response(stream.readable).text();
		for (const chunk of chunks) {
			await writer.write(octetsOf(chunk));
			normalizer.normalizeLines(octetsOf(`${LONG}\n`));
			repeat(40, () => normalizer.normalizeLines(octetsOf("x:\n")));
		}
		await writer.close();
		return output;
	};
	const [half, rest] = [LONG.slice(0, 200_000), LONG.slice(200_000)];
	expect(await text(["HTTP:", "//a\nHTT", "P://b\n", half, rest, "\nHTTP:", "//c"])).toBe(
		`http://a/\nhttp://b/\n${NORMAL}\nhttp://c/\n`,
	);
});
