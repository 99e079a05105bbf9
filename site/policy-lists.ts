/** The fields for the lists that a policy names. */
import { type ReadList, UrlsieveError } from "urlsieve/crawl";
import { element, elementById } from "../src/page/element";
import { visibleSentence } from "../src/page/visible-text";
import { ReadError } from "./file-octets";
import { readListFile } from "./policy-list";
import { announce } from "./status";

export class PolicyLists {
	/** By name. Lists that the policy no longer names stay, for when it names them again. */
	readonly read = new Map<string, ReadList>();
	readonly files = new Map<string, File>();
	readonly #place = elementById("policy-lists", HTMLElement);
	readonly #change: () => void;
	#names = "";

	/** `change` is called when a file has been chosen and read. */
	constructor(change: () => void) {
		this.#change = change;
	}

	/** Shows a field for each list with one of these names. */
	show(names: readonly string[]): void {
		if (names.join(" ") === this.#names) return;
		this.#names = names.join(" ");
		this.#place.replaceChildren(...names.map((name, index) => this.#fieldFor(name, `policy-list-${index}`)));
	}

	#fieldFor(name: string, id: string): HTMLElement {
		const field = element("input", { id, type: "file", "aria-describedby": `${id}-note` });
		const note = element("p", { id: `${id}-note`, class: "aside" }, ...this.#noteOn(name));
		// A file that was changed can be chosen again.
		field.addEventListener("click", () => {
			field.value = "";
		});
		field.addEventListener("change", async () => {
			const [file] = field.files ?? [];
			if (file === undefined) return;
			const fault = await this.#take(name, file);
			note.className = fault === undefined ? "aside" : "error";
			note.replaceChildren(...(fault === undefined ? this.#noteOn(name) : visibleSentence(fault)));
			this.#change();
			if (fault !== undefined) announce(fault);
		});
		const label = element("label", { for: id }, `List "${name}"`);
		return element("div", { class: "named-list", "data-list": name }, element("p", { class: "choice" }, label, field), note);
	}

	/** Takes a file in place of one before it. Returns the reason for which it is no list. */
	async #take(name: string, file: File): Promise<string | undefined> {
		this.read.delete(name);
		try {
			this.read.set(name, await readListFile(name, file));
			this.files.set(name, file);
			return undefined;
		} catch (error) {
			if (error instanceof UrlsieveError || error instanceof ReadError) return error.message;
			throw error;
		}
	}

	#noteOn(name: string): Node[] {
		const list = this.read.get(name);
		if (list === undefined) {
			return visibleSentence(
				`The policy names the list "${name}". Choose its file: a filter list with $removeparam, the JSON of ClearURLs, or a list of your own.`,
			);
		}
		const { rules, reports } = list;
		const [first] = reports;
		const taken = `${this.files.get(name)?.name}: ${rules.toLocaleString("en")} ${rules === 1 ? "rule" : "rules"}.`;
		const left = first && ` ${reports.length.toLocaleString("en")} could not be taken as they stand; the first: ${first.message}`;
		return visibleSentence(`${taken}${left ?? ""}`);
	}
}
