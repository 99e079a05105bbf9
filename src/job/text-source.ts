/** Tables of text. Loaded on demand. */
import { columnField, columnLabel, type FileTable } from "../tables/text/table-options";
import type { RowReject } from "../tables/text/table-sink";
import { Tables } from "../tables/text/tables";
import { omittingPlain } from "../tables/text/value-rules";
import type { Each, Opening, Source, SourceCounts } from "./source";
import { otherColumnOf, valueRulesOf } from "./value-forms";

export class TextSource implements Source {
	readonly #opening: Opening;
	readonly #table: FileTable;
	/** The tables of this reading. */
	#tables: Tables | undefined;
	#requests = 0;

	constructor(opening: Opening, table: FileTable) {
		this.#opening = opening;
		this.#table = table;
		opening.reader.pace.countRows();
	}

	get counts(): SourceCounts {
		return { ...this.#tables?.counts, requests: this.#requests };
	}

	async each(task: Each): Promise<void> {
		const { reader } = this.#opening;
		const { inputs, pace } = reader;
		const { pass, unique } = task;
		if (unique !== undefined) pace.showUnique(unique);
		if (pass !== undefined) reader.beginPass(pass);
		const tables = this.#open(task);
		this.#tables = tables;
		await inputs.feed(tables, pace);
		if (pass !== undefined) pace.endPass?.(tables.lines);
		this.#requests += tables.requests;
	}

	#open(task: Each): Tables {
		const { reader, sink, counts, by, isHeadFirst = false } = this.#opening;
		const { rules, scheme } = reader;
		const isAgain = task.pass === "writing";
		const column = columnField(this.#table);
		// A step would hash what is omitted, and parts come from it. A value that is plain only once it has a scheme differs from that of the row.
		const needsForms = task.step !== undefined || this.#table.parts !== undefined;
		const omitsPlain = !needsForms && rules.haveOneForm && rules.base === undefined && scheme === undefined;
		const values = valueRulesOf(reader, this.#table, task, omitsPlain ? omittingPlain(rules.settings) : rules.settings);
		const read = isAgain ? { joins: undefined } : { by };
		const { others, ...table } = this.#table;
		const otherTasks = others?.map((other) => ({
			...otherColumnOf(reader, this.#table, other),
			reject: isAgain ? undefined : (reject: RowReject) => sink.rejectOther(reject, columnField(other)),
		}));
		const writeHead = isAgain ? () => {} : (octets: Uint8Array) => sink.output.write(octets);
		const label = columnLabel(this.#table, table.column);
		return new Tables({ ...table, settings: rules.settings, counts, label, ...read }, values, {
			write: task.writes === false ? undefined : (octets) => sink.output.write(octets),
			others: otherTasks,
			writeHead: isHeadFirst ? writeHead : undefined,
			// The first reading has listed the rejects.
			reject: isAgain ? undefined : (reject, place) => sink.reject(reject, column, place),
		});
	}
}
