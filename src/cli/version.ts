/** The version of the package, for `--version` and reports. */
import { readFileSync } from "node:fs";

/** Requires: the caller is bundled into build/out/dist. */
export function version(): string {
	const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
	return (JSON.parse(text) as { version: string }).version;
}
