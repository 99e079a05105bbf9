/** What runs have done, below build/out/mutants/. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "./report";

/** A row of a record: the mutant and the tests by their hashes. */
export interface Recorded extends Row {
	readonly key: string;
	readonly tests: string;
}

/** The rows of earlier runs. One that is torn is done again. */
export function readRows<Kind = Recorded>(record: string): Kind[] {
	mkdirSync(join(record, ".."), { recursive: true });
	if (!existsSync(record)) return [];
	return readFileSync(record, "utf8")
		.split("\n")
		.flatMap((line) => {
			try {
				return [JSON.parse(line) as Kind];
			} catch {
				return [];
			}
		});
}

export function hash(text: string): string {
	return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Hash of the tests, and of what they are run by. */
export function hashOfTests(root: string, tests: readonly string[]): string {
	return hash([...tests, "package-lock.json"].map((file) => readFileSync(join(root, file), "utf8")).join("\0"));
}
