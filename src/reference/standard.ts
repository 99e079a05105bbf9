/** The normalizer without options, which the functions share. Not made by `createNormalizer`, so that bundlers can drop what nobody uses. */
import { engine } from "../engine/select";
import { resolveOptions } from "../options";
import { ReferenceNormalizer } from "./reference-normalizer";

let standard: ReferenceNormalizer | undefined;

/** The normalizer, made when it is first used: with it, the engine is. */
export function standardNormalizer(): ReferenceNormalizer {
	// The engine changes if `urlsieve` is loaded after `urlsieve/js`.
	if (standard?.settings.engine !== engine) standard = new ReferenceNormalizer(resolveOptions());
	return standard;
}
