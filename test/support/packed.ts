/** The package as users get it: packed, and installed into a folder of its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Packs the checkout as built, and installs the tarball into a new temporary folder. Returns the folder; the caller removes it. */
export function installPacked(): string {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-package-"));
	execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: ROOT, stdio: "ignore" });
	const [tarball] = readdirSync(folder);
	writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
	execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, tarball as string)], {
		cwd: folder,
		stdio: "ignore",
	});
	return folder;
}
