/** The three files that `urlsieve learn` writes: they are loaded again before they are put in place. */

import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ReadList } from "../../crawl/lists/read-list";
import { EXIT, Failure, ioFailure } from "../../failure";
import { replaceFiles } from "../../files/output/file-set";
import { Lock, type LockOptions } from "../../store/disk/lock";
import { encoder } from "../../utf8";
import type { Evidence, Learned } from "../row-batch";

export const LEARNED_FILES = ["policy.json", "learned.json", "evidence.json"] as const;

export type LearnedFiles = { readonly [name in (typeof LEARNED_FILES)[number]]: Uint8Array };

/** Characters of text that become octets at a time. */
const CHUNK = 1 << 20;

/** Throws Failure unless a directory can be written, or made. */
export function checkFolder(folder: string): void {
	const stat = statSync(folder, { throwIfNoEntry: false });
	if (stat === undefined && existsSync(dirname(resolve(folder)))) return;
	if (stat?.isDirectory()) return;
	const reason = stat === undefined ? "the directory above it does not exist" : "it is no directory";
	throw new Failure(EXIT.IO, `cannot write ${folder}: ${reason}`);
}

/** The files as octets. Policies and lists have limits, so that they have no white space. */
export function filesOf({ policy, list, evidence }: Pick<Learned, "policy" | "list" | "evidence">): LearnedFiles {
	return {
		"policy.json": encoder.encode(`${JSON.stringify(policy)}\n`),
		"learned.json": encoder.encode(`${JSON.stringify(list)}\n`),
		"evidence.json": Buffer.concat([...chunksOf(linesOf(evidence))]),
	};
}

/** Evidence as JSON, with a line for each rule and site: as one string, it could be too long for JavaScript. */
function* linesOf(evidence: Evidence): Generator<string> {
	yield "{";
	for (const [index, [name, value]] of Object.entries(evidence).entries()) {
		yield `${index === 0 ? "" : ","}\n${JSON.stringify(name)}:`;
		if (!Array.isArray(value) || value.length === 0) yield JSON.stringify(value);
		else for (const [row, item] of value.entries()) yield `${row === 0 ? "[\n" : ",\n"}${JSON.stringify(item)}`;
		if (Array.isArray(value) && value.length > 0) yield "\n]";
	}
	yield "\n}\n";
}

/** Texts as octets, many at a time: an array for each of a million lines takes as much memory as the lines. */
function* chunksOf(texts: Iterable<string>): Generator<Uint8Array> {
	let chunk = "";
	for (const text of texts) {
		chunk += text;
		if (chunk.length < CHUNK) continue;
		yield encoder.encode(chunk);
		chunk = "";
	}
	yield encoder.encode(chunk);
}

/** Loads the files as other commands do, and makes keys of some URLs with them. Throws Failure. */
export async function checkFiles(files: LearnedFiles, lists: readonly ReadList[], urls: readonly string[]): Promise<void> {
	const { createNormalizer, readList, readPolicy } = await import("../../crawl/job");
	try {
		const policy = readPolicy(new TextDecoder().decode(files["policy.json"]));
		const learned = readList("urlsieve-list", files["learned.json"], { name: "learned" });
		const normalizer = createNormalizer({ policy, lists: [...lists, learned] });
		for (const url of urls) normalizer.tryKey(url);
	} catch (error) {
		throw new Failure(EXIT.IO, `what was learned cannot be loaded, and was not written: ${(error as Error).message}`);
	}
}

/** Puts the files in place: all or none. Waits while another run does so, and says so. Throws Failure. */
export async function placeFiles(folder: string, files: LearnedFiles, say: LockOptions["say"]): Promise<void> {
	try {
		mkdirSync(folder, { recursive: true });
	} catch (error) {
		throw ioFailure("write", folder, error);
	}
	const lock = await Lock.acquire(join(folder, "learned"), folder, { waits: true, say });
	lock.release(() => replaceFiles(folder, files));
}
