/** Checks policies: by the schema, by their size, and by the lists that they name. */
import { OptionError } from "../../errors";
import { optionError, requireString } from "../../input";
import { invalidList, ListError } from "../lists/list-error";
import { TRACKING } from "../lists/tracking";
import { placedRewrites } from "../rewrites/rewrite-faults";
import { type Fault, schemaFaults } from "../schema/check-schema";
import { groupsOfFilter } from "../schema/filter";
import { duplicateFaults, placed } from "../schema/json-members";
import {
	ALL_PARAMETERS,
	type PlainKeyRules,
	type PlainParameter,
	type PlainPolicy,
	type PlainQueryRules,
	plainPolicy,
} from "../schema/plain";
import { isProfile, type ParameterList, type Policy } from "../schema/policy";
import { invalidPolicy, PolicyError, policyTooLarge } from "../schema/policy-error";
import { listSchema, policySchema } from "../schema/policy-schema";
import { readJson } from "../schema/read-json";
import type { ListUse } from "../schema/registry";
import { refuseContradictions } from "./contradictions";
import { keysOf, listsNamedBy, namedLists, notGiven, queriesOf, usedLists } from "./named-lists";
import { ruleFaults } from "./rule-faults";

const MAX_TEXT = 1 << 20;
const MAX_NAMES = 100_000;
const MAX_REWRITES = 10_000;
const MAX_LISTS = 8;
const FROM_TEXT = ": readPolicy reads a policy from the text of its JSON";
/** A list as an option has a name and parameters. */
const LIST_SCHEMA = { ...listSchema, required: ["name", "params"] };

/** Reads a policy from JSON, with or without a byte order mark. Throws PolicyError, whose faults have lines and columns. */
export function readPolicy(json: string): Policy {
	requireString(json, "text");
	const text = json.replace(/^\ufeff/, "");
	if (text.length > MAX_TEXT) throw policyTooLarge("The policy is larger than 1 MiB.", "");
	const read = readJson(text, "policy");
	if ("fault" in read) throw new PolicyError("invalid-policy", read.sentence, [read.fault]);
	const checked = checkRules(read.value);
	const faults = [...duplicateFaults(read.text), ...checked.faults];
	if (faults.length > 0) throw invalidPolicy(placed(faults, read.text));
	checkSize(read.value as Policy, checked.plain);
	return read.value as Policy;
}

/** Checks a policy. Throws PolicyError, which has all faults that are found without reading hosts. */
export function checkPolicy(value: unknown): Policy {
	checkedPolicy(value);
	return value as Policy;
}

/** The one form of a policy, which is checked. Throws PolicyError. */
export function checkedPolicy(value: unknown): PlainPolicy {
	const { faults, plain } = checkRules(value);
	if (typeof value === "string")
		throw invalidPolicy(faults.map(({ path, message }) => ({ path, message: `${message}${FROM_TEXT}` })));
	if (faults.length > 0) throw invalidPolicy(faults);
	checkSize(value as Policy, plain);
	return plain;
}

/** Faults by the schema or, where there are none, of what it cannot say. */
function checkRules(value: unknown): { readonly faults: readonly Fault[]; readonly plain: PlainPolicy } {
	const faults = schemaFaults(value, policySchema);
	if (faults.length > 0) return { faults, plain: {} };
	const plain = plainPolicy(value as Policy);
	return { faults: ruleFaults(plain), plain };
}

function checkSize(policy: Policy, plain: PlainPolicy): void {
	const sent = { query: plain.fetch?.query ?? {} };
	const names = [sent, ...keysOf(plain)].reduce((sum, key) => sum + countNames(key), 0);
	if (placedRewrites(plain).length > MAX_REWRITES) throw policyTooLarge("The policy has more than 10,000 rewrites.", "/rewrite");
	if (names > MAX_NAMES) throw policyTooLarge("The policy has more than 100,000 names.", "/key");
	if (isProfile(policy.base)) refuseNoLists(policy);
	if (policy.tests !== undefined) refuseContradictions(policy.tests);
}

