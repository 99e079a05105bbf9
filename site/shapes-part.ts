/** Shows of which kinds of pages the largest site of a list is: the tree of the report of `urlsieve shapes`. */
import { element } from "../src/page/element";
import { visibleNodes } from "../src/page/visible-text";
import { drawSite } from "../src/shapes/picture/draw";
import type { ListShapes } from "./shape-finder";

/** The section of the page; undefined if no site has two keys of one shape. */
export function shapesPart({ picture, sites, traps, left }: ListShapes): HTMLElement | undefined {
	if (picture === undefined) return undefined;
	const count = (number: number, noun: string) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
	const name = element("code", { dir: "ltr", translate: "no" }, ...visibleNodes(picture.site));
	const about = picture.precision === undefined ? "" : `${picture.precision} `;
	const others = `, the largest of ${count(sites, "site")}. ${traps === 0 ? "No" : traps.toLocaleString("en")} ${traps === 1 ? "trap" : "traps"} in all of them.`;
	const omitted =
		left === 0 ? "" : ` ${count(left, "key")} left out: without a host, longer than 4,096 bytes, or beyond 128 MiB.`;
	const sentence = element(
		"p",
		{ class: "sentence" },
		name,
		` has ${about}${count(picture.keys, "key")} in ${count(picture.kinds, "shape")}${others}${omitted} All sites: urlsieve shapes --report.`,
	);
	return element("section", { class: "shapes" }, element("h2", {}, "Of which kinds of pages?"), sentence, drawSite(picture));
}
