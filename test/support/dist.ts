/** The folder of the built package. */
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The path of a file of the built package. Bundles of this file give the root of the repository. */
export function built(name: string, root = ROOT): string {
	return join(root, "build", "out", "dist", name);
}

/** The same as a URL, to import it. */
export function builtUrl(name: string): string {
	return pathToFileURL(built(name)).href;
}
