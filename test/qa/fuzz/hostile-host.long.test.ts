/**
 * A hostile host: random areas, options, answers and orders of calls, within what the pages on the kernels' interfaces allow. No call
 * traps, none changes an octet outside of its areas, and each answer is that of the portable sources.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as store from "../../../assembly/store/index";
import { createArrayKernel } from "../../seams/kernels";
import { linesOf } from "./answers";
import { Generator } from "./generator";
import { KernelPair } from "./hosts/kernel-pair";
import { HostedKernel } from "./hosts/kernels";
import { KERNEL_FILES } from "./kernel-files";

/** `npm run fuzz` plays a number of scenes that depends on its lines. */
const SCENES = 1000;
/** Scenes that share lines. */
const BATCH = 50;

function octetsOf(file: string): Uint8Array<ArrayBuffer> {
	return new Uint8Array(readFileSync(new URL(`../../../build/out/${file}`, import.meta.url)));
}

describe.each(Object.entries(KERNEL_FILES))("%s under a hostile host", (name, file) => {
	it("traps nowhere, keeps to its areas, and answers what the portable sources do", () => {
		const kernel = new HostedKernel(name, octetsOf(file));
		const generator = new Generator({ seed: 8 });
		for (let seed = 0; seed < SCENES / BATCH; ++seed) {
			expect([seed, kernel.play(linesOf(generator.batch(300)), seed, BATCH)]).toEqual([seed, []]);
		}
		expect(kernel.calls).toBeGreaterThan(SCENES);
	});
});

describe("a hostile host", () => {
	const pair = () => new KernelPair(octetsOf("store.simd.wasm"), createArrayKernel(store), 2);

	it("notices an octet outside of all areas", () => {
		const host = pair();
		host.begin(1);
		const [, end] = host.put(Uint8Array.of(1, 2, 3));
		host.finish();
		expect(host.faults).toEqual([]);
		host.set(end + 1000, Uint8Array.of(0));
		host.finish();
		expect(host.faults.map(({ what }) => what)).toEqual(["canaries, js", "canaries, wasm"]);
	});

	it("notices results, octets and words that differ", () => {
		const host = pair();
		host.begin(1);
		const at = host.area(64, 4);
		let sides = 0;
		host.each("a side", (side) => {
			side.setWord(at, ++sides);
			return String(sides);
		});
		host.same("the area", at, at + 64);
		expect(host.faults.map(({ what }) => what)).toEqual(["a side, from character 0 on", "the area, from octet 0 on"]);
	});
});
