/** The view of a policy: its faults, its tests, and what it changes on a list. */
import type { PolicyFault } from "urlsieve/crawl";
import { element, elementById } from "../src/page/element";
import { visibleSentence } from "../src/page/visible-text";
import type { Against } from "./page-profile";
import type { ComparedRules } from "./policy-changes-messages";
import { ChangesView } from "./policy-changes-view";
import { type CheckedPolicy, checkText, type SoundPolicy } from "./policy-check";
import { showExamples } from "./policy-examples";
import { PolicyLists } from "./policy-lists";
import { testsPart } from "./policy-tests-part";
import { announce } from "./status";
import { hideError, showError } from "./text-field";
import { placeButton } from "./text-place";

const MAX_FAULTS_SHOWN = 20;
const PAUSE = 250;

export class PolicyView {
	readonly changes = new ChangesView(() => this.#rulesNow());
	readonly #field = elementById("policy-text", HTMLTextAreaElement);
	readonly #tests = elementById("policy-tests", HTMLElement);
	readonly #oldTests = elementById("policy-tests-old", HTMLElement);
	readonly #lists = new PolicyLists(() => this.#check());
	#text = "";
	#against: Against = "crawl@1";
	#checked: CheckedPolicy | undefined;
	#cost = 0;

	constructor() {
		showExamples();
	}

	/** Shows the faults and tests of a policy, or nothing for an empty text. */
	show(text: string, against: Against): void {
		this.#against = against;
		if (text !== this.#text) {
			this.#text = text;
			this.#check();
		} else this.changes.showAge(this.#rules());
	}

	/** Milliseconds without typing after which the policy is checked: twice as long as the last check took, or more. */
	get pause(): number {
		return Math.max(PAUSE, 2 * this.#cost);
	}

	#check(): void {
		const start = performance.now();
		const checked = this.#text.trim() === "" ? undefined : checkText(this.#text, this.#lists.read);
		this.#cost = performance.now() - start;
		this.#checked = checked;
		hideError(this.#field);
		if (checked === undefined) this.#showNothing();
		else if ("faults" in checked) this.#showFaults(checked.faults);
		else this.#showTests(checked);
		// What people see while they type is old, but not gone.
		this.#oldTests.hidden = checked === undefined || !("faults" in checked) || this.#tests.childElementCount === 0;
		this.changes.showAge(this.#rules());
	}

	#showNothing(): void {
		this.#lists.show([]);
		this.#tests.replaceChildren();
	}

	#showFaults(faults: readonly PolicyFault[]): void {
		const items = faults.slice(0, MAX_FAULTS_SHOWN).map((fault) => {
			return element("li", {}, placeButton(this.#field, fault), ...visibleSentence(`${fault.message}.`));
		});
		const rest = faults.length - items.length;
		const more = rest > 0 ? element("li", {}, `and ${rest.toLocaleString("en")} more`) : undefined;
		showError(this.#field, element("ul", { class: "faults" }, ...items, more));
		const [first] = faults;
		const count = faults.length === 1 ? "One fault" : `${faults.length.toLocaleString("en")} faults`;
		announce(`${count}. ${first?.line === undefined ? "" : `Line ${first.line}: `}${first?.message}.`);
	}

	#showTests({ names, tests }: SoundPolicy): void {
		this.#lists.show(names);
		const { parts, sentence } = tests === undefined ? this.#waiting(names) : testsPart(tests, this.#field);
		this.#tests.replaceChildren(...parts);
		announce(sentence);
	}

	#waiting(names: readonly string[]): { parts: HTMLElement[]; sentence: string } {
		const sentence = `The tests run once the list "${this.#missing(names)}" is chosen.`;
		return { parts: [element("p", { class: "sentence" }, ...visibleSentence(sentence))], sentence };
	}

	/** The first list that is named and not there. */
	#missing(names: readonly string[]): string | undefined {
		return names.find((name) => !this.#lists.read.has(name));
	}

	/** What is to be compared, or why it cannot be. */
	#rules(): ComparedRules | string {
		const checked = this.#checked;
		if (checked === undefined) return "Write a policy first.";
		if ("faults" in checked) return "Fix the faults in the policy first.";
		const missing = this.#missing(checked.names);
		if (missing !== undefined) return `Choose the file of the list "${missing}" first.`;
		const lists = new Map(checked.names.map((name) => [name, this.#lists.files.get(name) as File]));
		return { text: this.#text, lists, against: this.#against };
	}

	/** Does not wait for a pause in typing. */
	#rulesNow(): ComparedRules | string {
		this.show(this.#field.value, this.#against);
		return this.#rules();
	}
}
