/** The options --profile, --policy and --lists: they decide which URLs are the same page, and are checked before a line is read. */

import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { isError } from "../brand";
import { FORMATS, formatOf, type ListFormat } from "../crawl/lists/list-format";
import type { ReadList } from "../crawl/lists/read-list";
import type { PolicyRules } from "../crawl/policy-rules";
import type { Policy } from "../crawl/schema/policy";
import type { PolicyFault } from "../crawl/schema/policy-error";
import { OptionError } from "../errors";
import { clause, EXIT, Failure, ioFailure, usageFailure } from "../failure";
import { suggestion } from "../nearest";
import { CoreRules } from "../rules/core-rules";
import type { LineArguments } from "./arguments";

export const RULE_OPTIONS = {
	profile: { type: "string" },
	policy: { type: "string" },
	lists: { type: "string", multiple: true },
} as const;

export const RULE_OPTIONS_HELP = `  --profile ID       Go by a profile: rfc3986@1 (default), whatwg@1, crawl@1, or one of "urlsieve profile list".
  --policy FILE      Go by a policy of your own, as JSON. See docs/reference/profiles.md.
  --lists LIST       A list that the policy names: [NAME=][FORMAT:]FILE, where FORMAT is urlsieve-list, removeparam, clearurls or clean-param.
                     May be repeated.
`;

/** The values of the options that choose rules. */
export interface RuleValues {
	readonly profile?: string | undefined;
	readonly policy?: string | undefined;
	readonly lists?: readonly string[] | undefined;
}

/** The rules of RFC 3986 are the core's, which has levels and editions. */
const CORE_PROFILES = ["rfc3986", "rfc3986@1"];

/** FORMAT:FILE. */
const FORMATTED = new RegExp(`^(${Object.keys(FORMATS).join("|")}):(.*)$`, "s");

/** Loads the crawl kernel on demand: other commands start without it. */
export const loadCrawl = () => import("../crawl/job");

/** The rules of RFC 3986 by these settings, or those of a profile or a policy. Throws Failure for a profile, policy or list that cannot be used. */
export async function openRules(
	command: string,
	values: RuleValues,
	{ settings, options }: Pick<LineArguments, "settings" | "options">,
): Promise<CoreRules | PolicyRules> {
	const { profile, policy, lists = [] } = values;
	if ([policy ?? "", ...lists].some(isStdin)) throw usageFailure(command, "--policy and --lists take files, not standard input");
	if (profile !== undefined && policy !== undefined) throw usageFailure(command, "--profile and --policy exclude each other");
	if (policy === undefined && lists.length > 0) throw usageFailure(command, listsMessage(profile));
	if (policy === undefined && (profile === undefined || CORE_PROFILES.includes(profile))) return new CoreRules(settings);
	const { level, edition, strict, invalid, engine, comments, schemes, requireScheme } = options;
	const excluded = Object.entries({ level, edition }).find(([, value]) => value !== undefined)?.[0];
	if (excluded !== undefined) throw usageFailure(command, `--${excluded} is for the profile rfc3986@1`);
	const { ABOUT, createRules } = await loadCrawl();
	if (profile !== undefined && !Object.hasOwn(ABOUT, profile))
		throw usageFailure(command, unknownProfile(profile, Object.keys(ABOUT)));
	const admitted = { comments, schemes, requireScheme };
	const common = { ...(invalid && { invalid }), ...(engine && { engine }), ...(strict && { strict }), ...admitted };
	return refusing(command, async () => {
		if (policy === undefined) return createRules({ ...common, profile: profile as "crawl@1" });
		return openPolicyFile(policy, lists, common);
	});
}

