/** Locates this package, if it runs from its own files. In a bundle it may be nowhere: in CommonJS, `import.meta.url` is undefined. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { version } from "../package.json";

/** Returns the places where packages are looked for that are not dependencies: beside this one, and in the current directory. */
export function placesOfPackages(): string[] {
	const places = [import.meta.url, pathToFileURL(join(process.cwd(), "package.json")).href];
	return places.filter((place: string | undefined) => place !== undefined);
}

/** The file of the command line in the package of this version. Throws if it is not installed. */
export function installedProgram(): string {
	const resolver = createRequire(import.meta.url);
	const manifest = resolver("urlsieve/package.json") as { version: string; bin: { urlsieve: string } };
	if (manifest.version !== version) throw new Error(`Version ${version} of urlsieve is not installed here.`);
	return join(dirname(resolver.resolve("urlsieve/package.json")), manifest.bin.urlsieve);
}
