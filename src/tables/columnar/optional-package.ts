/** Packages that are not dependencies of urlsieve: loaded when they are needed, and only then. */

// webpack warns of a `createRequire` by that name, unless it is given `import.meta.url`.
import nodeModule from "node:module";
import { EXIT, Failure, hasCode, usageFailure } from "../../failure";
import { placesOfPackages } from "../../installed";

/** Loads a package that is installed beside urlsieve or in the current directory. Throws Failure. */
export function loadPackage<Package>(command: string, name: string, use: string): Package {
	for (const from of placesOfPackages()) {
		try {
			return nodeModule.createRequire(from)(name);
		} catch (error) {
			const isMissing = hasCode(error, "MODULE_NOT_FOUND") && (error as Error).message.includes(`'${name}'`);
			if (!isMissing) throw new Failure(EXIT.IO, `cannot load the package ${name}: ${(error as Error).message.split("\n")[0]}`);
		}
	}
	throw usageFailure(command, `${use} needs the package ${name}, which is not installed here; run npm install ${name}`);
}
