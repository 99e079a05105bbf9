/**
 * The turns of a thread in the passes that read the inputs: relay-turns.ts. Whoever reads a chunk counts its lines, so that each thread
 * knows the numbers of its lines at once and does not wait for the threads before it, unless it has rejects or lines to write.
 */
import { Flag } from "../../../assembly/layout/options";
import type { ListFunctions } from "../../engine/list-kernel";
import type { Workspace } from "../../engine/workspace";
import { LineSurvey } from "../../files/input/line-survey";
import { type Sink, STATUSES } from "../../files/output/sink";
import type { Batch } from "../../lines/batch";
import { LineFeed } from "../../lines/lines";
import { OctetSink } from "../../lines/octet-sink";
import { NO_RULE_COUNTS } from "../../lines/rule-counts";
import { type Relay, Total } from "../../threads/relay";
import type { ReadLines, RelayReader } from "../../threads/relay-reader";
import { RelayTurns } from "../../threads/relay-turns";
import type { FirstPass } from "./first-pass";
import type { ThirdPass, ThirdSink } from "./third-pass";

/** The common part of both passes: a feed that can go on at any line. */
interface Pass {
	readonly feed: LineFeed;
	goOn(lines: number, isFirst: boolean): void;
}

abstract class PassTurns extends RelayTurns {
	protected readonly results: Sink;
	readonly #workspace: Workspace<ListFunctions>;
	/** Number of lines before the chunk. */
	#before = 0;
	#length = 0;
	#rejected = 0;
	#ruleCounts = NO_RULE_COUNTS;
	#statuses = new Float64Array(STATUSES);

	constructor(relay: Relay, reader: RelayReader, workspace: Workspace<ListFunctions>, results: Sink) {
		super(relay, reader);
		this.#workspace = workspace;
		this.results = results;
	}

	protected abstract get pass(): Pass;

	protected override begin({ length, isFirst, isLast, isCut }: ReadLines): void {
		const { kernel, input } = this.#workspace;
		const options = (isFirst ? Flag.STREAM_START : 0) | (isLast ? Flag.STREAM_END : 0);
		this.#before = this.relay.total(Total.LINES_READ);
		this.relay.raiseTotal(Total.LINES_READ, isCut ? 1 : kernel.call.countLines(options, input, input + length));
	}

	protected override process(lines: ReadLines): void {
		this.#length = this.results.output.length;
		this.#rejected = this.results.rejected;
		this.#ruleCounts = this.results.ruleCounts;
		this.#statuses = this.results.statuses.slice();
		this.pass.goOn(this.#before, lines.isFirst);
		const { feed } = this.pass;
		if (feed.workspace === this.#workspace) {
			feed.advance(lines.length, lines.isLast);
		} else {
			feed.push(this.reader.linesOf(lines));
			if (lines.isLast) feed.end();
		}
	}

	/** Processes a line that is cut, and its rest. */
	protected processCut(lines: ReadLines, survey?: LineSurvey): void {
		this.process(lines);
		this.reader.feedRest(this.pass.feed, survey);
	}

	/** Adds to the totals of all threads. */
	protected addTotals(): void {
		const { relay, results } = this;
		results.flush();
		relay.raiseTotal(Total.LINES, this.pass.feed.lines - this.#before);
		relay.raiseTotal(Total.REJECTS, results.rejected - this.#rejected);
		relay.addRuleCounts(this.#ruleCounts, results.ruleCounts);
		relay.addStatuses(this.#statuses, results.statuses);
		relay.raiseTotal(Total.OCTETS_WRITTEN, results.output.length - this.#length);
	}
}

/** The turns of the first pass. */
export class ReadingTurns extends PassTurns {
	protected readonly pass: Pass;
	#survey = new LineSurvey();

	constructor(relay: Relay, reader: RelayReader, first: FirstPass, results: Sink) {
		super(relay, reader, first.workspace, results);
		const feed = new LineFeed(first.at.workspace, first.at.settings, (batch) => {
			this.#takeRejects(batch);
			first.takeBatch(batch);
		});
		this.pass = {
			feed,
			goOn(lines, isFirst) {
				feed.goOn(lines, isFirst);
				first.goOn(lines);
			},
		};
	}

	/** Rejects are written in the order of lines. */
	#takeRejects(batch: Batch): void {
		if (batch.rejects > 0) this.waitToWrite();
		this.results.takeRejects(batch);
	}

	protected override begin(lines: ReadLines): void {
		super.begin(lines);
		this.#survey = new LineSurvey(lines.position);
	}

	protected override process(lines: ReadLines): void {
		this.#survey.surveyLines(this.reader.linesOf(lines));
		super.process(lines);
	}

	protected override write(lines: ReadLines): void {
		if (lines.isCut) this.processCut(lines, this.#survey);
		this.#survey.end();
		this.relay.addCounts(this.#survey);
		this.addTotals();
	}
}

/** Octets of lines that a thread holds before it waits for its turn to write. */
const MAX_HELD = 1048576;

/** The turns of the third pass. Lines stay in the memory of the kernel until they can be written, or in a copy of them. */
export class WritingTurns extends PassTurns {
	protected readonly pass: ThirdPass;
	#unwritten: Uint8Array | undefined;
	/** Room for copies of lines that a kernel overwrites without notice. */
	readonly #room: Uint8Array | undefined;
	#copied: OctetSink | undefined;

	/** `create` gets the sink for the lines of the pass. With `copies`, it may write without calling `overwrite`. */
	constructor(
		relay: Relay,
		reader: RelayReader,
		results: Sink,
		workspace: Workspace<ListFunctions>,
		create: (sink: ThirdSink) => ThirdPass,
		copies: boolean,
	) {
		super(relay, reader, workspace, results);
		this.#room = copies ? new Uint8Array(MAX_HELD) : undefined;
		this.pass = create({ write: (octets) => this.#hold(octets), overwrite: () => this.#writeRest() });
	}

	protected override process(lines: ReadLines): void {
		super.process(lines);
		this.pass.flush();
	}

	protected override write(lines: ReadLines): void {
		if (lines.isCut) this.processCut(lines);
		this.pass.flush();
		this.#writeRest();
		this.addTotals();
	}

	#hold(octets: Uint8Array): void {
		this.#unwritten = octets;
		if (this.#room === undefined) return;
		this.#copied ??= new OctetSink(this.#room);
		this.#copied.append(octets);
		this.#unwritten = this.#copied.octets();
		if (this.#unwritten.length >= MAX_HELD) this.#writeRest();
	}

	#writeRest(): void {
		if (this.#unwritten === undefined) return;
		this.waitToWrite();
		this.results.output.write(this.#unwritten);
		this.#unwritten = undefined;
		this.#copied = undefined;
	}
}
