/** Entries of policies and lists, as the table of entries takes them. */
import { EntryFlag } from "../../../assembly/policy/program";
import type { SESSION_NAMES } from "../lists/sessions";
import type { EntryGroup, Origin } from "../policy/key-options";
import { inAnyCase } from "../regex/regex";
import type { FilterRule, PieceTest } from "../schema/filter";
import type { PlainEntry } from "../schema/plain";
import type { ConditionTable } from "./condition-table";
import type { EntrySpec } from "./entry-table";
import { lower, nameRegex, partsOf } from "./globs";
import { writeValues } from "./more-tables";
import type { PlaceOctets } from "./place-octets";
import { octetsOf, type ProgramOctets } from "./program-octets";

export class EntrySpecs {
	readonly #out: ProgramOctets;
	readonly #places: PlaceOctets;
	readonly #conditions: ConditionTable;
	/** Whether names are compared without regard to case somewhere. */
	readonly #folds: boolean;

	constructor(out: ProgramOctets, places: PlaceOctets, conditions: ConditionTable, folds: boolean) {
		this.#out = out;
		this.#places = places;
		this.#conditions = conditions;
		this.#folds = folds;
	}

	/** An entry of a group, from a policy or a list; and again, if its pattern has to match names in any case somewhere. */
	of(entry: EntryGroup["entries"][number], group: number, source: EntryGroup): EntrySpec[] {
		const spec = this.#spec(entry, group, source);
		if (isFilterRule(entry) && entry.piece.kind === "name" && entry.piece.others !== undefined) {
			return [spec, ...entry.piece.others.map((name) => ({ ...spec, name }))];
		}
		if (!this.#folds || spec.regex === undefined) return [spec];
		const byValue = isFilterRule(entry) ? EntryFlag.BY_VALUE : 0;
		const own = { ...spec, flags: spec.flags | byValue | EntryFlag.EXACT_CASE };
		return [own, { ...spec, flags: spec.flags | byValue | EntryFlag.FOLDED, regex: inAnyCase(spec.regex) }];
	}

	#spec(entry: EntryGroup["entries"][number], group: number, { step, list }: EntryGroup): EntrySpec {
		const originOf = (name: string): Origin => (list === undefined ? { step, entry: name } : { step, list, entry: name });
		if (isSessionName(entry)) {
			const [name, flags] = entry;
			return { name: octetsOf(name), flags: flags | EntryFlag.IGNORE_CASE, group, origin: originOf(name) };
		}
		const isOfPath = step === "path-params";
		if (typeof entry === "string") return { ...globSpec(entry, isOfPath), group, origin: originOf(entry) };
		return isFilterRule(entry)
			? this.#ruleSpec(entry, group, originOf(entry.entry))
			: { ...this.#parameterSpec(entry, isOfPath), group, origin: originOf(entry.name) };
	}

	#parameterSpec(parameter: PlainEntry, isOfPath: boolean): Omit<EntrySpec, "group" | "origin"> {
		const { hosts, exceptHosts, values, paths, exceptPaths, exceptPath } = parameter;
		return {
			...nameSpec(parameter, isOfPath),
			hosts: hosts?.length ? hosts.map((host) => this.#places.forms.host(host)) : undefined,
			exceptHosts: this.#places.scope(exceptHosts),
			exceptPath: exceptPath?.length ? this.#places.texts(exceptPath, lower) : 0,
			values: writeValues(values, this.#out),
			paths: this.#places.paths(paths),
			exceptPaths: this.#places.paths(exceptPaths),
		};
	}

	/** A rule of a filter list. Its own scope is that of its host or, where it has none, of its hosts. */
	#ruleSpec({ piece, url, exceptions, provider, isImportant }: FilterRule, group: number, origin: Origin): EntrySpec {
		const { host, hostPattern } = url;
		const hosts = hostPattern === undefined ? url.hosts : undefined;
		return {
			...this.#pieceSpec(piece, isImportant ? EntryFlag.IMPORTANT : 0),
			group,
			hosts: host !== undefined ? [{ host, isExact: false }] : hosts && this.#places.knownHosts(hosts),
			required: this.#conditions.required(url),
			exception: this.#conditions.exception(exceptions),
			paths: this.#places.prefixes(url.paths),
			raw: piece.kind === "name" ? piece.raw : undefined,
			provider,
			origin,
		};
	}

	#pieceSpec(piece: PieceTest, flags: number): NameSpec {
		if (piece.kind === "any") return { name: [], flags: flags | EntryFlag.ANY };
		const negated = flags | (piece.isNegated ? EntryFlag.NEGATED : 0);
		if (piece.kind === "regex") return { name: [], flags: negated, regex: piece.regex };
		return { name: piece.name, flags: negated | (piece.ignoreCase ? EntryFlag.IGNORE_CASE : 0) };
	}
}

function isSessionName(entry: EntryGroup["entries"][number]): entry is (typeof SESSION_NAMES)[number] {
	return Array.isArray(entry);
}

function isFilterRule(entry: EntryGroup["entries"][number]): entry is FilterRule {
	return typeof entry === "object" && "piece" in entry;
}

type NameSpec = Pick<EntrySpec, "name" | "flags" | "regex">;

/** The names that a text names: itself, or those that it is a glob of. */
function globSpec(text: string, isOfPath: boolean): NameSpec {
	const parts = partsOf(text);
	if (parts.length === 1) return { name: octetsOf(text), flags: 0 };
	const [first = "", last] = parts;
	const isPrefix = parts.length === 2 && last === "";
	if (!isPrefix) return { name: [], flags: 0, regex: nameRegex(parts, false) };
	// A star for every name is for none at all in a path, too.
	const named = first === "" && !isOfPath ? EntryFlag.NAMED : 0;
	return { name: octetsOf(first), flags: EntryFlag.PREFIX | named };
}

/** The names that an entry with conditions names. */
function nameSpec({ name, match, ignoreCase = false, ...others }: PlainEntry, isOfPath: boolean): NameSpec {
	const isNew =
		match === "suffix" || others.values !== undefined || others.paths !== undefined || others.exceptPaths !== undefined;
	const flags = (ignoreCase ? EntryFlag.IGNORE_CASE : 0) | (isNew && !isOfPath ? EntryFlag.NAMED : 0);
	if (match === "suffix" && name !== "") return { name: [], flags, regex: nameRegex(["", name], ignoreCase) };
	const isPrefix = match === "prefix" || match === "suffix";
	return { name: octetsOf(ignoreCase ? lower(name) : name), flags: flags | (isPrefix ? EntryFlag.PREFIX : 0) };
}
