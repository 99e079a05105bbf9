/**
 * Builds what a release consists of, into a folder: the tarball, the wheel, the kernels, the bill of materials, and SHA256SUMS of all.
 * `build/reproduce.mjs` runs it in two places.
 */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "./pack.mjs";
import { buildIfStale } from "./prepare.mjs";
import { root } from "./root.mjs";
import { buildWheel } from "./wheel.mjs";

/** Writes the files. Returns the lines of SHA256SUMS: `HASH  NAME`, by name. */
export async function release(folder) {
	await buildIfStale();
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const out = join(root, "build", "out");
	pack(folder);
	const wheel = await buildWheel();
	const kernels = readdirSync(out).filter((name) => name.endsWith(".wasm"));
	for (const file of [wheel, join(out, "dist", "sbom.cdx.json"), ...kernels.map((name) => join(out, name))])
		copyFileSync(file, join(folder, basename(file)));
	const names = readdirSync(folder).sort();
	const sums = names.map(
		(name) =>
			`${createHash("sha256")
				.update(readFileSync(join(folder, name)))
				.digest("hex")}  ${name}`,
	);
	writeFileSync(join(folder, "SHA256SUMS"), `${sums.join("\n")}\n`);
	return sums;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await release(resolve(process.argv[2]));
