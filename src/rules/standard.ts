/** The rules without options, which the functions share. */
import { engine } from "../engine/select";
import { resolveOptions } from "../options";
import { CoreRules } from "./core-rules";

let standard: CoreRules | undefined;

/** The rules, made when they are first used: with them, the engine is. */
export function standardRules(): CoreRules {
	// The engine changes if `urlsieve` is loaded after `urlsieve/js`.
	if (standard?.settings.engine !== engine) standard = new CoreRules(resolveOptions());
	return standard;
}
