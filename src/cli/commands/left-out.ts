/** What `dedupe --exclude` and `--per` leave out. Loaded on demand. */
import type { LineArguments } from "../../arguments/arguments";
import { trapActionOf } from "../../arguments/learned";
import { eitherOf } from "../../counted";
import { LeftOutLog } from "../../dedupe/left-out-log";
import { PartLimit, type PartLimitTask } from "../../dedupe/part-limit";
import { type LineLimit, Selection } from "../../dedupe/selection";
import { TrapLimit } from "../../dedupe/trap-limit";
import { usageFailure } from "../../failure";
import { type OutputPaths, refuseSharedFiles } from "../../files/output/distinct";
import type { OctetWriter } from "../../files/output/octet-writer";
import type { LineRules } from "../../job/line-rules";
import type { LearnedLines } from "../../learned/learned-lines";
import type { TrapAction } from "../../learned/trapped-keys";
import { isPart, PART_NAMES } from "../../lines/parts";
import { suggestion } from "../../nearest";
import { readPlaces } from "../../places/place-file";
import type { LeftOutValues } from "./left-out-options";
import { suffixesOf } from "./new-columns";

/** What a run leaves out. */
export class LeftOut {
	readonly files: readonly string[];
	#limit: PartLimitTask | undefined;
	readonly #trap: TrapAction | undefined;
	#learned: LearnedLines | undefined;
	#log: LeftOutLog | undefined;
	#audit: OctetWriter | undefined;

	/** Whether keys decide, which lines lose once they are compared. */
	get isByShape(): boolean {
		return this.#limit?.part === "shape" || this.#trap !== undefined;
	}

	constructor(files: readonly string[], limit: PartLimitTask | undefined, trap?: TrapAction) {
		this.#trap = trap;
		this.files = files;
		this.#limit = limit;
	}

	/** What decides the way of a run. */
	get facts(): { readonly isSelective: true; readonly isLimited: boolean } {
		return { isSelective: true, isLimited: this.#limit !== undefined || this.#trap !== undefined };
	}

	/** Goes by learned shapes and traps. */
	learn(learned: LearnedLines): void {
		this.#learned = learned;
		if (this.#limit !== undefined) this.#limit = { ...this.#limit, learned };
	}

	/** Creates the selection once the key of the fingerprints is known. `audit`: the file of --audit. Throws Failure. */
	selecting(
		lines: LineRules,
		audit: OctetWriter | undefined,
		folder: string | undefined,
	): (key: Uint8Array) => Promise<Selection> {
		const files = this.files;
		const log = audit && new LeftOutLog(folder);
		this.#log = log;
		this.#audit = audit;
		return async (key) =>
			new Selection({
				places: files.length === 0 ? undefined : await readPlaces(files, lines.rules, key),
				limits: this.#limitsOf(lines),
				log,
			});
	}

	#limitsOf(lines: LineRules): LineLimit[] {
		const { rules, writtenForms: forms } = lines;
		const [limit, action, trapped] = [this.#limit, this.#trap, this.#learned?.trapped];
		return [
			...(action === undefined || trapped === undefined ? [] : [new TrapLimit({ trapped, action }, forms !== undefined)]),
			...(limit === undefined ? [] : [new PartLimit(limit, { rules, forms })]),
		];
	}

	/** Logs what was left out. Throws Failure. */
	endLog(): void {
		if (this.#audit !== undefined) this.#log?.end(this.#audit);
	}
}

/** The options that --per cannot be combined with. */
interface OtherValues {
	readonly seen?: string | undefined;
	/** The option that chooses or counts by class. */
	readonly byClass: string | undefined;
}

/** Reads the options. Throws Failure. */
export async function openLeftOut(values: LeftOutValues, { seen, byClass }: OtherValues): Promise<LeftOut> {
	const { exclude = [], per, trap, "private-suffixes": isPrivate = false } = values;
	const action = trapActionOf("dedupe", trap, values.shapes);
	const option = per !== undefined ? "--per" : trap !== undefined ? "--trap" : undefined;
	if (option === undefined) return new LeftOut(exclude, undefined);
	if (byClass !== undefined) throw usageFailure("dedupe", `${option} and ${byClass} exclude each other`);
	if (seen === undefined) return new LeftOut(exclude, per === undefined ? undefined : await limitOf(per, isPrivate), action);
	const reason = "the set would have lines that are left out; add --read-only, or run dedupe for each";
	throw usageFailure("dedupe", `${option} and --seen exclude each other: ${reason}`);
}

async function limitOf(per: string, isPrivate: boolean): Promise<PartLimitTask> {
	const [, part = "", number] = /^([a-z]+)=([0-9]+)$/.exec(per) ?? [];
	const most = Number(number);
	if (!isPart(part) || !(most >= 1 && most <= MOST)) {
		const close = part === "" || isPart(part) ? "" : suggestion(part, PART_NAMES);
		throw usageFailure(
			"dedupe",
			`--per must be PART=N, such as host=100, with N from 1 on, not "${per}"${close}; PART is ${eitherOf(PART_NAMES)}`,
		);
	}
	return { part, most, ...(part === "site" && { suffixes: await suffixesOf("dedupe", isPrivate) }) };
}

/** Lines are counted in 31 bits. */
const MOST = 2 ** 31 - 1;

/** Throws Failure for a file that is written, too, or for standard input if it is also a list. */
export function refusePlaceFiles(command: string, files: readonly string[], args: LineArguments, logs: OutputPaths = {}): void {
	refuseSharedInput(command, files, args.files);
	refuseSharedFiles(command, files, { "--output": args.output ?? "-", "--rejects": args.rejects, ...logs }, args.written);
}

function refuseSharedInput(command: string, files: readonly string[], inputs: readonly (string | undefined)[]): void {
	const fromStdin = [...inputs, ...files].filter((file = "-") => file === "-");
	if (files.includes("-") && fromStdin.length > 1)
		throw usageFailure(command, "standard input can be a list, or FILE of an option, not both");
}
