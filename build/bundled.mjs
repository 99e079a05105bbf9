/**
 * What others have written and the package contains, and what compiles it: the notices that their licences ask for, and a bill of
 * materials, CycloneDX 1.6, which `npm sbom` would leave empty: a package that is bundled is no dependency.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/** Packages that become part of the bundle, so that the package depends on none. */
export const BUNDLED = ["entities", "fzstd", "xxhash-wasm"];

/** What turns the sources into the files of the package. */
const COMPILERS = ["assemblyscript", "binaryen", "esbuild", "rollup", "rollup-plugin-dts", "typescript"];

/** Writes both to a folder: NOTICES and sbom.cdx.json. The same sources and compilers give the same octets. */
export function writeBundled(folder) {
	writeFileSync(join(folder, "NOTICES"), BUNDLED.map(notice).join("\n"));
	writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
}

function manifest(name) {
	return JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"));
}

/** The name of a package, and the text of its license file. Throws if it has none. */
function notice(name) {
	const folder = join(root, "node_modules", name);
	const file = readdirSync(folder).find((entry) => /^LICEN[CS]E/i.test(entry));
	if (file === undefined) throw new Error(`${name} has no licence file.`);
	const { version } = manifest(name);
	return `${name} ${version}, which is a part of this package:\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}

function billOfMaterials() {
	const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const subject = component(own, "library");
	return {
		bomFormat: "CycloneDX",
		specVersion: "1.6",
		version: 1,
		metadata: { component: subject },
		components: [
			...BUNDLED.map((name) => ({ ...component(manifest(name), "library"), scope: "required" })),
			// In CycloneDX, what is excluded is not in what is delivered.
			...COMPILERS.map((name) => ({ ...component(manifest(name), "application"), scope: "excluded" })),
		],
		dependencies: [{ ref: subject["bom-ref"], dependsOn: BUNDLED.map((name) => purl(manifest(name))) }],
	};
}

function component({ name, version, license }, type) {
	const reference = purl({ name, version });
	return { type, "bom-ref": reference, name, version, licenses: [{ license: { id: license } }], purl: reference };
}

/** The package URL: https://github.com/package-url/purl-spec, type npm. */
function purl({ name, version }) {
	return `pkg:npm/${name}@${version}`;
}
