/** `urlsieve/node` and the command line as part of another program: one file, with no package beside it. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installPacked, ROOT } from "../support/packed";

let folder: string;
let alone: string;
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };

beforeAll(() => {
	folder = installPacked();
	alone = mkdtempSync(join(tmpdir(), "urlsieve-alone-"));
});
afterAll(() => {
	for (const made of [folder, alone]) rmSync(made, { recursive: true, force: true });
});

/** Fills a set so far that it writes a run, for which it starts a thread. Prints its size, and whether a thread was started. */
const STORE = `
	import { SeenStore } from "urlsieve/node";
	let threads = 0;
	process.on("worker", () => ++threads);
	const fill = async () => {
		const set = await SeenStore.open(process.argv[2]);
		await set.addAll(Array.from({ length: 60_000 }, (_, index) => "http://h/" + index));
		const { size } = set;
		await set.close();
		return [size, threads > 0];
	};
	fill().then((result) => console.log(JSON.stringify(result)));
`;

/** The path of a program of one file. */
async function bundled(name: string, format: "cjs" | "esm", contents: string): Promise<string> {
	const outfile = join(folder, `${name}.${format === "cjs" ? "cjs" : "mjs"}`);
	const { warnings } = await build({
		...{ stdin: { contents, resolveDir: folder }, outfile, format },
		...{ bundle: true, platform: "node", logLevel: "error" },
	});
	expect(warnings).toEqual([]);
	return outfile;
}

function moved(file: string): string {
	const target = join(alone, file.slice(folder.length + 1));
	copyFileSync(file, target);
	return target;
}

function run(file: string, ...args: string[]): string {
	return execFileSync(process.execPath, [file, ...args], { cwd: alone, encoding: "utf8" });
}

describe.each(["cjs", "esm"] as const)("in a bundle, as %s", (format) => {
	it("urlsieve/node works on one thread, and runs no file that only has the name of its program", async () => {
		const program = moved(await bundled("store", format, STORE));
		const marker = join(alone, "marker");
		writeFileSync(join(alone, "urlsieve.js"), `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "");`);
		expect(JSON.parse(run(program, join(alone, `${format}.seen`)))).toEqual([60_000, false]);
		expect(existsSync(marker)).toBe(false);
	});

	it("the command line prints its version, and works", async () => {
		const cli = join(folder, "node_modules/urlsieve/build/out/dist/urlsieve.js");
		const program = moved(await bundled("cli", format, `import ${JSON.stringify(cli)};`));
		expect(run(program, "--version")).toBe(`${version}\n`);
		expect(run(program, "normalize", "HTTP://a")).toBe("http://a/\n");
	});
});

it("starts threads where the package of the same version is installed, bundled or not", async () => {
	const program = await bundled("beside", "esm", STORE);
	expect(JSON.parse(run(program, join(alone, "beside.seen")))).toEqual([60_000, true]);
});
