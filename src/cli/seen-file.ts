/** The file that keeps a set across runs: read first, replaced as a whole at the end. */
import { createReadStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import { SeenTables } from "../engine/seen-tables";
import { createKernel } from "../engine/select";
import { UriError } from "../errors";
import type { Seen } from "../line-sieve";
import type { Settings } from "../options";
import { readSnapshot, snapshotChunks } from "../snapshot";
import { EXIT, Failure, ioFailure } from "./failure";
import { Output } from "./output";

/** The set that the file keeps; an empty one with a random key when there is no file yet. Throws Failure. */
export async function readSeen(path: string | undefined, settings: Settings, numbered: boolean): Promise<Seen> {
	if (path === undefined || statSync(path, { throwIfNoEntry: false }) === undefined) {
		const key = crypto.getRandomValues(new Uint8Array(16));
		return { settings, key, tables: new SeenTables(() => createKernel(settings.engine), { numbered }) };
	}
	try {
		const stream = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
		return await readSnapshot(stream, { settings, numbered });
	} catch (error) {
		if (error instanceof UriError) throw new Failure(EXIT.IO, `cannot read ${path}: ${error.message}`);
		throw ioFailure("read", path, error);
	}
}

/** Replaces the file. Throws Failure; the file is then as it was. */
export function writeSeen(path: string, seen: Seen): void {
	const output = new Output(path, true);
	try {
		for (const chunk of snapshotChunks(seen)) output.write(chunk);
		output.finish();
	} catch (error) {
		output.abandon();
		throw error;
	}
}
