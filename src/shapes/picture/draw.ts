/** Draws a site as a tree, in a browser: the report and the web page show the same. What is closed is drawn when it is opened. */
import { counted, grouped } from "../../counted";
import { proposalOf } from "../../learned/trap-text";
import { type Child, element, svgElement } from "../../page/element";
import { visibleSentence } from "../../page/visible-text";
import { figuresOf, keptOf, reasonsOf } from "./evidence";
import type { PicturedTrap, SitePicture } from "./site-picture";
import { type TreeNode, treeOf } from "./tree";

/** Items that a list shows at once. */
const PORTION = 50;

/** The tree of a site, with a sentence on what the picture leaves out. */
export function drawSite(picture: SitePicture): HTMLElement {
	const root = treeOf(picture);
	const notes = [singlesOf(picture), leftOf(picture)].flatMap((note) => (note === undefined ? [] : [muted(note)]));
	return element("div", { class: "site" }, ...notes, ...trapNotes(root.traps, picture), listOf(root.children, picture));
}

/** A part that is drawn when it is first opened. */
export function openable(summary: readonly Child[], content: () => readonly Child[], attributes = {}): HTMLDetailsElement {
	const details = element("details", attributes, element("summary", {}, ...summary));
	details.addEventListener("toggle", () => details.append(...content().filter((child) => child !== undefined)), { once: true });
	return details;
}

/** A list that shows its first items, and more of them at a click. */
export function portions<Item>(items: readonly Item[], draw: (item: Item) => Child): HTMLElement {
	const list = element("ul", { class: "tree" });
	const more = element("button", { type: "button" });
	const place = element("li", {}, more);
	let shown = 0;
	const show = () => {
		const next = items.slice(shown, shown + PORTION);
		place.before(...next.map((item) => element("li", {}, draw(item))));
		shown += next.length;
		more.textContent = `Show ${grouped(Math.min(PORTION, items.length - shown))} of ${grouped(items.length - shown)} more`;
		place.hidden = shown === items.length;
	};
	list.append(place);
	more.addEventListener("click", show);
	show();
	return list;
}

function listOf(nodes: readonly TreeNode[], picture: SitePicture): HTMLElement {
	return portions(nodes, (node) => drawNode(node, picture));
}

function drawNode(node: TreeNode, picture: SitePicture): HTMLElement {
	const summary = [
		code(node.label),
		muted(` ${counted(node.keys, "key")} `, "span"),
		...badgesOf(node),
		bar(node.keys / picture.keys),
	];
	return openable(summary, () => [
		...(node.position === undefined ? [] : mergeOf(node.position, picture)),
		...trapNotes(node.traps, picture),
		node.own && exampleOf(node.own[2], picture, `one of ${counted(node.own[1], "key")} that end here`),
		node.children.length > 0 ? listOf(node.children, picture) : undefined,
	]);
}

function badgesOf({ position, traps, leadsToTrap }: TreeNode): HTMLElement[] {
	const merged = position && element("span", { class: "merged" }, `${grouped(position.merged)} words merged`);
	const own = traps.map(({ trap }) => element("span", { class: "trap" }, `trap: ${trap}`));
	const below = leadsToTrap && own.length === 0 ? element("span", { class: "trap" }, "trap below") : undefined;
	return [merged, ...own, below].filter((badge) => badge !== undefined);
}

/** What merged, and why. */
function mergeOf(position: NonNullable<TreeNode["position"]>, picture: SitePicture): HTMLElement[] {
	const sentences = [...reasonsOf(position), keptOf(position)].filter((sentence) => sentence !== undefined);
	const site = picture.site.length;
	return [
		...sentences.map((sentence) => element("p", {}, ...visibleSentence(sentence))),
		...position.samples.map((key) => exampleOf(key.slice(site), picture, "merged")),
	];
}

function trapNotes(traps: readonly PicturedTrap[], picture: SitePicture): HTMLElement[] {
	return traps.flatMap((trap) => {
		const figures = [`${counted(trap.keys, "key")}`, figuresOf(trap)].filter(Boolean).join(", ");
		const place = trap.at === undefined ? [] : [" at ", code(trap.at)];
		return [
			element(
				"p",
				{},
				element("span", { class: "trap" }, `trap: ${trap.trap}`),
				...place,
				`: ${figures}. Proposal: `,
				code(proposalOf(trap.proposal)),
			),
			exampleOf(trap.sample.slice(picture.site.length), picture, "one of them"),
		];
	});
}

function exampleOf(example: string, { site }: SitePicture, label: string): HTMLElement {
	return element("p", { class: "example" }, muted(`${label} `, "span"), code(site + example));
}

function singlesOf({ kinds, shapes, left }: SitePicture): string | undefined {
	const singles = kinds - shapes.length - (left?.shapes ?? 0);
	return singles > 0 ? `${counted(singles, "shape")} of one key each: not drawn.` : undefined;
}

/** Sites are whole with --site HOST. */
function leftOf({ site, left }: SitePicture): string | undefined {
	if (left === undefined) return undefined;
	const parts = [
		`${counted(left.shapes, "smaller shape")} of ${counted(left.keys, "key")}`,
		counted(left.positions, "merged position"),
		counted(left.traps, "trap"),
	];
	return `Left out to keep this page small: ${parts.join(", ")}. To see them: urlsieve shapes --site ${hostOf(site)}.`;
}

function hostOf(site: string): string {
	return site.replace(/^.*\/\//, "");
}

function code(text: string): HTMLElement {
	return element("code", { dir: "ltr", translate: "no" }, ...visibleSentence(text));
}

function muted(text: string, tag: "p" | "span" = "p"): HTMLElement {
	return element(tag, { class: "muted" }, ...visibleSentence(text));
}

function bar(share: number): SVGElement {
	const width = `${Math.min(100, 100 * share).toFixed(2)}`;
	const rect = svgElement("rect", { width, height: "8" });
	return svgElement("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true", class: "share" }, rect);
}
