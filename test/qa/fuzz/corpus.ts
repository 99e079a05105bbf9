/** The files that guided runs have found, for each reader, one a line in Base64: test/qa/fuzz/corpus/. Together they reach all that was ever reached. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Coverage, minimized } from "./coverage";

/** A longer file joins no corpus. */
const MAX_LENGTH = 4096;

function pathOf(root: string, reader: string): string {
	return join(root, "test", "qa", "fuzz", "corpus", `${reader.replaceAll(/\W+/g, "-")}.txt`);
}

/** The corpus of a reader. */
export function corpusOf(root: string, reader: string): Uint8Array[] {
	const path = pathOf(root, reader);
	if (!existsSync(path)) return [];
	const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
	return lines.map((line) => Uint8Array.from(Buffer.from(line, "base64")));
}

/** Writes the corpus of a reader. */
export function writeCorpus(root: string, reader: string, files: readonly Uint8Array[]): void {
	mkdirSync(join(pathOf(root, reader), ".."), { recursive: true });
	writeFileSync(pathOf(root, reader), files.map((file) => `${Buffer.from(file).toString("base64")}\n`).join(""));
}

/** Tells which files reach something new, and keeps them. */
export class Guide {
	readonly #coverage = new Coverage();
	#found: (readonly [Uint8Array, readonly string[]])[] = [];
	#fromSeeds = 0;

	constructor(
		private readonly root: string,
		private readonly print: (row: string) => void,
	) {}

	/** Called before a file is read. */
	start(): void {
		this.#coverage.reset();
	}

	/** Called after it. Returns whether it has reached something new. The seeds are written down elsewhere, or are the corpus. */
	isNew(octets: Uint8Array, isSeed: boolean): boolean {
		const features = this.#coverage.features();
		const isNew = this.#coverage.add(features);
		if (isSeed) this.#fromSeeds = this.#coverage.size;
		const isKept = (isNew || isSeed) && octets.length <= MAX_LENGTH;
		if (isKept) this.#found.push([octets, features]);
		return isNew;
	}

	/** Writes the corpus of a reader, made as small as it can be. */
	save(reader: string, seeds: number): void {
		const files = minimized(this.#found);
		writeCorpus(this.root, reader, files);
		const more = this.#coverage.size - this.#fromSeeds;
		this.print(`  ${reader}: ${more} features beyond those of ${seeds} seeds, ${files.length} files in the corpus`);
		this.#found = [];
	}

	end(): void {
		this.#coverage.end();
	}
}
