/** Collects the reports of a reader of lists, and holds a list to its limits. */

import type { ToAscii } from "../../engine/idna";
import { RegexFault, stateCount } from "../regex/regex";
import type { FilterRule, ListPlace, UrlTest } from "../schema/filter";
import { type ListDoubt, ListError, type ListReport, type ListReportCode } from "./list-error";

export const MAX_OCTETS = 1 << 20;
export const MAX_RULES = 100_000;
const MAX_PATTERNS = 4096;
export const MAX_AUTOMATON_STATES = 65_536;
const MAX_SAME_NAME = 64;
/** The same if their hosts are compared, which takes less time than patterns do. */
const MAX_SAME_NAME_OF_HOSTS = 1024;
const MAX_SHOWN = 120;

/** A rule that cannot be taken. */
export class Unsupported extends Error {
	readonly code: ListReportCode;

	constructor(code: ListReportCode, message: string) {
		super(message);
		this.code = code;
	}
}

/** Reports about one list, in its order. Under `strict`, the first report is an error. */
export class ListReports {
	readonly reports: ListReport[] = [];
	readonly doubts: ListDoubt[] = [];
	/** Number of rules that are about something else. */
	passedOver = 0;
	/** Converts hosts. */
	readonly toAscii: ToAscii;
	readonly #isStrict: boolean;
	readonly #sameName = new Map<string, number>();
	#rules = 0;
	#patterns = 0;
	#states = 0;

	constructor(isStrict: boolean, toAscii: ToAscii) {
		this.toAscii = toAscii;
		this.#isStrict = isStrict;
	}

	/** Runs `read`. Reports a rule that it cannot take, and returns `undefined`. Throws ListError. */
	attempt<Result>(place: ListPlace, read: () => Result): Result | undefined {
		try {
			return read();
		} catch (error) {
			if (error instanceof RegexFault && error.code === "list-too-large") throw tooLarge(error.message, place);
			if (!(error instanceof RegexFault || error instanceof Unsupported)) throw error;
			this.#report(error.code as ListReportCode, error.message, place);
			return undefined;
		}
	}

	/** The test of an exception, with its place. One that cannot be taken, undefined, holds for every URL. */
	exception({ line, path, text }: ListPlace, test: UrlTest | undefined): UrlTest {
		return { ...(test ?? { isReported: true }), source: { line, path, text: shortened(text) } };
	}

	/** Adds a doubt. No list is refused for it. */
	doubt(line: number, message: string, text: string): void {
		this.doubts.push({ message: `Line ${line}: ${message}.`, line, text: shortened(text) });
	}

	#report(code: ListReportCode, message: string, { line, path, text }: ListPlace): void {
		const shown = shortened(text);
		const where = path === "" ? `Line ${line}` : path;
		if (this.#isStrict) throw new ListError(code, `${where}: ${message}: ${shown}`, path, shown, line);
		this.reports.push({ code, message: `${where}: ${message}.`, line, path, text: shown });
	}

	/**
	 * Counts a rule, or an exception, that was taken. One that neither a name nor one scope decides counts as a pattern. Throws
	 * ListError `list-too-large`.
	 */
	count(place: ListPlace, url: UrlTest, piece?: FilterRule["piece"]): void {
		if (++this.#rules > MAX_RULES) throw tooLarge("The list has more than 100,000 rules", place);
		const hasScope = url.host !== undefined || url.hosts !== undefined;
		const patterns = [url.pattern, url.hostPattern, url.exceptPattern].filter((pattern) => pattern !== undefined);
		const isOnlyScope = hasScope && !(url.host && url.hosts) && url.exceptHosts === undefined && patterns.length === 0;
		for (const pattern of patterns) this.#countPattern(stateCount(pattern), place);
		if (patterns.length === 0 && hasScope && !isOnlyScope) this.#countPattern(0, place);
		if (piece === undefined) return;
		if (piece.kind === "name" && url.hostTexts !== undefined && url.pattern === undefined)
			this.#countName(piece.name, place, MAX_SAME_NAME_OF_HOSTS);
		else if (piece.kind === "regex") this.#countPattern(stateCount(piece.regex), place);
		else if (piece.kind === "any" ? !isOnlyScope : piece.isNegated) this.#countPattern(0, place);
		else if (piece.kind === "name" && !hasScope) this.#countName(piece.name, place);
	}

	#countName(name: readonly number[], place: ListPlace, most = MAX_SAME_NAME): void {
		const key = name.join();
		const count = (this.#sameName.get(key) ?? 0) + 1;
		this.#sameName.set(key, count);
		if (count > most) throw tooLarge(`The list has more than ${count - 1} rules of one name outside a scope`, place);
	}

	#countPattern(states: number, place: ListPlace): void {
		this.#states += states;
		if (++this.#patterns > MAX_PATTERNS) {
			throw tooLarge("The list has more than 4,096 patterns that are neither a name nor a host", place);
		}
		if (this.#states > MAX_AUTOMATON_STATES) throw tooLarge("The patterns of the list have more than 65,536 states", place);
	}
}

function shortened(text: string): string {
	return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function tooLarge(message: string, { line, path, text }: ListPlace): ListError {
	const shown = text.slice(0, MAX_SHOWN);
	return new ListError("list-too-large", `${path === "" ? `Line ${line}` : path}: ${message}.`, path, shown, line);
}
