/** Requirements and messages of `npm run wheel`. Building the wheel is a part of `npm run test:platforms`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const text = (path: string) => readFileSync(join(root, path), "utf8");

/** Names of the packages in a file of pins. */
function pinsOf(path: string): string[] {
	return text(path)
		.split("\n")
		.filter((line) => line !== "" && !line.startsWith("#"))
		.map((line) => line.split("==")[0] as string);
}

describe("npm run wheel", () => {
	it("installs the build backend and what its scripts import, and nothing else", () => {
		const backend = /^requires = \["([a-z-]+)/m.exec(text("python/pyproject.toml"))?.[1];
		const scripts = readdirSync(join(root, "python")).filter((name) => name.endsWith(".py"));
		const imports = scripts.flatMap((name) => [...text(`python/${name}`).matchAll(/^(?:from|import) (\w+)/gm)]);
		const standard = ["json", "sys"];
		const needed = new Set(imports.map(([, name]) => name as string).filter((name) => !standard.includes(name)));
		expect(pinsOf("python/build-requirements.txt").sort()).toEqual([backend, ...needed].sort());
	});

	it("reads no other pins, and says what each step does", () => {
		const script = text("build/wheel.mjs");
		expect([...script.matchAll(/[\w-]*requirements\.txt/g)].map(([name]) => name)).toEqual(
			Array(2).fill("build-requirements.txt"),
		);
		const steps = script.slice(script.indexOf("export async function buildWheel"), script.indexOf("function note("));
		const said = [...steps.matchAll(/note\(/g)].length;
		const done = [...steps.matchAll(/await hostTablesIn|await bundleForEngine|virtualEnvironment\(|^\trun\(/gm)].length;
		expect(said).toBe(done + 1);
	});
});
