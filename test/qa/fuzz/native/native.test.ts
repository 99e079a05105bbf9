/** Inputs that libFuzzer has found: together they reach all that it has ever reached of the scalar kernels. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import * as core from "../../../../assembly/index";
import { createArrayKernel } from "../../../../src/engine/array-kernel";
import { everyNth } from "../../../support/extent";
import { corpusOf } from "../corpus";
import { KernelPair } from "../hosts/kernel-pair";
import { layoutOf, nativeCorpus, playInput } from "./inputs";
import { replay } from "./replay";

/** The short form plays one of so many inputs. */
const SHARE = 6;
const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

describe.each(["core", "crawl"] as const)("inputs of the %s kernel", (kernel) => {
	it("give on each build what they give on the portable sources", () => {
		const inputs = everyNth(corpusOf(ROOT, nativeCorpus(kernel)), SHARE);
		expect(inputs.length).toBeGreaterThan(40);
		expect(replay(ROOT, kernel, inputs)).toEqual([]);
	});

	it("are read by numbers that are in the layouts", () => {
		expect(layoutOf(kernel).match(/undefined|NaN/)).toBeNull();
	});
});

it("an input shows a kernel that writes something else", () => {
	const octets = new Uint8Array(readFileSync(new URL("../../../../build/out/kernel.wasm", import.meta.url)));
	const pair = new KernelPair(octets, createArrayKernel({ ...core, normalizeLines: () => 0 }), 2);
	pair.begin(1);
	playInput(pair, "core", Buffer.from("\0\0\0\0\0\0HTTP://h\n"), []);
	expect(pair.faults.length).toBe(1);
});
