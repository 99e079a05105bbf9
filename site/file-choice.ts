/** Files that are chosen in a field, or dropped on the page. */
import { elementById } from "../src/page/element";

/** A place for files. `take` receives the files of which one has an octet at least, `refuse` the reason against others. */
export interface FileChoice {
	/** The id of the field. */
	readonly field: string;
	/** The id of the part of the page that shows where the files go. */
	readonly zone: string;
	take(files: readonly File[]): void;
	refuse(sentence: string): void;
}

/** Connects the field of a choice. */
export function startField(choice: FileChoice): void {
	const field = elementById(choice.field, HTMLInputElement);
	field.addEventListener("change", () => {
		offer(choice, field.files);
		field.value = "";
	});
}

/** Accepts files dropped anywhere on the page. They go to the choice that the view has. */
export function startDropping(choiceNow: () => FileChoice): void {
	for (const name of ["dragover", "dragleave", "drop"] as const) {
		document.addEventListener(name, (event) => {
			if (!event.dataTransfer?.types.includes("Files")) return;
			event.preventDefault();
			const choice = choiceNow();
			elementById(choice.zone, HTMLElement).classList.toggle("over", name === "dragover");
			if (name === "drop") offer(choice, event.dataTransfer.files);
		});
	}
}

function offer(choice: FileChoice, list: FileList | null): void {
	const files = [...(list ?? [])];
	if (files.some(({ size }) => size > 0)) choice.take(files);
	else if (files.length > 0) choice.refuse(files.length === 1 ? "The file is empty." : "The files are empty.");
}
