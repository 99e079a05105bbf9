/** Inputs on every build of a kernel: each writes what the portable sources do, to its own areas. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as portableCrawl from "../../../../assembly/crawl/index";
import * as portableCore from "../../../../assembly/index";
import { createArrayKernel } from "../../../../src/engine/array-kernel";
import { KernelPair } from "../hosts/kernel-pair";
import { KERNEL_FILES } from "../kernel-files";
import { type NativeKernel, playInput, programsOf } from "./inputs";

const PORTABLE = { core: portableCore, crawl: portableCrawl } as const;
const PAGES = 20;

/** Plays the inputs. Returns a row for each that shows a fault: the build, the input in Base64, what was expected and what came. */
export function replay(root: string, kernel: NativeKernel, inputs: readonly Uint8Array[]): string[] {
	const programs = programsOf(kernel);
	return ["simd", "scalar"].flatMap((build) => {
		const file = KERNEL_FILES[`${kernel}.${build}`] as string;
		const octets = new Uint8Array(readFileSync(join(root, "build", "out", file)));
		const pair = new KernelPair(octets, createArrayKernel(PORTABLE[kernel]), PAGES);
		return inputs.flatMap((input, number) => {
			pair.begin(number);
			playInput(pair, kernel, input, programs);
			pair.finish();
			return pair.faults.splice(0).map(({ what, expected, actual }) => {
				return JSON.stringify([`${file}: ${what}`, Buffer.from(input).toString("base64"), expected, actual]);
			});
		});
	});
}
