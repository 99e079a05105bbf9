/** What `npm run mutants -- wasm` is made of. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { callersOf, reasonFor } from "../fuzz/instruction-places";
import { KERNEL_FILES } from "../fuzz/kernel-files";
import { replaceable } from "../fuzz/mutants";
import { instructionsOf, SIMD } from "../fuzz/wasm-code";
import { ROOT } from "../support/packed";
import { CompiledKernels } from "./compiled-kernels";
import { type KernelMutant, mutantsOfKernels, readKernel, withKernelMutant } from "./kernel-mutants";
import { Selections } from "./kernel-selections";
import { runKernelMutants } from "./kernels-main";
import { partOf } from "./populations";
import { tellingReached } from "./reached-instructions";

const STORE = "store.simd.wasm";
const folder = mkdtempSync(join(tmpdir(), "urlsieve-kernels-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A source map by which all code of a kernel comes from the first line of a source. */
const mapTo = (source: string) => async (kernel: string) => {
	const map = join(folder, "map");
	writeFileSync(map, JSON.stringify({ version: 3, sources: [source], names: [], mappings: "AAAA" }));
	return { module: join(ROOT, "build", "out", kernel), map };
};
const PORTABLE = mapTo("assembly/index.ts");
const LEAF = mapTo("assembly/octets/span.ts");

describe("a kernel that tells what is reached", () => {
	const scope = { Module: WebAssembly.Module, Instance: WebAssembly.Instance };
	const compiled = new CompiledKernels(ROOT, scope);
	const replaceBy = (module: Uint8Array) => {
		const file = join(folder, STORE);
		writeFileSync(file, module);
		compiled.replace([{ name: STORE, file }]);
	};
	const instance = (octets: Uint8Array) => new scope.Instance(new scope.Module(Uint8Array.from(octets))).exports;

	it.each(Object.values(KERNEL_FILES))("is valid, with each instruction of %s", (file) => {
		const module = readKernel(ROOT, file);
		const places = replaceable(module).map(({ at }, index) => [at, index] as const);
		expect(WebAssembly.validate(tellingReached(module, new Map(places)))).toBe(true);
	});

	it("tells which instructions have run since it was asked, and exports nothing more that tests see", () => {
		const module = readKernel(ROOT, STORE);
		const places = replaceable(module).map(({ at }, index) => [at, index] as const);
		replaceBy(tellingReached(module, new Map(places)));
		const exports = instance(module) as Record<string, (...numbers: number[]) => number>;
		const names = WebAssembly.Module.exports(new WebAssembly.Module(Uint8Array.from(module))).map(({ name }) => name);
		expect(Object.keys(exports).sort()).toEqual([...names].sort());
		const other = new scope.Module(Uint8Array.from(module));
		expect(scope.Module.exports(other).map(({ name }) => name)).toEqual(names);
		compiled.takeReached();
		expect(compiled.takeReached()).toEqual([]);
		exports.checksum?.(1024, 1024 + 64);
		const reached = compiled.takeReached();
		expect(reached.length).toBeGreaterThan(0);
		expect(reached.length).toBeLessThan(places.length);
		expect(compiled.takeReached()).toEqual([]);
		compiled.forget();
		exports.checksum?.(1024, 1024 + 64);
		expect(compiled.takeReached()).toEqual([]);
	});

	it("is replaced by a mutant where that kernel is compiled, and by none of another", () => {
		replaceBy(readKernel(ROOT, STORE).subarray(0, 8));
		expect(Object.keys(instance(readKernel(ROOT, STORE)))).toEqual([]);
		expect(Object.keys(instance(readKernel(ROOT, "kernel.wasm")))).not.toEqual([]);
		compiled.replace([]);
		expect(Object.keys(instance(readKernel(ROOT, STORE)))).not.toEqual([]);
	});
});

describe("mutants of what runs in WebAssembly alone", () => {
	it("are drawn by the seed from all kernels: vector instructions, and all of leaves that have a portable variant", async () => {
		const { sample, total } = await mutantsOfKernels(ROOT, [partOf("")], 200, 7, PORTABLE);
		const all = Object.values(KERNEL_FILES).flatMap((kernel) => replaceable(readKernel(ROOT, kernel)));
		expect(total).toBe(all.filter(({ code }) => code >= SIMD).length);
		expect((await mutantsOfKernels(ROOT, [partOf("")], 1, 7, LEAF)).total).toBe(all.length);
		expect(new Set(sample.map(({ kernel, at }) => `${kernel} ${at}`)).size).toBe(200);
		expect(sample.map(({ number }) => number)).toEqual([...sample.keys()]);
		expect((await mutantsOfKernels(ROOT, [partOf("")], 200, 7, PORTABLE)).sample).toEqual(sample);
		const mutant = sample[0] as KernelMutant;
		const octets = Buffer.from(withKernelMutant(ROOT, mutant));
		expect(octets.subarray(mutant.at, mutant.at + mutant.after.length / 2).toString("hex")).toBe(mutant.after);
	});

	it("are none below a path without such a line, and need tests: a run of them is refused", async () => {
		const options = { root: ROOT, paths: [""], tests: [""], sample: 1, seed: 1, least: undefined };
		expect(await runKernelMutants({ ...options, paths: ["assembly/index.ts:2"] }, PORTABLE)).toBe(2);
		expect(await runKernelMutants({ ...options, tests: ["test/nowhere"] }, PORTABLE)).toBe(2);
	});

	it("are not drawn by a map of other code", async () => {
		const other = async () => ({ module: join(ROOT, "build", "out", STORE), map: join(folder, "map") });
		await expect(mutantsOfKernels(ROOT, [partOf("")], 1, 1, other)).rejects.toThrow("belongs to other code");
	});
});

