/** The package as users get it: packed, and installed into a folder of its own. test/package/install.ts does that once. */
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Copies the installed package into a new temporary folder. Returns the folder; the caller removes it. */
export function installPacked(): string {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-package-"));
	// The command in node_modules/.bin is a relative link.
	cpSync(inject("packed").folder, folder, { recursive: true, verbatimSymlinks: true });
	return folder;
}

/** The path of the tarball. */
export function packedTarball(): string {
	return inject("packed").tarball;
}
