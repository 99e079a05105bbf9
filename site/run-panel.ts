/** The progress of a worker's run, and the button that cancels it. */
import { element } from "../src/page/element";

export class RunPanel {
	readonly #bar = element("progress", { max: "1", "aria-label": "Octets read" });
	readonly #summary = element("p", { class: "summary" }, "Reading …");
	readonly #cancel = element("button", { type: "button" }, "Cancel");
	readonly part = element("div", { class: "running" }, this.#summary, this.#bar, this.#cancel);

	constructor(cancel: () => void) {
		this.#cancel.addEventListener("click", cancel);
	}

	focus(): void {
		this.#cancel.focus();
	}

	show(sentence: string): void {
		this.#summary.textContent = sentence;
	}

	showShare(octetsRead: number, octets: number): void {
		this.#bar.value = octetsRead / octets;
	}

	/** Leaves only a sentence. Returns whether the button had the focus. */
	end(sentence: string): boolean {
		const hadFocus = document.activeElement === this.#cancel;
		this.#bar.remove();
		this.#cancel.remove();
		this.show(sentence);
		return hadFocus;
	}
}
