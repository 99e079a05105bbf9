/** A button that copies text and reports the result. */
import { element } from "../src/page/element";
import { announce } from "./status";

export function copyButton(text: string, name: string): HTMLButtonElement {
	const button = element("button", { type: "button", class: "plain copy", "aria-label": name }, "Copy");
	button.addEventListener("click", async () => {
		const result = await copy(text);
		button.textContent = result;
		announce(result);
	});
	return button;
}

async function copy(text: string): Promise<string> {
	try {
		await navigator.clipboard.writeText(text);
		return "Copied";
	} catch {
		return "The browser denied access";
	}
}
