/** test/tools/package.json: what the checks, tests, benches and the site need beyond the build. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { filesBelow } from "../support/files-below";
import { ROOT } from "../support/packed";

const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "test/tools/package.json"), "utf8"));
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** Tools that are run by another name. */
const COMMANDS: Readonly<Record<string, string>> = {
	"@arethetypeswrong/cli": '"attw"',
	"@biomejs/biome": '"biome"',
	"playwright-core": "playwright-core",
};

const SOURCES = ["build", "bench", "site", "test"]
	.flatMap((folder) => filesBelow(ROOT, folder, ["out", "node_modules"]))
	.filter((name) => /\.(ts|mjs)$/.test(name))
	.concat("vitest.config.ts")
	.map((file) => readFileSync(join(ROOT, file), "utf8"))
	.join("");

it.each(Object.keys(devDependencies))("%s is used, and not among the packages of the build", (name) => {
	expect(SOURCES).toMatch(COMMANDS[name] ?? `"${name}`);
	expect(manifest.devDependencies).not.toHaveProperty([name]);
});
