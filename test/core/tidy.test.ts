/** The memory that a long reference takes is given back, and repeated long references do not pay for it each time. */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createNormalizer, lineStream, SeenSet } from "urlsieve";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const LONG = `HTTP://h/${"a".repeat(500_000)}`;
const NORMAL = LONG.replace("HTTP", "http");
const octetsOf = (text: string) => new TextEncoder().encode(text);
const textOf = (octets: Uint8Array) => new TextDecoder().decode(octets);
const normalizer = createNormalizer();

/** The memories of all kernels that are instantiated. */
const memories: WeakRef<WebAssembly.Memory>[] = [];

function repeat(times: number, use: () => void): void {
	for (let time = 0; time < times; ++time) use();
}

const { Instance } = WebAssembly;

/** Instances are made by `make` from now on. */
function instantiate(make: (module: WebAssembly.Module) => WebAssembly.Instance): void {
	WebAssembly.Instance = new Proxy(Instance, { construct: (_, [module]) => make(module) });
}

beforeEach(() => {
	memories.length = 0;
	instantiate((module) => {
		const instance = new Instance(module);
		memories.push(new WeakRef(instance.exports.memory as WebAssembly.Memory));
		return instance;
	});
});
afterEach(() => {
	WebAssembly.Instance = Instance;
});

describe.each<[what: string, long: () => void, short: () => void]>([
	[
		"reference",
		() => expect(normalizer.normalize(LONG)).toBe(NORMAL),
		() => expect(normalizer.normalize("HTTP://H/é")).toBe("http://h/%C3%A9"),
	],
	[
		"line",
		() => expect(textOf(normalizer.normalizeLines(octetsOf(`${LONG}\n`)).lines)).toBe(`${NORMAL}\n`),
		() => expect(textOf(normalizer.normalizeLines(octetsOf("HTTP://a\n")).lines)).toBe("http://a/\n"),
	],
])("the memory of a long %s", (_, long, short) => {
	it("is given back after more short ones than any memory has seen", () => {
		long();
		repeat(1000, short);
		const last = memories.at(-1)?.deref() as WebAssembly.Memory;
		expect(last.buffer.byteLength).toBeLessThan(2 ** 21);
		long();
		expect(last.buffer.byteLength).toBeGreaterThan(LONG.length);
	});

	it("is given back ever more rarely while long ones keep coming", () => {
		repeat(300, long);
		expect(memories.length).toBeLessThan(4);
	});

	it("is collected as garbage once it is given back", async () => {
		setFlagsFromString("--expose-gc");
		const collect = runInNewContext("gc") as () => void;
		long();
		repeat(10_000, short);
		expect(memories.length).toBeGreaterThan(0);
		const left = () => memories.filter((memory) => memory.deref() !== undefined).length;
		for (let turn = 0; turn < 20 && left() > 1; ++turn) {
			await new Promise((resolve) => setTimeout(resolve));
			collect();
		}
		expect(left()).toBeLessThanOrEqual(1);
	});
});

it("a long base is preserved while the memory is given back", () => {
	const base = `http://h/${"b".repeat(400_000)}/c`;
	repeat(1000, () => expect(normalizer.resolve("?q", base) === `${base}?q`).toBe(true));
});

it("sets and columns work on while the memory of lines is given back", () => {
	const set = new SeenSet({ normalizer });
	normalizer.normalizeLines(octetsOf(`${LONG}\n`));
	repeat(1000, () => normalizer.normalizeLines(octetsOf("HTTP://a\n")));
	expect(set.addLines(octetsOf(`http://a\n${LONG}\nHTTP://A/\n`)).duplicates).toBe(1);
	const column = normalizer.normalizeColumn({ offsets: Int32Array.of(0, 8), data: octetsOf("HTTP://a") });
	expect(textOf(column.data)).toBe("http://a/");
});

it("normalizers work on where there is no memory for another kernel", () => {
	normalizer.normalize(LONG);
	instantiate(() => {
		throw new RangeError("no memory");
	});
	repeat(5000, () => expect(normalizer.normalize("HTTP://H/")).toBe("http://h/"));
});

it("a stream keeps its unfinished line while the memory is given back between its chunks", async () => {
	const stream = lineStream();
	const writer = stream.writable.getWriter();
	const output = new Response(stream.readable).text();
	for (const chunk of ["HTTP:", "//a\nHTT", "P://b\n", LONG.slice(0, 200_000), LONG.slice(200_000), "\nHTTP:", "//c"]) {
		await writer.write(octetsOf(chunk));
		normalizer.normalizeLines(octetsOf(`${LONG}\n`));
		repeat(40, () => normalizer.normalizeLines(octetsOf("x:\n")));
	}
	await writer.close();
	expect(await output).toBe(`http://a/\nhttp://b/\n${NORMAL}\nhttp://c/\n`);
});
