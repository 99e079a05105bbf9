/** The functions of resolution on an engine: those of its normalizer. */
import type { Engine } from "../src/engine/kernel";
import { establishBase, isSameDocument } from "../src/index";
import type { Resolver } from "./documents/resolution";
import { normalizerOn } from "./engines";
import type { OracleResolveOptions } from "./oracle-resolve";

/** `establishBase` and `isSameDocument` are functions of the package, whatever the engine. */
export function resolverOn(engine: Engine): Resolver & { relativize(target: string, base: string): string } {
	const normalizer = normalizerOn(engine);
	return {
		resolve: (reference: string, base: string, options?: OracleResolveOptions) => normalizer.resolve(reference, base, options),
		relativize: (target: string, base: string) => normalizer.relativize(target, base),
		isSameDocument,
		establishBase,
	};
}
