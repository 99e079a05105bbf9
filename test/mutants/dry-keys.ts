/** What a dry run of a file of tests depends on. */
import { Modules } from "./modules";
import { hash } from "./records";
import type { Code } from "./translated";

const IS_PRODUCT = /^(?:assembly|src)\//;

/** Returns the keys of files of tests. `code` has all sources as the dry run has them. */
export function dryKeys(code: Code): (file: string) => string {
	const product = hash(JSON.stringify([...code].filter(([file]) => IS_PRODUCT.test(file))));
	const modules = new Modules("", code, new Map());
	return (file) => hash(JSON.stringify([product, ...importedBy(file, modules, code)].sort()));
}

/** The code of a file, and of all that it imports beside the product. */
function importedBy(file: string, modules: Modules, code: Code): string[] {
	const found = new Set([file]);
	for (const one of found)
		for (const [, name] of (code.get(one) ?? "").matchAll(/\brequire\("(\.[^"]+)"\)/g)) {
			const path = modules.pathOf(name as string, one) as string;
			if (!IS_PRODUCT.test(path)) found.add(path);
		}
	return [...found].map((path) => code.get(path) ?? path);
}
