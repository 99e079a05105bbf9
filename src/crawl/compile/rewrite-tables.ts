/** The rewrites of a policy in the octets of a program: assembly/policy/program.ts draws them at `Rewrite`. */
import { More } from "../../../assembly/policy/more";
import { Rewrite as Field, Part, RewriteFlag, RewriteList } from "../../../assembly/policy/rewrite/layout";
import { ListError } from "../lists/list-error";
import { MAX_AUTOMATON_STATES } from "../lists/list-reports";
import type { OctetSet } from "../regex/octet-set";
import { formedFrom, formedToken, type TextForms } from "../rewrites/formed";
import { type From, parseFrom } from "../rewrites/parse-from";
import { parseTo } from "../rewrites/parse-to";
import { type Groups, HOST_STAR, PATH_STAR, patternSteps, SEARCH_SLOTS, type Step, searchSteps } from "../rewrites/pattern-code";
import { rewriteName } from "../rewrites/rewrite-faults";
import { flat, type Token } from "../rewrites/tokens";
import type { Rewrite } from "../schema/policy";
import type { ConditionTable } from "./condition-table";
import { lower, lowerPath } from "./globs";
import { hashTable } from "./hash-table";
import type { ListRewrite } from "./list-rewrites";
import { octetsOf, type ProgramOctets } from "./program-octets";
import { type ScopeName, scopeWords } from "./scope-names";

/** Lists of up to this many rewrites are tried one by one. */
const FEW = 4;

/** A path of which nothing is known. */
const ANY_PATH: readonly Token[] = [{ kind: "star" }, { kind: "star" }];

/** A rewrite of a program, and where it is looked for. */
interface Row {
	readonly number: number;
	/** The host in a scope; absent: every host. */
	readonly place?: ScopeName;
	readonly path: readonly Token[];
}

export class RewriteTables {
	readonly #out: ProgramOctets;
	readonly #forms: TextForms;
	/** Names of those that the fetch form follows. */
	readonly #sent: ReadonlySet<string>;
	readonly #rows: number[] = [];
	readonly #lists: number[] = [];
	readonly #listNumbers = new Map<string, number>();
	readonly #placed: Row[] = [];
	#count = 0;
	#length = 1;
	#slots = 2;
	/** Instructions of all searches. */
	#searched = 0;

	constructor(out: ProgramOctets, forms: TextForms, sent: readonly string[]) {
		this.#out = out;
		this.#forms = forms;
		this.#sent = new Set(sent);
	}