/** Lists join those of the base: none of them once replaced them all. Throws PolicyError. */
function refuseNoLists({ base, fetch, key, sites = [] }: Policy): void {
	const places = [
		["/fetch", fetch],
		["/key", key],
		...sites.map((site, index) => [`/sites/${index}/key`, site.key] as const),
	] as const;
	for (const [place, rules] of places) {
		const lists = rules?.query?.lists;
		if (!Array.isArray(lists) || lists.length > 0) continue;
		const path = `${place}/query/lists`;
		throw invalidPolicy([{ path, message: `${path} adds no list to those of ${base}; write { "only": [] } to leave those out` }]);
	}
}

/** Checks that a policy names exactly the lists that are given. Throws OptionError `invalid-option`, and ListError. */
export function checkLists(policy: PlainPolicy, lists: readonly ParameterList[]): void {
	if (!Array.isArray(lists)) throw optionError("lists", "an array of lists", lists);
	for (const list of lists) checkList(list);
	const named = listsNamedBy(policy);
	if (lists.length > MAX_LISTS) throw new ListError("list-too-large", "There are more than 8 lists.");
	const given = lists.map(({ name }) => name);
	const twice = given.find((name, index) => given.indexOf(name) !== index);
	if (twice !== undefined) throw new OptionError("invalid-option", `The list "${twice}" is given twice.`);
	const unused = given.find((name) => !named.has(name));
	if (unused !== undefined)
		throw new OptionError("invalid-option", `The policy does not name the list "${unused}" in query.lists.`);
	const missing = [...named].filter((name) => name !== TRACKING.name && !given.includes(name));
	if (missing.length > 0) throw new OptionError("invalid-option", `${notGiven(missing)} in the option lists.`);
	for (const query of queriesOf(policy)) {
		for (const use of usedLists(query)) if (typeof use === "object") refuseOtherFormat(use, lists);
	}
}

/** Only lists in the format of ClearURLs have what options take. Throws OptionError. */
function refuseOtherFormat({ name, ...options }: ListUse, lists: readonly ParameterList[]): void {
	const { filter = [] } = lists.find((list) => list.name === name) ?? {};
	if (groupsOfFilter(filter).some(({ withReferrals }) => withReferrals !== undefined)) return;
	const [option] = Object.keys(options);
	throw new OptionError(
		"invalid-option",
		`The policy has "${option}" for the list "${name}", which is not in the format clearurls; write ${JSON.stringify(name)} in query.lists.`,
	);
}

/** Checks a list that a program has made, by the schema of lists in files. Throws OptionError `invalid-option`, and ListError. */
function checkList(list: ParameterList & { readonly identity?: string }): void {
	if (typeof list !== "object" || list === null) throw optionError("lists", "an array of lists", list);
	// Lists from readList have been checked.
	if (list.identity !== undefined || list.filter !== undefined) return;
	const faults = schemaFaults({ format: "urlsieve-list@1", ...list }, LIST_SCHEMA);
	if (faults.length > 0) throw invalidList(faults, typeof list.name === "string" ? `list "${list.name}"` : "list");
}

function countNames({ hostLabels = [], hostAlias = {}, pathParams = [], index = [], query }: PlainKeyRules): number {
	const own = hostLabels.length + Object.keys(hostAlias).length + index.length;
	const ofPath = pathParams === ALL_PARAMETERS ? 0 : countEntries(pathParams);
	return own + ofPath + (query === undefined ? 0 : countOfQuery(query));
}

function countOfQuery({ only = [], keep = [], remove = [], lists }: PlainQueryRules): number {
	const named = lists === undefined ? 0 : namedLists({ lists }).length;
	return named + countEntries(only) + countEntries(keep) + countEntries(remove);
}

/** The names and the values of entries. */
function countEntries(entries: readonly PlainParameter[]): number {
	return entries.reduce((sum, entry) => sum + 1 + (typeof entry === "string" ? 0 : (entry.values?.length ?? 0)), 0);
}
