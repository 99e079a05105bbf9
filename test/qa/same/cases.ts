/** Random runs of the command line: a command, its inputs, and options that it may refuse. */
import { join } from "node:path";
import { random } from "../../../bench/lists/random.mjs";
import { FORMATS, type Format } from "./inputs";

/** An option with its values: what can be left out as a whole. */
type Group = readonly string[];

export interface Case {
	readonly command: "dedupe" | "normalize" | "resolve" | "partition";
	readonly groups: readonly Group[];
	/** Files; with `isPiped`, the one that is standard input. */
	readonly inputs: readonly string[];
	readonly isPiped: boolean;
}

/** Groups of options. At most one is drawn. */
type Choices = readonly Group[];

const values = (option: string, ...values: readonly string[]): Choices => values.map((value) => [option, value]);

const COMMANDS: readonly Case["command"][] = ["dedupe", "dedupe", "dedupe", "dedupe", "normalize", "resolve", "partition"];
const PAGES = values("--profile", "crawl@1", "whatwg@1", "surt@1");
const EDITIONS: Choices = [...values("--level", "syntax"), ...values("--edition", "1994"), ["--strict"]];
const LOGS: Choices = [["--audit", "audit.tsv"], ...values("--report", "report.json", "report.html")];
const KEEP = values("--keep", "last");
const KEEP_BY_ID = values("--keep", "min:id", "max:id");
const BY_ID: Choices = [["--by", "url,id"]];
const SEEN: Choices = [["--seen", "set.seen"]];
const WANTED: Choices = [["--require-scheme"], ...values("--schemes", "http,https")];
const ENGINE: Choices = [["--engine", "js"]];

/** The cases of a seed. `folder` has the inputs. */
export function* casesOf(seed: number, folder: string): Generator<Case> {
	const below = random(seed);
	const pick = <T>(all: readonly T[]) => all[below(all.length)] as T;
	const maybe = (choices: Choices, odds = 2) => (choices.length > 0 && below(odds) === 0 ? [pick(choices)] : []);
	const policy = ["--policy", join(folder, "policy.json"), "--lists", `names=${join(folder, "names.json")}`];
	for (;;) {
		const command = pick(COMMANDS);
		const format = command === "partition" || below(2) === 0 ? "lines" : pick(FORMATS);
		const rules = command === "resolve" ? maybe([policy]) : maybe([...PAGES, policy, policy, ...EDITIONS]);
		const isOfPages = /^--(?:profile|policy)$/.test(rules[0]?.[0] ?? "");
		const inputs = pick(inputsOf(join(folder, `first.${format}`), join(folder, `second.${format}`), format));
		const groups = [
			...requiredBy(command),
			...rules,
			...(format === "lines" ? maybe(lineOptions(command), 4) : tableOptions(format, isOfPages, maybe)),
			...(command === "dedupe" ? dedupeOptions(format, maybe) : []),
			...(command === "dedupe" || isOfPages ? maybe(printed(command, isOfPages)) : []),
			...maybe(values("--invalid", ...(command === "partition" ? ["keep", "drop"] : ["keep", "drop", "blank"]), "fail"), 3),
			...(command === "resolve" ? [] : maybe(WANTED, 4)),
			...maybe(values("--threads", "1", "2", "3")),
			...maybe([["--json"], ["--quiet"]]),
			...maybe([["--rejects", "rejects.tsv"]]),
			...(isColumnar(format) || (command !== "partition" && below(2) === 0) ? [["-o", "out"]] : []),
			...maybe(ENGINE, 8),
		];
		yield { command, groups, ...inputs };
	}
}

function isColumnar(format: Format): boolean {
	return format === "parquet" || format === "arrow";
}

function requiredBy(command: Case["command"]): Group[] {
	if (command === "resolve") return [["--base", "http://example.com/a/b?c"]];
	return command === "partition"
		? [
				["--into", "parts"],
				["--parts", "3"],
				["--key", "key.bin"],
			]
		: [];
}

function lineOptions(command: Case["command"]): Choices {
	return command === "resolve" ? [["--lenient"]] : [["--comments"], ["--default-scheme", "https"]];
}

function tableOptions(format: Format, isOfPages: boolean, maybe: (choices: Choices) => Group[]): Group[] {
	const isIndex = format.startsWith("cdx");
	const added = [...maybe(values("--into", "form")), ...(isOfPages ? maybe(values("--key-into", "page")) : [])];
	return [["--format", format], ...(isIndex ? [] : [["--column", "url"], ...added])];
}

/** Options for a set in a file, for classes, for several columns, or none: they exclude each other. */
function dedupeOptions(format: Format, maybe: (choices: Choices, odds?: number) => Group[]): Group[] {
	const isTable = format !== "lines" && !format.startsWith("cdx");
	const counts: Choices = isTable ? values("--count-into", "copies") : format === "lines" ? [["--count"]] : [];
	const [own = []] = maybe([...SEEN, ...SEEN, ...KEEP, ...(isTable ? [...KEEP_BY_ID, ...BY_ID] : [])]);
	const isSeen = own[0] === "--seen";
	return [
		...(own.length > 0 ? [own] : []),
		...(isSeen ? [] : maybe(counts, 3)),
		...maybe(LOGS),
		...maybe(values("--memory", "16M", "64M")),
	];
}

function printed(command: Case["command"], isOfPages: boolean): Choices {
	return values("--print", ...(command === "dedupe" ? ["original"] : []), ...(isOfPages ? ["key", "fetch"] : []));
}

function inputsOf(one: string, two: string, format: Format): readonly Pick<Case, "inputs" | "isPiped">[] {
	const plain = { inputs: [one], isPiped: false };
	const both = { inputs: [one, two], isPiped: false };
	return isColumnar(format)
		? [plain]
		: [plain, both, { inputs: [one], isPiped: true }, { inputs: [`${one}.gz`], isPiped: false }];
}

/** The arguments of the runs of a case, one after the other: a set is used on a second day, and verified. */
export function runsOf({ command, groups, inputs, isPiped }: Case): string[][] {
	const run = [command, ...groups.flat(), ...(isPiped ? [] : inputs)];
	return groups.some(([name]) => name === "--seen") ? [run, run, ["seen", "verify", "set.seen"]] : [run];
}
