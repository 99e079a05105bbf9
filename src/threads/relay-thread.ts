/**
 * A thread that normalizes the lines of plain files and writes all of them: see relay-turns.ts.
 *
 * A chunk that does not fit one batch, such as a line longer than a chunk, goes through a LineFeed while the thread holds the
 * lock for writing. The output is therefore the same for any number of threads.
 */

import { LineSurvey } from "../files/input/line-survey";
import type { Sink } from "../files/output/sink";
import type { BatchCounts } from "../lines/batch";
import { LineFeed, type LineSettings } from "../lines/lines";
import { normalizeBatch } from "./batch";
import { type Relay, Total } from "./relay";
import type { ReadLines, RelayReader } from "./relay-reader";
import { RelayTurns } from "./relay-turns";

export class RelayThread extends RelayTurns {
	readonly #results: Sink;
	readonly #settings: LineSettings;
	readonly #feed: LineFeed;
	#survey = new LineSurvey();
	#batch: BatchCounts | undefined;

	constructor(relay: Relay, reader: RelayReader, results: Sink, settings: LineSettings) {
		super(relay, reader);
		this.#results = results;
		this.#settings = settings;
		this.#feed = new LineFeed(reader.workspace, settings, (batch) => {
			results.takeRejects(batch);
			results.output.write(batch.workspace.kernel.octets.subarray(batch.workspace.output, batch.outputEnd));
		});
	}

	protected override begin({ position }: ReadLines): void {
		this.#survey = new LineSurvey(position);
		this.#batch = undefined;
	}

	protected override process(lines: ReadLines): void {
		this.#survey.add(this.reader.linesOf(lines));
		this.#batch = normalizeBatch(this.reader.workspace, this.#settings, lines, false);
	}

	protected override write(lines: ReadLines): void {
		const { relay, reader } = this;
		const [feed, results, survey] = [this.#feed, this.#results, this.#survey];
		const before = { rejected: results.rejected, length: results.output.length, statuses: results.statuses.slice() };
		if (lines.isCut) survey.add(reader.linesOf(lines));
		feed.goOn(relay.total(Total.LINES), lines.isFirst && this.#batch === undefined);
		if (this.#batch === undefined) feed.advance(lines.length, lines.isLast);
		else feed.hand(this.#batch, reader.workspace);
		if (lines.isCut) reader.feedRest(feed, survey);
		survey.end();
		results.flush();
		relay.add(Total.LINES, feed.lines - relay.total(Total.LINES));
		relay.add(Total.REJECTS, results.rejected - before.rejected);
		relay.addStatuses(before.statuses, results.statuses);
		relay.add(Total.OCTETS_WRITTEN, results.output.length - before.length);
		relay.addCounts(survey);
	}
}
