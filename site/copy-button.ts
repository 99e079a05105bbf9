/** A button that copies text, and says so. */
import { element } from "./element";
import { announce } from "./status";

export function copyButton(text: string): HTMLButtonElement {
	const button = element("button", { type: "button", class: "plain copy" }, "Copy");
	button.addEventListener("click", async () => {
		const said = await copy(text);
		button.textContent = said;
		announce(said);
	});
	return button;
}

async function copy(text: string): Promise<string> {
	try {
		await navigator.clipboard.writeText(text);
		return "Copied";
	} catch {
		return "The browser did not allow it";
	}
}
