/** What a policy changes on a list: takes files, compares in a worker, and shows the changes. */
import { element, elementById } from "../src/page/element";
import { hideFailure, showFailure } from "./failure";
import { type FileChoice, startField } from "./file-choice";
import type { ChangesMessage, ChangesOrder, ChangesOutcome, ComparedRules } from "./policy-changes-messages";
import { changesPart } from "./policy-changes-part";
import { RunPanel } from "./run-panel";
import { announce } from "./status";

const FIELD = "policy-urls";
const ERROR = "policy-changes-error";

export class ChangesView {
	readonly files: FileChoice = {
		field: FIELD,
		zone: "policy-drop",
		take: (files) => this.#begin(files),
		refuse: (sentence) => showFailure(ERROR, sentence),
	};
	readonly #rulesNow: () => ComparedRules | string;
	readonly #again = elementById("policy-changes-again", HTMLElement);
	#run: ChangesRun | undefined;
	/** Whether the failure on display is that the rules cannot be compared. */
	#isRefused = false;

	/** `rulesNow` returns what is to be compared, or a sentence why it cannot be. */
	constructor(rulesNow: () => ComparedRules | string) {
		this.#rulesNow = rulesNow;
		startField(this.files);
		const button = element("button", { type: "button", class: "plain" }, "Compare again");
		button.addEventListener("click", () => {
			if (this.#run === undefined) return;
			this.#begin(this.#run.order.files);
			this.#run.focus();
		});
		this.#again.append("These results are out of date. ", button);
	}

	/** Shows whether the changes on display are those of these rules. */
	showAge(rules: ComparedRules | string): void {
		if (this.#isRefused && typeof rules !== "string") this.#hideFailure();
		this.#again.hidden = this.#run === undefined || isSame(this.#run.order.rules, rules);
	}

	#begin(files: readonly File[]): void {
		this.#hideFailure();
		const rules = this.#rulesNow();
		if (typeof rules === "string") {
			this.#isRefused = true;
			showFailure(ERROR, rules);
			return;
		}
		this.#run?.end();
		this.#run = new ChangesRun({ rules, files }, () => {
			this.#run = undefined;
			this.#again.hidden = true;
		});
		this.#again.hidden = true;
		this.#run.start();
	}

	#hideFailure(): void {
		this.#isRefused = false;
		hideFailure(ERROR);
	}
}

function isSame(rules: ComparedRules, other: ComparedRules | string): boolean {
	if (typeof other === "string") return false;
	const areSame = [...rules.lists].every(([name, file]) => other.lists.get(name) === file);
	return areSame && rules.text === other.text && rules.against === other.against;
}

/** One run on the page: its worker, progress and result. */
class ChangesRun {
	readonly order: ChangesOrder;
	readonly #gone: () => void;
	readonly #worker = new Worker(new URL("./policy-changes-worker.ts", import.meta.url), { type: "module" });
	readonly #panel = new RunPanel(() => this.#cancel());
	readonly #outcome = element("div", { class: "outcome" });
	readonly #place = elementById("policy-changes", HTMLElement);

	/** `gone` is called when the run has failed or was cancelled. */
	constructor(order: ChangesOrder, gone: () => void) {
		this.order = order;
		this.#gone = gone;
	}

	start(): void {
		this.#place.replaceChildren(this.#panel.part, this.#outcome);
		this.#place.hidden = false;
		this.#place.dataset.state = "running";
		this.#worker.onmessage = ({ data }: MessageEvent<ChangesMessage>) => this.#take(data);
		this.#worker.onerror = () => this.#fail("The worker did not start, or the browser ended it. There may be too little memory.");
		this.#worker.postMessage(this.order);
		announce("Reading the list.");
	}

	focus(): void {
		this.#panel.focus();
	}

	end(): void {
		this.#worker.terminate();
	}

	#take(message: ChangesMessage): void {
		if (message.kind === "failed") this.#fail(message.sentence);
		else if (message.kind === "done") this.#finish(message);
		else if (message.kind === "note") this.#panel.show(message.sentence);
		else {
			this.#panel.showShare(message.octetsRead, message.octets);
			this.#panel.show(`${message.lines.toLocaleString("en")} lines so far`);
		}
	}

	#fail(sentence: string): void {
		this.end();
		this.#gone();
		this.#place.hidden = true;
		showFailure(ERROR, sentence);
	}

	#cancel(): void {
		this.end();
		this.#gone();
		this.#panel.end("Cancelled.");
		this.#place.dataset.state = "cancelled";
		announce("Cancelled.");
		elementById(FIELD, HTMLInputElement).focus();
	}

	#finish(outcome: ChangesOutcome): void {
		this.end();
		const { part, sentence } = changesPart(outcome, this.order.rules.against);
		const hadFocus = this.#panel.end(sentence);
		this.#outcome.append(part);
		this.#place.dataset.state = "done";
		announce(sentence);
		if (hadFocus) elementById(FIELD, HTMLInputElement).focus();
	}
}
