/** What runs in the page of a report: a list of sites that can be searched, each drawn when it is opened. */
import { counted, grouped } from "../../counted";
import { element, elementById } from "../../page/element";
import { visibleSentence } from "../../page/visible-text";
import { drawSite, openable, portions } from "../picture/draw";
import type { SitePicture } from "../picture/site-picture";

const sites = JSON.parse(elementById("data", HTMLScriptElement).text) as readonly SitePicture[];
const field = elementById("search", HTMLInputElement);
const found = elementById("found", HTMLElement);
const place = elementById("sites", HTMLElement);

function show(): void {
	const words = field.value.toLowerCase().split(" ").filter(Boolean);
	const matching =
		words.length === 0 ? sites : sites.filter(({ site }) => words.every((word) => site.toLowerCase().includes(word)));
	found.textContent = `${grouped(matching.length)} of ${counted(sites.length, "site")}, most keys first`;
	place.replaceChildren(portions(matching, siteItem));
}

function siteItem(picture: SitePicture): HTMLElement {
	const { site, keys, kinds, traps, positions } = picture;
	const name = element("code", { dir: "ltr", translate: "no" }, ...visibleSentence(site));
	const precision = picture.precision === undefined ? "" : `${picture.precision} `;
	const counts = element("span", { class: "muted" }, ` ${precision}${counted(keys, "key")}, ${counted(kinds, "shape")} `);
	const merged =
		positions.length > 0 ? element("span", { class: "merged" }, `merged at ${counted(positions.length, "position")}`) : undefined;
	const trap = traps.length > 0 ? element("span", { class: "trap" }, counted(traps.length, "trap")) : undefined;
	return openable([name, counts, merged, trap], () => [drawSite(picture)], { "data-site": site });
}

field.addEventListener("input", show);
show();
const [first] = place.querySelectorAll("details");
if (sites.length === 1 && first !== undefined) first.open = true;
