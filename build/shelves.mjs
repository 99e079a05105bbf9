/** A plugin of TypeDoc: a page of docs/ is called by its heading, and stands in the group of its shelf. */
import { Converter } from "typedoc";

const HEADING = /^# (.+)\n+/;
/** Shelves, by folder. Pages beside docs/ are about the project. */
const GROUPS = { guide: "Guide", reference: "Reference", integrations: "Integrations", internals: "Internals" };

export function load(app) {
	app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, page) => {
		const [whole, heading] = HEADING.exec(page.content.map(({ text }) => text).join(""));
		page.frontmatter.group = GROUPS[page.name.split("/")[0]] ?? "Project";
		page.name = heading.replaceAll("`", "");
		// The theme prints the name above the page.
		dropStart(page.content, whole.length);
	});
}

/** Removes `count` characters from the start of a text in parts. */
function dropStart(parts, length) {
	let left = length;
	while (left > 0) {
		const [first] = parts;
		if (first.text.length > left) {
			first.text = first.text.slice(left);
			return;
		}
		left -= first.text.length;
		parts.shift();
	}
}
