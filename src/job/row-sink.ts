/** Takes the rows of a job. */
import type { LineResults } from "../files/output/line-results";
import type { RowReject } from "../tables/text/table-sink";
import type { JobOutput } from "./outputs";

export interface RowSink {
	readonly output: JobOutput;
	/** `place`: see `RowTaker`. */
	takeReject(reject: RowReject, place?: string): void;
}

/** Lists rejects: the number of the row, the octet in the reference, code, column, and the reference. */
export class ListedRows implements RowSink {
	readonly output: JobOutput;
	readonly #results: LineResults<JobOutput>;
	readonly #column: string;
	readonly #next: Pick<RowSink, "takeReject"> | undefined;

	/** `next` takes rejects as well. */
	constructor(results: LineResults<JobOutput>, column: string | number, next?: Pick<RowSink, "takeReject">) {
		this.output = results.output;
		this.#results = results;
		this.#column = String(column).replaceAll(/[\t\r\n]/g, " ");
		this.#next = next;
	}

	takeReject(reject: RowReject, place?: string): void {
		const { row, offset, code, reference } = reject;
		this.#results.countRow(code, place);
		this.#results.writeReject([row, offset, code, this.#column], reference);
		this.#next?.takeReject(reject);
	}
}