/** The rules of a policy and its lists. `option`: the option before a list, in advice. Throws Failure, PolicyError or ListError. */
export async function openPolicyFile(
	path: string,
	lists: readonly string[],
	options: object = {},
	option = "--lists ",
): Promise<PolicyRules> {
	const { createRules } = await loadCrawl();
	const { policy, text } = await readPolicyText(path);
	const read = await Promise.all(lists.map(readListFile));
	await requireLists(policy, read, lists, option);
	return inPolicy(path, text, () => createRules({ ...options, policy, lists: read }));
}

/** Throws OptionError for lists that the policy names and the options do not bring. */
export async function requireLists(
	policy: Policy,
	lists: readonly ReadList[],
	operands: readonly string[],
	option: string,
): Promise<void> {
	const { listsNamedBy, notGiven } = await loadCrawl();
	const named = listsNamedBy(policy);
	const missing = [...named].filter((name) => !name.includes("@") && lists.every((list) => list.name !== name));
	if (missing.length === 0) return;
	const unused = lists.findIndex(({ name }) => !named.has(name));
	const file = unused < 0 ? "FILE" : (operands[unused] as string).replace(/^[A-Za-z0-9._-]{1,64}=/, "");
	const other = lists[unused] === undefined ? "" : `, but "${lists[unused]?.name}" is`;
	const written = missing.map((name, index) => `${option}${name}=${index === 0 ? file : "FILE"}`).join(" ");
	throw new OptionError("invalid-option", `${notGiven(missing)}${other}: write ${written}`);
}

function unknownProfile(id: string, ids: readonly string[]): string {
	if (/\.json$/i.test(id) || existsSync(id))
		return `--profile takes the name of a profile; for the file ${id}, write --policy ${id}`;
	const versioned = id.includes("@") ? id : `${id}@1`;
	return `unknown profile "${id}"${suggestion(versioned, ids)}; known: ${ids.join(", ")}`;
}

function listsMessage(profile: string | undefined): string {
	if (profile === undefined) return "--lists requires --policy FILE";
	return `${profile} is frozen; "urlsieve profile show ${profile} --as-policy" writes it as a policy to add lists to`;
}

/** Reads a policy. Throws Failure. */
export async function readPolicyFile(path: string): Promise<Policy> {
	return (await readPolicyText(path)).policy;
}

export async function readPolicyText(path: string): Promise<{ readonly policy: Policy; readonly text: string }> {
	const { ABOUT, readPolicy } = await loadCrawl();
	if (path.includes("@") && !existsSync(path)) throw new Failure(EXIT.USAGE, notAFile(path, Object.keys(ABOUT)));
	const text = new TextDecoder().decode(await readOctets(path));
	return { policy: await inPolicy(path, text, () => readPolicy(text)), text };
}

/** The sentence for what was meant as the name of a profile. */
function notAFile(id: string, ids: readonly string[]): string {
	if (!ids.includes(id)) return unknownProfile(id, ids);
	return `${id} is a profile, not a file: write --profile ${id}, or "urlsieve profile show ${id}" to read it`;
}

/** Returns what `run` returns. Throws Failure with a sentence for each fault of the policy, with its line and column. */
export async function inPolicy<Result>(path: string, text: string, run: () => Result): Promise<Result> {
	const { placed } = await loadCrawl();
	return inFile(path, run, (faults) => placed(faults, text));
}

/** Reads a list given as `[NAME=][FORMAT:]FILE`. Throws Failure, or ListError. */
export async function readListFile(operand: string): Promise<ReadList> {
	const { readNamedList } = await loadCrawl();
	const [, named, nameless = operand] = /^([A-Za-z0-9._-]{1,64})=(.*)$/s.exec(operand) ?? [];
	const [, formatted, path = nameless] = FORMATTED.exec(nameless) ?? [];
	if (formatted === undefined && !existsSync(path)) refuseFormat(path);
	const octets = await readOctets(path);
	const format = (formatted as ListFormat | undefined) ?? formatOf(octets);
	const fallback = basename(path).split(".")[0] as string;
	return inFile(path, () => readNamedList(format, octets, named === undefined ? {} : { name: named }, fallback));
}