describe("the reason why a mutant of a kernel cannot be observed", () => {
	/** `file:line` of a line of assembly/. */
	const placeOf = (file: string, line: string) => {
		const lines = readFileSync(join(ROOT, "assembly", file), "utf8").split("\n");
		return `assembly/${file}:${lines.findIndex((text) => text.trim() === line) + 1}`;
	};

	it("holds for the caller alone that it names", () => {
		const place = placeOf("octets/memory.ts", "return load<i32>(usize(at));");
		const caller = placeOf("reference/ipv6.ts", "return load32(Address.GROUPS + (index << 2));");
		const mutant = { kernel: "kernel.wasm", place, at: 0, before: "4101", after: "4121" };
		expect(reasonFor(ROOT, { ...mutant, caller })).toBe("any number but 0 is true");
		expect(reasonFor(ROOT, { ...mutant, caller: placeOf("reference/ipv6.ts", "") })).toBeUndefined();
		expect(reasonFor(ROOT, mutant)).toBeUndefined();
	});

	it("holds for the kernel alone that it names", () => {
		const place = placeOf(
			"octets/memory.ts",
			"const letters = (ascii + ONES * 0x3f) & ~(ascii + ONES * 0x25) & ~octets & (ONES << 7);",
		);
		const mutant = { place, at: 0, before: "42bffefcf9f3e7cf9f3f", after: "42bffefcf9f7e7cf9f3f" };
		expect(reasonFor(ROOT, { ...mutant, kernel: "kernel.wasm" })).toContain("schemes and registered names");
		expect(reasonFor(ROOT, { ...mutant, kernel: "crawl.wasm" })).toBeUndefined();
	});

	it("holds for the code alone that it names, if a line has equal constants", () => {
		const place = placeOf("reference/schemes/tel.ts", "if (count == Parameters.MAX || nameEnd(at, next) == at + 1) return 0;");
		const module = readKernel(ROOT, STORE);
		const reasonAt = (code: string) => {
			const at = Buffer.from(module).indexOf(Buffer.from(code, "hex"));
			return reasonFor(ROOT, { kernel: STORE, place, at, before: "4101", after: "4111" });
		};
		// A result, and a term.
		expect(reasonAt("410105")).toBe("any number but 0 is true");
		expect(reasonAt("41016a")).toBeUndefined();
	});

	it("names the nearest line before it in its function, loads and stores aside", () => {
		const module = readKernel(ROOT, STORE);
		const all = instructionsOf(module);
		const first = all.findIndex((instruction, index) => instruction.function === all[index + 3]?.function);
		const offsets = all.slice(first, first + 4).map(({ at }) => at);
		const places = ["assembly/a.ts:1", "assembly/octets/memory.ts:19", "assembly/b.ts:2", "assembly/b.ts:2"];
		const callerOf = callersOf(module, (at) => places[offsets.indexOf(at)] ?? "");
		expect(offsets.map(callerOf)).toEqual(["", "assembly/a.ts:1", "assembly/a.ts:1", "assembly/a.ts:1"]);
	});
});

describe("the tests for a mutant of a kernel", () => {
	const mutant = { number: 3, kernel: STORE } as KernelMutant;
	const fileOf = (file: string, milliseconds: number) => {
		const tests = [{ id: "1", name: "", passed: true, milliseconds, reached: [3] }];
		return { file, reached: [], tests };
	};
	const filesFor = (selections: Selections) => selections.of(mutant).map(({ file }) => file);

	it("are the quick ones first, and then those that have found others", () => {
		const selections = new Selections([fileOf("slow", 300), fileOf("quick", 200)]);
		expect(filesFor(selections)).toEqual(["quick", "slow"]);
		for (let times = 0; times < 9; ++times) selections.learn(mutant, selections.of(mutant), "slow: a test");
		expect(filesFor(selections)).toEqual(["slow", "quick"]);
		const hostile = "test/fuzz/hostile-host.test.ts";
		expect(filesFor(new Selections([fileOf("quick", 200), fileOf(hostile, 900)]))).toEqual([hostile, "quick"]);
		expect(new Selections([]).of(mutant)).toEqual([]);
	});

	it("are as many as fit its time, none of them slow", () => {
		const files = [fileOf("a", 9000), fileOf("b", 9100), fileOf("c", 9200), fileOf("d", 10_001), fileOf("e", 100)];
		expect(filesFor(new Selections(files))).toEqual(["e", "a", "b"]);
	});
});
