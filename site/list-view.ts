/** The view of a list: takes files, deduplicates them in a worker and shows the chart. */
import { element, elementById } from "../src/page/element";
import { hideFailure, showFailure } from "./failure";
import { type FileChoice, startField } from "./file-choice";
import { listChart } from "./list-chart";
import type { ListMessage, ListOrder, ListSource, Outcome, Progress } from "./list-messages";
import { outcomePart } from "./list-outcome";
import { chosenRules, startRulesChoice } from "./list-rules";
import { RunPanel } from "./run-panel";
import { announce } from "./status";

const SYNTHETIC_LINES = 1_000_000;
/** The id of the place for failures. */
const ERROR = "list-error";

/** The run on display, if any. */
let current: ListRunView | undefined;

/** The field for a list. A list that is dropped on the page shows this view. */
export const LIST_FILES: FileChoice = {
	field: "files",
	zone: "drop",
	take(files) {
		window.location.hash = "#list";
		void begin({ files }, (files[0] as File).name);
	},
	refuse(sentence) {
		window.location.hash = "#list";
		showFailure(ERROR, sentence);
	},
};

/** Connects the file field and the button for a synthetic list. */
export function startListView(): void {
	startField(LIST_FILES);
	elementById("synthetic", HTMLButtonElement).addEventListener("click", () => {
		void begin({ syntheticLines: SYNTHETIC_LINES }, "synthetic.txt");
	});
	startRulesChoice();
}

async function begin(source: ListSource, name: string): Promise<void> {
	current?.end();
	hideFailure(ERROR);
	const rules = await chosenRules();
	if (rules === "none") {
		showFailure(ERROR, "Choose the file of the policy first.");
		return;
	}
	current?.end();
	current = new ListRunView(name, rules !== undefined);
	current.start({ source, rules });
}

/** One run on the page: its worker, progress and result. */
class ListRunView {
	readonly #name: string;
	readonly #worker = new Worker(new URL("./list-worker.ts", import.meta.url), { type: "module" });
	readonly #chart: ReturnType<typeof listChart>;
	readonly #panel = new RunPanel(() => this.#cancelRun());
	readonly #outcome = element("div", { class: "outcome" });
	readonly #place = elementById("list-result", HTMLElement);
	#addresses: string[] = [];

	constructor(name: string, hasKeys: boolean) {
		this.#name = name;
		this.#chart = listChart(hasKeys);
	}

	start(order: ListOrder): void {
		this.#place.replaceChildren(this.#panel.part, element("figure", {}, this.#chart.table), this.#outcome);
		this.#place.hidden = false;
		this.#place.dataset.state = "running";
		this.#worker.onmessage = ({ data }: MessageEvent<ListMessage>) => this.#take(data);
		this.#worker.onerror = () => this.#fail("The worker did not start, or the browser ended it. There may be too little memory.");
		this.#worker.postMessage(order);
		announce("Reading the list.");
	}

	/** Ends the worker and revokes the object URLs of its downloads. */
	end(): void {
		this.#worker.terminate();
		for (const address of this.#addresses) URL.revokeObjectURL(address);
		this.#addresses = [];
	}

	#take(message: ListMessage): void {
		if (message.kind === "progress") this.#show(message);
		else if (message.kind === "note") this.#panel.show(message.sentence);
		else if (message.kind === "failed") this.#fail(message.sentence);
		else this.#finish(message);
	}

	#show({ counts, octetsRead, octets }: Progress): void {
		this.#panel.showShare(octetsRead, octets);
		this.#panel.show(`${counts.lines.toLocaleString("en")} lines so far`);
		this.#chart.show(counts);
	}

	#fail(sentence: string): void {
		this.end();
		this.#place.hidden = true;
		showFailure(ERROR, sentence);
	}

	#cancelRun(): void {
		this.end();
		this.#panel.end("Cancelled. The counts cover the lines read until then.");
		this.#place.dataset.state = "cancelled";
		announce("Cancelled.");
		elementById("files", HTMLInputElement).focus();
	}

	#finish(outcome: Outcome): void {
		this.#worker.terminate();
		this.#chart.show(outcome.counts);
		const { part, sentence, addresses } = outcomePart(outcome, this.#name);
		this.#addresses = addresses;
		const hadFocus = this.#panel.end(sentence);
		this.#outcome.append(part);
		this.#place.dataset.state = "done";
		announce(sentence);
		if (hadFocus) this.#outcome.querySelector("a")?.focus();
	}
}
