/** The end of a run: its output, the file of --rejects, and counts of rejects. */
import { RejectRecord } from "../../../assembly/layout/addresses";
import { Status } from "../../../assembly/layout/status";
import { CRAWL_FAULTS } from "../../crawl/crawl-errors";
import { type Batch, rejectedLine, rejectsOf } from "../../lines/batch";
import { NO_RULE_COUNTS, type RuleCounts, sumOfCounts } from "../../lines/rule-counts";
import { codeOf } from "../../statuses";
import { beginsWithHost } from "../../text/bare-host";
import { asciiOctets, encoder } from "../../utf8";
import type { OctetWriter } from "./octet-writer";

/** Numbers of rejected lines, by their statuses. Status.OK counts those that begin with a host and have no scheme. */
export const STATUSES = 32;
const HOSTS = Status.OK;
/** In place of a status: numbers of rejected lines that begin with a byte order mark. */
const BOMS = STATUSES - 1;
const OPEN_QUOTES: readonly string[] = ["unclosed-quote", "invalid-quote"];

const LINE_END = asciiOctets("\n");
const COMMENT = codeOf(Status.COMMENT);

/** A main output. `isInPlace`: whether readers see it before the end. `path`: that of the file which is written, if it is one. */
export type MainOutput = OctetWriter & { readonly isInPlace: boolean; readonly path: string | undefined };

/** A rejected row: its number, from 1, and the octet in its reference. */
export interface RejectedRow {
	readonly row: number;
	readonly offset: number;
	readonly code: string;
	readonly reference: Uint8Array;
}

/** The counts of a run that removes duplicates. For tables, there are rows, with and without a reference, instead of lines. */
export interface RunCounts {
	readonly lines?: number;
	readonly rows?: number;
	/** Counts for rows with several values each. */
	readonly values?: number | undefined;
	readonly empty?: number;
	readonly unique: number;
	readonly duplicates: number;
	readonly rejects: number;
	/** Lines that are left out although they are no duplicates: those excluded, and those beyond a limit. */
	readonly excluded?: number;
	readonly withheld?: number;
	/** Lines in traps, by kind, whether they are left out or not. */
	readonly traps?: { readonly [trap: string]: number };
}

/** Takes the rejects as well: a report, or a function of the caller. */
export interface RunLog {
	takeRejects?(batch: Batch): void;
	reject(row: RejectedRow): void;
	/** Ends the log. Returns the numbers of duplicates by reason. Throws Failure. */
	end?(counts: RunCounts): { readonly merges: { readonly [reason: string]: number } };
}

/** Takes all that a run leaves: its output, and the rejects, which it lists and counts. */
export class Sink<Writer = OctetWriter, Log extends RunLog = RunLog> {
	readonly output: Writer;
	/** The file of --rejects. */
	readonly rejects: OctetWriter | undefined;
	/** The duplicates for --audit and --report, or another taker of rejects. */
	log: Log | undefined;
	/** Number of rejected lines so far, comments included. */
	rejected = 0;
	/** Number of rejected values in other columns of a table. */
	otherRejects = 0;
	/** Counts of the policy's rules so far. */
	ruleCounts: RuleCounts = NO_RULE_COUNTS;
	readonly statuses: Float64Array = new Float64Array(STATUSES);
	/** The place of the first quoted field that is left open, and the number of them. */
	openQuote: { readonly place: string; readonly count: number } | undefined;
	/** Numbers of rejected rows, by their codes. */
	readonly #rows = new Map<string, number>();

	constructor(output: Writer, rejects: OctetWriter | undefined, log?: Log) {
		this.output = output;
		this.rejects = rejects;
		this.log = log;
	}

	/** Counts the rejects and lists them: line number, octet, code and the line itself, separated by TAB. Throws Failure. */
	takeRejects(batch: Batch): void {
		this.rejected += batch.rejects;
		this.ruleCounts = sumOfCounts(this.ruleCounts, batch.ruleCounts);
		if (batch.rejects === 0) return;
		this.#count(batch);
		this.log?.takeRejects?.(batch);
		if (this.rejects === undefined) return;
		for (const [index, { line, offset, code }] of rejectsOf(batch).entries()) {
			if (code !== COMMENT) this.#list([line, offset, code], rejectedLine(batch, index));
		}
	}

