/** The results of lines: the output, and the file of --rejects. */
import { RejectRecord } from "../../../assembly/layout/addresses";
import { Status } from "../../../assembly/layout/status";
import { CRAWL_FAULTS } from "../../crawl/crawl-errors";
import { type Batch, rejectedLine, rejectsOf } from "../../lines/lines";
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

/** The file of --rejects. */
export class RejectLog<Writer extends OctetWriter = OctetWriter> {
	readonly rejects: Writer | undefined;
	/** Number of rejected lines so far, comments included. */
	rejected = 0;
	/** Number of references so far that the rules of a policy do not act on. */
	notWeb = 0;
	readonly statuses: Float64Array = new Float64Array(STATUSES);
	/** The place of the first quoted field that is left open, and the number of them. */
	openQuote: { readonly place: string; readonly count: number } | undefined;
	/** Numbers of rejected rows, by their codes. */
	readonly #rows = new Map<string, number>();

	constructor(rejects: Writer | undefined) {
		this.rejects = rejects;
	}

	/** Counts the rejects and lists them: line number, octet, code and the line itself, separated by TAB. Throws Failure. */
	writeRejects(batch: Batch): void {
		this.rejected += batch.rejects;
		this.notWeb += batch.notWeb;
		if (batch.rejects === 0) return;
		this.#count(batch);
		if (this.rejects === undefined) return;
		for (const [index, { line, offset, code }] of rejectsOf(batch).entries()) {
			if (code !== COMMENT) this.writeReject([line, offset, code], rejectedLine(batch, index));
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

	/** Counts a rejected row. `place`: where it begins, if it could not be read. */
	countRow(code: string, place: string | undefined): void {
		++this.rejected;
		if (place !== undefined && OPEN_QUOTES.includes(code))
			this.openQuote = { place: this.openQuote?.place ?? place, count: (this.openQuote?.count ?? 0) + 1 };
		this.#rows.set(code, (this.#rows.get(code) ?? 0) + 1);
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

	/** Lists a reject: its columns, then the reference, separated by TAB. Throws Failure. */
	writeReject(columns: readonly (string | number)[], reference: Uint8Array): void {
		this.rejects?.writeLater(encoder.encode(`${columns.join("\t")}\t`));
		this.rejects?.writeLater(reference);
		this.rejects?.writeLater(LINE_END);
	}
}

export class LineResults<Writer extends OctetWriter = OctetWriter> extends RejectLog<Writer> {
	readonly output: Writer;

	constructor(output: Writer, rejects: Writer | undefined) {
		super(rejects);
		this.output = output;
	}

	/** Writes the output and the rejects of a batch. Throws Failure. */
	take(batch: Batch): void {
		this.writeRejects(batch);
		this.output.write(batch.workspace.kernel.octets.subarray(batch.workspace.output, batch.outputEnd));
	}

	/** Writes the buffered octets, before another thread writes. */
	flush(): void {
		this.output.flush();
		this.rejects?.flush();
	}
}

/** Whether a line begins with U+FEFF in UTF-8. */
function hasBom([first, second, third]: Uint8Array): boolean {
	return first === 0xef && second === 0xbb && third === 0xbf;
}