/** Throws Failure for a file that is not there and begins with a word and a colon: a format that is none. A letter is a drive. */
function refuseFormat(path: string): void {
	const [, format] = /^([A-Za-z][\w-]+(?:@\d+)?):(?!\/\/)/.exec(path) ?? [];
	if (format === undefined) return;
	const known = Object.keys(FORMATS);
	const hint = suggestion(format.toLowerCase(), known);
	throw new Failure(EXIT.USAGE, `no file ${path}, and no format of lists "${format}"${hint}; formats: ${known.join(", ")}`);
}

/** Whether a policy or list is "-", standard input. */
function isStdin(operand: string): boolean {
	const file = operand.replace(/^[A-Za-z0-9._-]{1,64}=/, "");
	return (FORMATTED.exec(file)?.[2] ?? file) === "-";
}

/** Throws Failure if more than one of these policies and lists is standard input. */
export function refuseSharedStdin(command: string, operands: readonly string[]): void {
	if (operands.filter(isStdin).length > 1) throw usageFailure(command, "standard input can be one policy or list, not several");
}

/** A file, or "-": standard input. */
async function readOctets(path: string): Promise<Uint8Array> {
	try {
		return path === "-" ? Buffer.concat(await process.stdin.toArray()) : readFileSync(path);
	} catch (error) {
		throw ioFailure("read", path, error);
	}
}

type Faults = readonly PolicyFault[];

/** An error of the package that has a code, and of a policy or list, places. */
interface Coded extends Error {
	readonly code?: string;
	readonly path?: string;
	readonly line?: number;
	readonly faults?: Faults;
}

/** Returns what `run` returns. Names the file in its errors, unless an option is wrong, which the file does not have. */
function inFile<Result>(path: string, run: () => Result, placedIn = (faults: Faults) => faults): Result {
	const file = isStdin(path) ? "standard input" : path;
	try {
		return run();
	} catch (error) {
		const { code, message, path, line, faults = [] } = error as Coded;
		if (code === undefined || code === "invalid-option" || error instanceof Failure) throw error;
		if (faults.length > 0 && message.startsWith("Invalid ")) throw faultsFailure(file, code, placedIn(faults));
		const [fault] = faults;
		if (fault?.line !== undefined) {
			throw new Failure(EXIT.USAGE, `${placeIn(file, fault)}: ${clause(fault.message)} (${code})`);
		}
		const place =
			path !== undefined && path !== "" ? (message.includes(path) ? "" : `, at ${path}`) : line ? `, line ${line}` : "";
		throw new Failure(EXIT.USAGE, `${file}${place}: ${clause(message)} (${code})`);
	}
}

/** A file, with the line and column of a fault as far as they are known. */
function placeIn(
	file: string,
	{ line, column }: { readonly line?: number | undefined; readonly column?: number | undefined },
): string {
	return [file, line, column].filter((part) => part !== undefined).join(":");
}

/** A sentence for each fault of a file: its line and column, as editors and compilers write them. */
function faultsFailure(file: string, code: string, faults: Faults): Failure {
	const noun = code === "invalid-policy" ? "policy" : "list";
	const [first = "", ...others] = faults.map(({ message, line, column }) => {
		return `${placeIn(file, { line, column })}: invalid ${noun}: ${clause(message)} (${code})`;
	});
	return new Failure(EXIT.USAGE, first, others);
}

/** Returns what `run` returns. Throws Failure for options that the package refuses. */
export async function refusing<Result>(command: string, run: () => Promise<Result>): Promise<Result> {
	try {
		return await run();
	} catch (error) {
		const { code, message } = error as Coded;
		if (error instanceof Failure || code === undefined || !isError(error)) throw error;
		throw usageFailure(command, `${message.replace(/^The option "(\w+)"/, "--$1").replace(/\.$/, "")} (${code})`);
	}
}
