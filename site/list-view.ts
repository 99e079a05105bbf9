/** The view of a list: takes files, deduplicates them in a worker and shows the chart. */
import { element, elementById } from "./element";
import { listChart } from "./list-chart";
import type { ListMessage, ListOrder, ListSource, Outcome, Progress } from "./list-messages";
import { outcomePart } from "./list-outcome";
import { chosenRules, startRulesChoice } from "./list-rules";
import { announce } from "./status";
import { visibleSentence } from "./visible-text";

const SYNTHETIC_LINES = 1_000_000;

/** The run on display, if any. */
let current: ListRunView | undefined;

/** Connects the file field, the drop zone and the button for a synthetic list. */
export function startListView(): void {
	const field = elementById("files", HTMLInputElement);
	field.addEventListener("change", () => {
		takeFiles(field.files);
		field.value = "";
	});
	elementById("synthetic", HTMLButtonElement).addEventListener("click", () => {
		void begin({ syntheticLines: SYNTHETIC_LINES }, "synthetic.txt");
	});
	startRulesChoice();
	startDropping();
}

/** Accepts files dropped anywhere on the page, in any view. */
function startDropping(): void {
	const zone = elementById("drop", HTMLElement);
	for (const name of ["dragover", "dragleave", "drop"] as const) {
		document.addEventListener(name, (event) => {
			if (!event.dataTransfer?.types.includes("Files")) return;
			event.preventDefault();
			zone.classList.toggle("over", name === "dragover");
			if (name !== "drop") return;
			window.location.hash = "#list";
			takeFiles(event.dataTransfer.files);
		});
	}
}

function takeFiles(list: FileList | null): void {
	const files = [...(list ?? [])];
	const [first] = files;
	if (first === undefined) return;
	if (files.some(({ size }) => size > 0)) void begin({ files }, first.name);
	else showFailure(files.length === 1 ? "The file is empty." : "The files are empty.");
}

async function begin(source: ListSource, name: string): Promise<void> {
	current?.end();
	hideFailure();
	const rules = await chosenRules();
	if (rules === "none") {
		showFailure("Choose the file of the policy first.");
		return;
	}
	current?.end();
	current = new ListRunView(name, rules !== undefined);
	current.start({ source, rules });
}

function showFailure(sentence: string): void {
	const place = elementById("list-error", HTMLElement);
	place.replaceChildren(...visibleSentence(sentence));
	place.hidden = false;
}

function hideFailure(): void {
	elementById("list-error", HTMLElement).hidden = true;
}

/** One run on the page: its worker, progress and result. */
class ListRunView {
	readonly #name: string;
	readonly #worker = new Worker(new URL("./list-worker.ts", import.meta.url), { type: "module" });
	readonly #chart: ReturnType<typeof listChart>;
	readonly #bar = element("progress", { max: "1", "aria-label": "Octets read" });
	readonly #summary = element("p", { class: "summary" }, "Reading …");
	readonly #cancel = element("button", { type: "button" }, "Cancel");
	readonly #outcome = element("div", { class: "outcome" });
	readonly #place = elementById("list-result", HTMLElement);
	#addresses: string[] = [];

	constructor(name: string, hasKeys: boolean) {
		this.#name = name;
		this.#chart = listChart(hasKeys);
		this.#cancel.addEventListener("click", () => this.#cancelRun());
	}

	start(order: ListOrder): void {
		const running = element("div", { class: "running" }, this.#summary, this.#bar, this.#cancel);
		this.#place.replaceChildren(running, element("figure", {}, this.#chart.table), this.#outcome);
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
		else if (message.kind === "note") this.#summary.textContent = message.sentence;
		else if (message.kind === "failed") this.#fail(message.sentence);
		else this.#finish(message);
	}

	#show({ counts, octetsRead, octets }: Progress): void {
		this.#bar.value = octetsRead / octets;
		this.#summary.textContent = `${counts.lines.toLocaleString("en")} lines so far`;
		this.#chart.show(counts);
	}

	#fail(sentence: string): void {
		this.end();
		this.#place.hidden = true;
		showFailure(sentence);
	}

	#cancelRun(): void {
		this.end();
		this.#bar.remove();
		this.#cancel.remove();
		this.#summary.textContent = "Cancelled. The counts cover the lines read until then.";
		this.#place.dataset.state = "cancelled";
		announce("Cancelled.");
		elementById("files", HTMLInputElement).focus();
	}

	#finish(outcome: Outcome): void {
		this.#worker.terminate();
		const hadFocus = document.activeElement === this.#cancel;
		this.#bar.remove();
		this.#cancel.remove();
		this.#chart.show(outcome.counts);
		const { part, sentence, addresses } = outcomePart(outcome, this.#name);
		this.#addresses = addresses;
		this.#summary.textContent = sentence;
		this.#outcome.append(part);
		this.#place.dataset.state = "done";
		announce(sentence);
		if (hadFocus) this.#outcome.querySelector("a")?.focus();
	}
}
