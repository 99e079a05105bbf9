/** The product under test: the built package on every engine, with the kernels of a folder. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { register } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { HostedKernel } from "./hosts/kernels";
import { KERNEL_FILES } from "./kernel-files";

type Core = typeof import("urlsieve");
type Crawl = typeof import("urlsieve/crawl");

/** The package on one engine. */
export interface Product {
	/** `simd` and `scalar` are builds of the kernels, `js` their portable sources. */
	readonly name: "simd" | "scalar" | "js";
	readonly engine: "wasm" | "js";
	readonly core: Core;
	readonly crawl: Crawl;
}

/** The kernels that write forms of references. */
export type Kernel = "core" | "crawl";

/** The subjects of a run. */
export interface Tested {
	readonly reference: Product;
	/** The products that are compared with the reference, each with the kernels that are tested in it. */
	readonly others: readonly (readonly [Product, readonly Kernel[]])[];
	/** Whether the reference is tested as well. */
	readonly isWhole: boolean;
	/** The kernels that are tested, under a hostile host. */
	readonly hosted: readonly HostedKernel[];
}

const NAMES = Object.values(KERNEL_FILES);

const KERNELS: readonly Kernel[] = ["core", "crawl"];

/** A folder that cannot be fuzzed, in one sentence. */
export class KernelError extends Error {}

/** The paths of kernels. */
export interface KernelPaths {
	/** By the names of KERNEL_FILES. */
	readonly all: Readonly<Record<string, string>>;
	/** The names of those that are tested: all, or those in the folder that was given. */
	readonly tested: readonly string[];
}

/** The paths of all kernels: those of `folder` replace those that are built. Throws KernelError if it has none. */
export function kernelPaths(root: string, folder: string | undefined): KernelPaths {
	const given = folder === undefined ? NAMES : kernelsIn(folder);
	const all = Object.entries(KERNEL_FILES).map(([name, file]) => {
		return [name, given.includes(file) ? join(folder ?? join(root, "build", "out"), file) : join(root, "build", "out", file)];
	});
	const tested = Object.keys(KERNEL_FILES).filter((name) => given.includes(KERNEL_FILES[name] as string));
	return { all: Object.fromEntries(all), tested };
}

function kernelsIn(folder: string): string[] {
	const found = existsSync(folder) ? readdirSync(folder).filter((file) => NAMES.includes(file)) : undefined;
	if (found === undefined) throw new KernelError(`The folder ${folder} does not exist.`);
	if (found.length === 0) throw new KernelError(`The folder ${folder} has no kernel: it needs one of ${NAMES.join(", ")}.`);
	return found;
}

/** Why a kernel does not start, or undefined. The package would run its JavaScript instead. */
export function faultOf(path: string, name: string): string | undefined {
	try {
		const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
		const { initialize, hasSimd } = exports as Record<string, () => number>;
		initialize?.();
		const expected = name.endsWith(".simd") ? 1 : 0;
		return hasSimd?.() === expected ? undefined : `hasSimd() returns ${hasSimd?.()}, not ${expected}`;
	} catch (error) {
		return String(error);
	}
}

/** Loads the package on every engine that runs a tested kernel. Call it once in a process. */
export async function loadProducts(hooks: string, { all, tested }: KernelPaths): Promise<Tested> {
	register(pathToFileURL(hooks), { data: all });
	const others: [Product, Kernel[]][] = [];
	for (const name of ["simd", "scalar"] as const) {
		const kernels = KERNELS.filter((kernel) => tested.includes(`${kernel}.${name}`));
		if (kernels.length > 0) others.push([await loadProduct(name, `?${name}`, "wasm"), kernels]);
	}
	const hosted = tested.map((name) => new HostedKernel(name, new Uint8Array(readFileSync(all[name] as string))));
	return { reference: await loadProduct("js", "", "js"), others, isWhole: tested.length === NAMES.length, hosted };
}

async function loadProduct(name: Product["name"], suffix: string, engine: Product["engine"]): Promise<Product> {
	const entry = (path: string) => import(/* @vite-ignore */ `${path}${suffix}`);
	return { name, engine, core: await entry("urlsieve"), crawl: await entry("urlsieve/crawl") };
}