	#count(batch: Batch): void {
		const { kernel, rejects } = batch.workspace;
		for (let index = 0; index < batch.rejects; ++index) {
			const status = kernel.words[(rejects + index * RejectRecord.SIZE + RejectRecord.STATUS) >> 2] as number;
			this.statuses[status] = (this.statuses[status] as number) + 1;
			if (hasBom(rejectedLine(batch, index))) this.statuses[BOMS] = (this.statuses[BOMS] as number) + 1;
			if (status !== Status.RELATIVE_REFERENCE) continue;
			const line = Buffer.from(rejectedLine(batch, index)).toString("latin1");
			if (beginsWithHost(line)) this.statuses[HOSTS] = (this.statuses[HOSTS] as number) + 1;
		}
	}

	/**
	 * The same of a row: its number, the octet in its reference, code, column, and the reference. `place`: where it begins, if it could not
	 * be read. Throws Failure.
	 */
	reject(row: RejectedRow, column: string, place?: string): void {
		const { code } = row;
		++this.rejected;
		if (place !== undefined && OPEN_QUOTES.includes(code))
			this.openQuote = { place: this.openQuote?.place ?? place, count: (this.openQuote?.count ?? 0) + 1 };
		this.#rows.set(code, (this.#rows.get(code) ?? 0) + 1);
		this.#list([row.row, row.offset, code, column], row.reference);
		this.log?.reject(row);
	}

	/** The same of a value in another column of references, whose row is kept. Throws Failure. */
	rejectOther({ row, offset, code, reference }: RejectedRow, column: string): void {
		++this.otherRejects;
		this.#list([row, offset, code, column], reference);
	}

	/** Number of lines that are comments, which are recorded as rejected. */
	get comments(): number {
		return this.statuses[Status.COMMENT] as number;
	}

	/** Number of rejected lines that begin with a host and have no scheme. */
	get hosts(): number {
		return this.statuses[HOSTS] as number;
	}

	get boms(): number {
		return this.statuses[BOMS] as number;
	}

	/** Number of lines that are rejected for their scheme. */
	get unwanted(): number {
		return (this.statuses[Status.RELATIVE_REFERENCE] as number) + (this.statuses[Status.UNEXPECTED_SCHEME] as number);
	}

	/** The rejects by their codes, without comments. */
	get causes(): { readonly [code: string]: number } {
		const causes = new Map(this.#rows);
		for (const [status, count] of this.statuses.entries()) {
			if (count === 0 || status === HOSTS || status === BOMS || status === Status.COMMENT) continue;
			// The codes of the crawl kernel include those of the core.
			causes.set(codeOf(status, CRAWL_FAULTS), count);
		}
		return Object.fromEntries(causes);
	}

	/** Lists a reject: its columns, then the reference, separated by TAB. */
	#list(columns: readonly (string | number)[], reference: Uint8Array): void {
		this.rejects?.writeLater(encoder.encode(`${columns.join("\t")}\t`));
		this.rejects?.writeLater(reference);
		this.rejects?.writeLater(LINE_END);
	}

	/** Ends the log. Returns the counts, with those of the log. Throws Failure. */
	end<Counts extends Omit<RunCounts, "rejects">>(counts: Counts): Counts & Partial<ReturnType<NonNullable<RunLog["end"]>>> {
		return { ...counts, ...this.log?.end?.({ ...counts, rejects: this.rejected - this.comments }) };
	}

	/** Writes the buffered octets, before another thread writes. */
	flush(this: Sink): void {
		this.output.flush();
		this.rejects?.flush();
	}
}

/** Whether a line begins with U+FEFF in UTF-8. */
function hasBom([first, second, third]: Uint8Array): boolean {
	return first === 0xef && second === 0xbb && third === 0xbf;
}
