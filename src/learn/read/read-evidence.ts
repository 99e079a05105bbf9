/** Reads the evidence that an earlier run has written: line by line, since the whole can be too long for a string. */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { isError } from "../../brand";
import { ioFailure, usageFailure } from "../../failure";
import type { Evidence } from "../row-batch";

/** Octets that are read at a time. */
const PIECE = 1 << 20;
/** A line that begins a list: the name of a member, in quotes. */
const LIST = /^("(?:[^"\\]|\\.)*"):\[$/;

/** Reads the evidence of an earlier run from its directory. `learn` checks it. Throws Failure. */
export function readEvidence(folder: string): Evidence {
	const path = join(folder, "evidence.json");
	try {
		return (byLines(path) ?? JSON.parse(readFileSync(path, "utf8"))) as Evidence;
	} catch (error) {
		if (isError(error, "SyntaxError")) throw usageFailure("learn", `${path} is not JSON: ${error.message}`);
		throw ioFailure("read", path, error);
	}
}

/** The object in a file with a line for each member, and for each item of a list, as `learn` writes it. Undefined for others. */
function byLines(path: string): unknown {
	const reader = new MemberReader();
	try {
		for (const line of linesIn(path)) reader.add(line);
	} catch (error) {
		if (isError(error, "SyntaxError")) return undefined;
		throw error;
	}
	return reader.isComplete ? reader.members : undefined;
}

class MemberReader {
	readonly members: { [name: string]: unknown } = Object.create(null);
	isComplete = false;
	#isOpen = false;
	#list: unknown[] | undefined;

	/** Throws SyntaxError for a line that is no JSON. */
	add(line: string): void {
		const text = line.endsWith(",") ? line.slice(0, -1) : line;
		if (this.#list !== undefined && text !== "]") this.#list.push(JSON.parse(text));
		else if (this.#list !== undefined) this.#list = undefined;
		else if (this.isComplete || this.#isOpen === (text === "{")) throw new SyntaxError("not a line of evidence");
		else if (text === "{") this.#isOpen = true;
		else if (text === "}") this.isComplete = true;
		else this.#addMember(text);
	}

	#addMember(text: string): void {
		const [, name] = LIST.exec(text) ?? [];
		if (name === undefined) return void Object.assign(this.members, JSON.parse(`{${text}}`));
		this.#list = [];
		this.members[JSON.parse(name)] = this.#list;
	}
}

/** The lines of a file, without their ends. */
function* linesIn(path: string): Generator<string> {
	const descriptor = openSync(path, "r");
	try {
		const octets = Buffer.alloc(PIECE);
		const decoder = new StringDecoder("utf8");
		let rest = "";
		for (let count = readSync(descriptor, octets); count > 0; count = readSync(descriptor, octets)) {
			const lines = (rest + decoder.write(octets.subarray(0, count))).split("\n");
			rest = lines.pop() as string;
			yield* lines;
		}
		if (rest !== "") yield rest;
	} finally {
		closeSync(descriptor);
	}
}
