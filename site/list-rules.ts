/** The control that chooses the rules by which lines of a list are duplicates. */
import { elementById } from "../src/page/element";
import type { ListRules } from "./list-forms";
import { profileOf, REFERENCE, referenceOptions } from "./page-profile";

const POLICY = "policy";

/** Fills the control. The file field for a policy is shown only while "policy" is selected. */
export function startRulesChoice(): void {
	const choice = elementById("rules", HTMLSelectElement);
	choice.replaceChildren(...referenceOptions(), new Option("a policy of yours, a JSON file", POLICY));
	choice.addEventListener("change", () => {
		elementById("policy-field", HTMLElement).hidden = choice.value !== POLICY;
	});
}

/** The chosen rules; "none" if a policy is chosen but no file. */
export async function chosenRules(): Promise<ListRules | "none"> {
	const choice = elementById("rules", HTMLSelectElement).value;
	if (choice === REFERENCE) return undefined;
	if (choice !== POLICY) return { profile: profileOf(choice) };
	const file = elementById("policy-file", HTMLInputElement).files?.[0];
	return file === undefined ? "none" : { policy: await file.text() };
}
