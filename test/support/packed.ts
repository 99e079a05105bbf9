/** The package as users get it: packed, and installed into a folder of its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "../../build/pack.mjs";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Packs the checkout as built, and installs the tarball into a new temporary folder. Returns the folder; the caller removes it. */
export function installPacked(): string {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-package-"));
	const tarball = pack(folder);
	writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
	execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], {
		cwd: folder,
		stdio: "ignore",
	});
	return folder;
}
