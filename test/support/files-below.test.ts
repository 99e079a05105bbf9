import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { filesBelow } from "./files-below";

it("lists files at any depth, and reads no directory with a skipped name", () => {
	const root = mkdtempSync(join(tmpdir(), "urlsieve-"));
	onTestFinished(() => rmSync(root, { recursive: true }));
	for (const folder of ["a/b/c", "a/out/b", "a/b/out"]) mkdirSync(join(root, folder), { recursive: true });
	for (const file of ["a/x", "a/b/c/x", "a/b/out-of", "a/out/x", "a/out/b/x", "a/b/out/x", "x"])
		writeFileSync(join(root, file), "");
	expect(filesBelow(root, "a", ["out"]).sort()).toEqual(["a/b/c/x", "a/b/out-of", "a/x"]);
});
