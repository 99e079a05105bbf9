/** The script of a report: it searches the sample. Without it, the search field stays hidden. */
export const SCRIPT = `
const field = document.getElementById("search");
const found = document.getElementById("found");
const items = [...document.querySelectorAll("#sample .item")].map((item) => [item, item.textContent.toLowerCase()]);
field.parentElement.hidden = false;
field.addEventListener("input", () => {
	const words = field.value.toLowerCase().split(" ").filter(Boolean);
	let count = 0;
	for (const [item, text] of items) {
		item.hidden = !words.every((word) => text.includes(word));
		count += item.hidden ? 0 : 1;
	}
	found.textContent = count + " of " + items.length + " shown";
});
`;
