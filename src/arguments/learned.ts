/** The option --shapes: learned shapes in place of `shape@1`. */
import { readFileSync } from "node:fs";
import { FileError } from "../errors";
import { clause, EXIT, Failure, ioFailure, usageFailure } from "../failure";
import { type OutputPaths, refuseSharedFiles } from "../files/output/distinct";
import type { LearnedLines } from "../learned/learned-lines";
import type { ShapesFile } from "../learned/schema";
import type { TrapAction } from "../learned/trapped-keys";
import { haveShape } from "../lines/parts";
import { haveIdentity, type Rules } from "../rules/rules";
import type { FileTable } from "../tables/text/table-options";
import type { LineArguments } from "./arguments";

export const LEARNED_OPTION = { shapes: { type: "string" } } as const;

export const LEARNED_HELP = `  --shapes FILE      Go by the learned shapes of FILE, which "urlsieve shapes" has written from keys of the same profile.
`;

/** The learned shapes of a file. Throws Failure if it cannot be used, or has shapes of other keys. */
export async function openLearned(command: string, path: string, rules: Rules) {
	const { shape } = await import("../crawl/shape");
	const { LearnedShapes } = await import("../learned/learned-shapes");
	const { LearnedLines } = await import("../learned/learned-lines");
	const { TrappedKeys } = await import("../learned/trapped-keys");
	const file = await readShapesFile(command, path);
	if (!haveIdentity(rules, file.keys)) throw usageFailure(command, otherKeys(path, file.keys, rules.identity));
	return new LearnedLines(new LearnedShapes(file, (key) => shape(key)), new TrappedKeys(file));
}

/** The values of options about learned shapes. */
export interface LearnedValues {
	readonly shapes?: string | undefined;
}

/** Those of --shapes, for a new column or, if `isLimit`, for --per. Throws Failure if no part is the shape. */
export async function learnedOf(
	command: string,
	{ shapes }: LearnedValues,
	rules: Rules,
	table: Pick<FileTable, "parts"> | undefined,
	isLimit = false,
): Promise<LearnedLines | undefined> {
	if (shapes === undefined) return undefined;
	const other = command === "dedupe" ? ", --per shape=N or --trap ACTION" : "";
	if (!isLimit && !haveShape(table?.parts)) throw usageFailure(command, `--shapes requires --into shape=NAME${other}`);
	return openLearned(command, shapes, rules);
}

/** The table with learned shapes, if it has a column for shapes. */
export function withLearned<Table extends FileTable | undefined>(table: Table, learned: LearnedLines | undefined): Table {
	if (table?.parts === undefined || learned === undefined) return table;
	return { ...table, learned };
}

/** The value of --trap. Throws Failure. */
export function trapActionOf(command: string, trap: string | undefined, shapes: string | undefined): TrapAction | undefined {
	if (trap === undefined) return undefined;
	if (trap !== "drop" && trap !== "keep") throw usageFailure(command, `--trap must be drop or keep, not "${trap}"`);
	if (shapes === undefined)
		throw usageFailure(command, "--trap requires --shapes FILE, in which urlsieve shapes has written traps");
	return trap;
}

/** Throws Failure for a file of shapes that is written, too. `logs`: the outputs but those of -o and --rejects. */
export function refuseWrittenShapes(command: string, path: string, args: LineArguments, logs: OutputPaths = {}): void {
	refuseSharedFiles(command, [path], { "--output": args.output ?? "-", "--rejects": args.rejects, ...logs }, args.written);
}

/** The checked content of a file of shapes. Throws Failure. */
export async function readShapesFile(command: string, path: string): Promise<ShapesFile> {
	if (path === "-") throw usageFailure(command, "--shapes and --against take a file, not standard input");
	const { parseShapes } = await import("../learned/parse-shapes");
	const { faultOf } = await import("./shapes-fault");
	const octets = octetsOf(path);
	const fault = faultOf(octets);
	if (fault !== undefined) throw new Failure(EXIT.USAGE, `${path} ${fault}`);
	const text = textOf(octets, path);
	try {
		return parseShapes(text);
	} catch (error) {
		if (error instanceof FileError) throw new Failure(EXIT.USAGE, `${path}: ${clause(error.message)} (${error.code})`);
		throw error;
	}
}

const SAME = "learn with the same --profile or --policy";

/** The sentence for shapes of other keys. */
export function otherKeys(path: string, theirs: string, ours: string, advice = SAME): string {
	return `${path} has shapes of keys by ${theirs}, and these keys are by ${ours}; ${advice}`;
}

/** Throws Failure if the file is longer than a string may be. */
function textOf(octets: Buffer, path: string): string {
	try {
		return octets.toString();
	} catch (error) {
		throw ioFailure("read", path, error);
	}
}

function octetsOf(path: string): Buffer {
	try {
		return readFileSync(path);
	} catch (error) {
		throw ioFailure("read", path, error);
	}
}
