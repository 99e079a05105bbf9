/** The version of the package, for `--version` and reports. */
import { createRequire } from "node:module";

export function version(): string {
	return (createRequire(import.meta.url)("urlsieve/package.json") as { version: string }).version;
}
