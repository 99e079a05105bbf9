/** A loader of translated sources. Each loader evaluates every module anew, so that no test sees what another has left behind. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import type { Code } from "./translated";

/** The portable variants of the kernel's leaves come first, as in vitest.config.ts. */
const SUFFIXES = ["", ".host.ts", ".ts", ".mjs", "/index.ts"];

type Evaluate = (exports: object, module: { exports: unknown }, require: (name: string) => unknown, meta: object) => void;

/** Code, compiled once for all loaders. */
export class Modules {
	private readonly compiled = new Map<string, Evaluate>();

	/** `given`: what other names are, such as `vitest`. `adapt`: what changes the exports of a module, by its path, once it is evaluated. */
	constructor(
		readonly root: string,
		private readonly code: Code,
		readonly given: ReadonlyMap<string, unknown>,
		readonly adapt: ReadonlyMap<string, (exports: never) => void> = new Map(),
	) {}

	/** The path of a module that another one imports, or undefined for a package. */
	pathOf(name: string, importer: string): string | undefined {
		if (!name.startsWith(".")) return undefined;
		const path = normalize(join(dirname(importer), name));
		const suffix = SUFFIXES.find((some) => this.code.has(path + some));
		return suffix === undefined ? path : path + suffix;
	}

	compile(file: string, code = this.code.get(file)): Evaluate {
		const known = this.compiled.get(file);
		if (known !== undefined && code === this.code.get(file)) return known;
		const script = new Script(`(function (exports, module, require, META) {${code}\n})`, { filename: join(this.root, file) });
		const evaluate = script.runInThisContext() as Evaluate;
		if (code === this.code.get(file)) this.compiled.set(file, evaluate);
		return evaluate;
	}

	has(file: string): boolean {
		return this.code.has(file);
	}
}

/** A module that is replaced: its path, and its code. */
export interface Replacement {
	readonly file: string;
	readonly code: string;
}

/** Evaluates modules, with replacements of some of them. */
export class Loader {
	private readonly loaded = new Map<string, { exports: unknown }>();

	constructor(
		private readonly modules: Modules,
		private readonly replacements: readonly Replacement[],
	) {}

	/** What a module exports that has been loaded. */
	loadedAs(file: string): unknown {
		return this.loaded.get(file)?.exports;
	}

	/** What a module exports. `file` is its path below the root. */
	load(file: string): unknown {
		const known = this.loaded.get(file);
		if (known !== undefined) return known.exports;
		const module = { exports: {} as unknown };
		this.loaded.set(file, module);
		if (file.endsWith(".json")) {
			module.exports = JSON.parse(readFileSync(join(this.modules.root, file), "utf8"));
			return module.exports;
		}
		const path = join(this.modules.root, file);
		const code = this.replacements.find((replacement) => replacement.file === file)?.code;
		const evaluate = this.modules.compile(file, code);
		const native = createRequire(path);
		const require = (name: string) => {
			const inner = this.modules.pathOf(name, file);
			if (inner !== undefined && (this.modules.has(inner) || inner.endsWith(".json"))) return this.load(inner);
			return this.modules.given.get(name) ?? native(name);
		};
		evaluate(module.exports as object, module, require, { url: pathToFileURL(path).href, dirname: dirname(path) });
		this.modules.adapt.get(file)?.(module.exports as never);
		return module.exports;
	}
}