	/** Adds rewrites, which come after those added before. Returns their numbers. */
	add(rewrites: readonly Rewrite[], ofSite: boolean): number[] {
		return rewrites.map((rewrite) => {
			const from = formedFrom(parseFrom(rewrite.from), this.#forms);
			const number = this.#count++;
			const { place } = placeOf(from);
			this.#placed.push({ number, path: from.path, ...(place && { place }) });
			const isSent = this.#sent.has(rewriteName(rewrite));
			const isFound = !ofSite && !isSent && place?.isExact === true;
			this.#rows.push(...this.#words(rewrite, from, isFound, isSent ? RewriteFlag.SENT : 0));
			return number;
		});
	}

	/** Adds rules of lists, which come after all rewrites. Returns their numbers. Throws ListError `list-too-large`. */
	addListed(rewrites: readonly ListRewrite[], conditions: ConditionTable): number[] {
		return rewrites.map(({ regex, kind, url, exceptions }) => {
			const steps = searchSteps(regex);
			this.#searched += steps.length;
			if (this.#searched > MAX_AUTOMATON_STATES)
				throw new ListError("list-too-large", "The raw rules and redirections of all lists have more than 65,536 states.");
			this.#slots = Math.max(this.#slots, SEARCH_SLOTS);
			const words = new Array<number>(Field.SIZE >> 2).fill(0);
			const pattern = this.#pattern(steps);
			words[Field.FLAGS >> 2] = RewriteFlag.ANY_PORT | (kind === "raw" ? RewriteFlag.CUTS : RewriteFlag.UNWRAPS_GROUP);
			words[Field.PORT >> 2] = words[Field.START >> 2] = this.#out.text(new Uint8Array(0));
			words[Field.PATH >> 2] = words[Field.LOWER_PATH >> 2] = pattern;
			words[Field.CONDITION >> 2] = conditions.required(url);
			words[Field.EXCEPTION >> 2] = conditions.exception(exceptions);
			this.#rows.push(...words);
			this.#placed.push({ number: this.#count, path: ANY_PATH });
			return this.#count++;
		});
	}

	/** Writes the tables. `ofPolicy`: the number of rewrites that belong to no site; `bySite`: for each configuration, those of its sites. */
	write(ofPolicy: number, bySite: readonly (readonly number[])[]): [More, number][] {
		if (this.#count === 0) return [];
		const own = this.#placed.slice(0, ofPolicy);
		this.#list(own.filter(({ place }) => place === undefined));
		const names = own.flatMap(({ place, number }) => (place === undefined ? [] : [{ ...place, value: number }]));
		const hosts =
			names.length === 0
				? 0
				: this.#out.words(scopeWords(names, (values) => this.#numbered(values), this.#out, Number.POSITIVE_INFINITY));
		const sites = bySite.map((numbers) => this.#numbered(numbers));
		return [
			[More.REWRITES, this.#out.words(this.#rows)],
			[More.REWRITE_COUNT, this.#count],
			[More.REWRITE_HOSTS, hosts],
			[More.REWRITE_SITES, sites.some((list) => list > 0) ? this.#out.words(sites) : 0],
			[More.REWRITE_LISTS, this.#out.words(this.#lists)],
			[More.REWRITE_LIST_COUNT, this.#lists.length / (RewriteList.SIZE >> 2)],
			[More.MATCH_LENGTH, this.#length],
			[More.MATCH_SLOTS, this.#slots],
		];
	}

	/** `isFound`: whether its host leads to it, and no other does: the fetch form may have another. */
	#words(rewrite: Rewrite, from: From, isFound: boolean, flags: number): number[] {
		const groups = groupsOf(from);
		this.#slots = Math.max(this.#slots, 2 * groups.length);
		const path = this.#pattern(patternSteps(from.path, groups, "/"));
		const words = new Array<number>(Field.SIZE >> 2).fill(0);
		const set = (field: Field, word: number) => {
			words[field >> 2] = word;
		};
		const port = octetsOf(from.port);
		const ofOrigin = from.scheme === "http" ? RewriteFlag.HTTP_ONLY : from.scheme === undefined ? RewriteFlag.ANY_PORT : 0;
		set(Field.FLAGS, ofOrigin | flagOf(rewrite) | flags);
		set(Field.PORT, this.#out.text(port));
		set(Field.PORT_LENGTH, port.length);
		const [start] = from.path;
		const begins = octetsOf(start?.kind === "text" ? start.text : "");
		set(Field.START, this.#out.text(begins));
		set(Field.START_LENGTH, begins.length);
		set(Field.HOST, from.host === undefined || isFound ? 0 : this.#pattern(patternSteps(from.host, groups, ".")));
		set(Field.PATH, path);
		const isLower = flat(from.path).every((token) => token.kind !== "text" || lowerPath(token.text) === token.text);
		set(Field.LOWER_PATH, isLower ? path : this.#pattern(patternSteps(loweredPath(from), groups, "/")));
		if (rewrite.to !== undefined) {
			const { origin, path: newPath, query } = parseTo(rewrite.to, from);
			set(Field.ORIGIN, origin === undefined ? 0 : this.#parts(origin, groups));
			set(Field.NEW_PATH, this.#parts(newPath, groups));
			set(Field.QUERY, query === undefined ? 0 : this.#parts(query, groups));
		} else if (rewrite.unwrap.query !== undefined) {
			const name = octetsOf(encodeURIComponent(rewrite.unwrap.query));
			set(Field.NAME, this.#out.text(name));
			set(Field.NAME_LENGTH, name.length);
		} else {
			set(Field.SLOT, 2 * groups.indexOf(PATH_STAR));
		}
		return words;
	}

	#pattern(steps: readonly Step[]): number {
		this.#length = Math.max(this.#length, steps.length);
		const words = [steps.length];
		for (const [operation, a = 0, b = 0] of steps) words.push(operation, typeof a === "number" ? a : this.#set(a), b);
		return this.#out.words(words);
	}

	/** A set of octets, or that of all but one. */
	#set(except: string | OctetSet): number {
		if (typeof except !== "string") return this.#out.text(new Uint8Array(Uint32Array.from(except).buffer));
		const set = new Uint8Array(32).fill(0xff);
		const octet = except.charCodeAt(0);
		if (except !== "") set[octet >> 3] = 0xff ^ (1 << (octet & 7));
		return this.#out.text(set);
	}

	#parts(tokens: readonly Token[], groups: Groups): number {
		const words = tokens.flatMap((token) => {
			const part: number[] = [0, 0, 0];
			if (token.kind === "text") {
				const text = octetsOf(token.text);
				part[Part.TEXT >> 2] = this.#out.text(text);
				part[Part.LENGTH >> 2] = text.length;
			} else if (token.kind !== "option") {
				part[Part.GROUP >> 2] = 1 + groups.indexOf(token.kind === "name" ? token.name : token.ofHost ? HOST_STAR : PATH_STAR);
			}
			return part;
		});
		return this.#out.words([tokens.length, ...words]);
	}

	/** The number of the list of these rewrites; 0 for none. */
	#numbered(numbers: readonly number[]): number {
		if (numbers.length === 0) return 0;
		const sorted = [...new Set(numbers)].sort((a, b) => a - b);
		const id = sorted.join();
		const known = this.#listNumbers.get(id) ?? this.#list(sorted.map((number) => this.#placed[number] as Row));
		this.#listNumbers.set(id, known);
		return known;
	}

	/** Writes a list. Returns its number. */
	#list(rows: readonly Row[]): number {
		const isFew = rows.length <= FEW;
		const keyed = rows.map(({ number, path }) => ({ number, key: isFew ? undefined : segmentOf(path) }));
		const others = keyed.flatMap(({ number, key }) => (key === undefined ? [number] : []));
		const list: number[] = [];
		list[RewriteList.BY_FIRST >> 2] = this.#segments(keyed, "first");
		list[RewriteList.BY_LAST >> 2] = this.#segments(keyed, "last");
		list[RewriteList.OTHERS >> 2] = this.#out.words(others);
		list[RewriteList.OTHER_COUNT >> 2] = others.length;
		return this.#lists.push(...list) / list.length - 1;
	}

	/** Writes the hash table of rewrites by the first or the last segment; 0 if there is none. */
	#segments(keyed: readonly { number: number; key: Segment | undefined }[], place: Segment["place"]): number {
		const rows = keyed.flatMap(({ number, key }) => (key?.place === place ? [{ number, text: key.text }] : []));
		if (rows.length === 0) return 0;
		const [table, order] = hashTable(rows.map(({ text }) => [...octetsOf(lower(text))]));
		return this.#out.words([...table, ...order.map((index) => rows[index]?.number as number)]);
	}
}

function flagOf({ unwrap }: Rewrite): number {
	if (unwrap === undefined) return 0;
	return unwrap.query === undefined ? RewriteFlag.UNWRAPS_PATH : RewriteFlag.UNWRAPS_QUERY;
}

function loweredPath({ path }: From): Token[] {
	return path.map((token) => formedToken(token, lowerPath));
}

function groupsOf({ host = [], path }: From): Groups {
	const named = (tokens: readonly Token[], star: string) =>
		flat(tokens).flatMap((token) => (token.kind === "name" ? [token.name] : token.kind === "star" ? [star] : []));
	return [...named(host, HOST_STAR), ...named(path, PATH_STAR)];
}

/** The host of a pattern or, where it has groups, the domain that all of its hosts are below. Empty if there is neither. */
function placeOf({ host }: From): { readonly place?: ScopeName } {
	if (host === undefined) return {};
	const last = host.at(-1);
	if (last?.kind !== "text") return {};
	if (host.length === 1) return { place: { host: last.text, isExact: true } };
	const rest = isLabelStart(host, host.length - 1) ? last.text : last.text.split(".").slice(1).join(".");
	const suffix = rest.replace(/^\./, "");
	return suffix === "" ? {} : { place: { host: suffix, isExact: false } };
}

/** Whether a label begins where a token does, whatever options are there. */
function isLabelStart(tokens: readonly Token[], index: number): boolean {
	const before = tokens[index - 1];
	if (before === undefined) return true;
	if (before.kind === "text") return before.text.endsWith(".");
	if (before.kind !== "option") return false;
	const last = before.tokens.at(-1);
	return last?.kind === "text" && last.text.endsWith(".") && isLabelStart(tokens, index - 1);
}

/** A segment that all paths of a pattern have. */
interface Segment {
	readonly place: "first" | "last";
	readonly text: string;
}

/** The first or the last segment of a path, if the pattern names it in full: see assembly/policy/rewrite/candidates.ts. */
function segmentOf(path: readonly Token[]): Segment | undefined {
	const [first, last] = [path[0], path.at(-1)];
	const start = first?.kind === "text" ? first.text : "";
	const end = start.indexOf("/", 1);
	if (path.length === 1 || end > 0) return { place: "first", text: start.slice(1, end < 0 ? undefined : end) };
	const text = last?.kind === "text" ? last.text : "";
	return text.includes("/") ? { place: "last", text: text.slice(text.lastIndexOf("/") + 1) } : undefined;
}
