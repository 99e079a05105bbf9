/** Statements of the package on the code of others that it contains, and its effects when it is installed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BUNDLED, writeBundled } from "../../build/bundled.mjs";
import { installPacked, ROOT } from "../support/packed";

interface Component {
	readonly name: string;
	readonly version: string;
	readonly scope: string;
	readonly purl: string;
	readonly licenses: readonly { readonly license: { readonly id: string } }[];
}

let folder: string;
beforeAll(() => {
	folder = installPacked();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const installed = (file: string) => readFileSync(join(folder, "node_modules", "urlsieve", file), "utf8");
const dist = (file: string) => installed(`build/out/dist/${file}`);

it("contains the licence of each bundled package, as it came", () => {
	const notices = dist("NOTICES");
	for (const name of BUNDLED) {
		const packageFolder = join(ROOT, "node_modules", name);
		const licence = readdirSync(packageFolder).find((entry) => /^LICENSE/.test(entry)) as string;
		expect(notices).toContain(readFileSync(join(packageFolder, licence), "utf8").trim());
	}
});

it("names in its bill of materials the bundled packages, and those that compile it", () => {
	const { bomFormat, specVersion, components, dependencies } = JSON.parse(dist("sbom.cdx.json"));
	expect([bomFormat, specVersion]).toEqual(["CycloneDX", "1.6"]);
	const named = (scope: string) => components.filter((component: Component) => component.scope === scope) as Component[];
	expect(named("required").map(({ name }) => name)).toEqual(BUNDLED);
	expect(named("excluded").map(({ name }) => name)).toEqual(expect.arrayContaining(["assemblyscript", "binaryen", "typescript"]));
	expect(dependencies[0].dependsOn).toEqual(named("required").map(({ purl }) => purl));
	for (const { name, version, licenses } of components as Component[]) {
		const manifest = JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8"));
		expect([version, licenses[0]?.license.id]).toEqual([manifest.version, manifest.license]);
	}
});

it("bundles no package that is not named: each import that is left is of Node.js, of a peer, or of the package itself", () => {
	const sources = readdirSync(join(ROOT, "src"), { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".ts"));
	const imported = sources.flatMap((file) =>
		[...readFileSync(join(ROOT, "src", file), "utf8").matchAll(/^(?!\s*\*|import type)[^"\n]*\bfrom "([^."#][^"]*)";$/gm)].map(
			([, name]) => name,
		),
	);
	const others = [...new Set(imported)].filter((name) => !name?.startsWith("node:") && !name?.startsWith("urlsieve"));
	expect(others.sort()).toEqual([...BUNDLED].sort());
});

it("runs no script when it is installed", () => {
	const { scripts, gypfile } = JSON.parse(installed("package.json"));
	expect([scripts, gypfile]).toEqual([undefined, undefined]);
	expect(readdirSync(join(folder, "node_modules", "urlsieve"))).not.toContain("binding.gyp");
});

it("writes the same octets each time", () => {
	const other = mkdtempSync(join(tmpdir(), "urlsieve-bundled-"));
	writeBundled(other);
	for (const file of ["NOTICES", "sbom.cdx.json"]) expect(readFileSync(join(other, file), "utf8")).toBe(dist(file));
	rmSync(other, { recursive: true });
});
