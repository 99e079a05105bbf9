/** Packs the package and installs it once, before the tests that need it run. They take copies: `installPacked`. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { pack } from "../../build/pack.mjs";

declare module "vitest" {
	interface ProvidedContext {
		/** The folder into which the package is installed, and the tarball that it came from. */
		packed: { readonly folder: string; readonly tarball: string };
	}
}

export default function install(project: TestProject): () => void {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-packed-"));
	const tarball = packWithPrivateFile(folder);
	writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
	execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder, stdio: "ignore" });
	project.provide("packed", { folder, tarball });
	return () => rmSync(folder, { recursive: true, force: true });
}

/** Packs with a file that others cannot read, as all are after a checkout under umask 077: the tarball must not show that. */
function packWithPrivateFile(folder: string): string {
	const file = fileURLToPath(new URL("../../LICENSE", import.meta.url));
	const { mode } = statSync(file);
	chmodSync(file, 0o600);
	try {
		return pack(folder);
	} finally {
		chmodSync(file, mode);
	}
}
