/** Resolution by a normalizer on one engine. */
import type { Engine } from "urlsieve";
import { establishBase, isSameDocument } from "urlsieve";
import type { Resolver } from "../documents/resolution";
import type { OracleResolveOptions } from "../oracle/resolve";
import { normalizerOn } from "./engines";

/** `establishBase` and `isSameDocument` are the same on every engine. */
export function resolverOn(engine: Engine): Resolver & { relativize(target: string, base: string): string } {
	const normalizer = normalizerOn(engine);
	return {
		resolve: (reference: string, base: string, options?: OracleResolveOptions) => normalizer.resolve(reference, base, options),
		relativize: (target: string, base: string) => normalizer.relativize(target, base),
		isSameDocument,
		establishBase,
	};
}
