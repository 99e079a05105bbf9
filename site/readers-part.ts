/** Shows what proxies, servers and routers route on for one URL, with the cells marked that differ from RFC 3986. */
import { tryParse, UriError } from "urlsieve";
import { agree, type DifferenceClass, readers, type View } from "urlsieve/edge";
import { element } from "../src/page/element";
import { visibleNodes } from "../src/page/visible-text";
import { FULL, visibleRanges } from "./visible-ranges";

/** What the others are compared to. */
const REFERENCE = "rfc3986";
/** Longer targets are not shown: the table repeats them for each reader. */
const MAX_LENGTH = 2048;

/** The cells of a view, and the classes of differences that mark them. */
const CELLS: readonly (readonly [member: "host" | "path" | "query", title: string, classes: readonly DifferenceClass[]])[] = [
	["path", "routes on", ["segments", "unreserved", "spelling"]],
	["query", "query", ["query"]],
	["host", "host", ["host"]],
];

/** The section of the page; undefined unless the reference is an http or https URL. */
export function readersPart(reference: string): HTMLElement | undefined {
	const target = targetOf(reference);
	if (target === undefined || target.text.length > MAX_LENGTH) return undefined;
	const rows = readers().map(({ id, version }) => {
		const name = id.replace("@1", "") as typeof id;
		const { views, differences } = agree(target.text, [REFERENCE, name], { host: target.host });
		const classes = name === REFERENCE ? [] : differences.map((difference) => difference.class);
		return rowOf(name, version, views[1] as View, classes);
	});
	const titles = ["reader", "version", ...CELLS.map(([, title]) => title)];
	return element(
		"section",
		{ "aria-labelledby": "readers-title" },
		element("h2", { id: "readers-title" }, "Who reads what"),
		element("p", { class: "sentence" }, "Where a request for this URL is routed. Cells with ≠ differ from RFC 3986."),
		element(
			"div",
			{ class: "readers", tabindex: "0", role: "region", "aria-labelledby": "readers-title" },
			element(
				"table",
				{},
				element("thead", {}, element("tr", {}, ...titles.map((title) => element("th", { scope: "col" }, title)))),
				element("tbody", {}, ...rows),
			),
		),
	);
}

/** What a client sends: one UTF-16 unit for each octet. */
function targetOf(reference: string): { readonly text: string; readonly host: string | undefined } | undefined {
	const uri = tryParse(reference);
	if (uri instanceof UriError || !/^https?$/i.test(uri.scheme ?? "") || uri.authority === undefined) return undefined;
	const text = `${uri.path || "/"}${uri.query === undefined ? "" : `?${uri.query}`}`;
	const octets = Array.from(new TextEncoder().encode(text), (octet) => String.fromCharCode(octet));
	// No client sends the userinfo (RFC 9110, 4.2.4), and the page never shows a password.
	return { text: octets.join(""), host: uri.authority.slice(uri.authority.lastIndexOf("@") + 1) };
}

function rowOf(name: string, version: string, view: View, classes: readonly DifferenceClass[]): HTMLElement {
	const head = [element("th", { scope: "row" }, name), element("td", { class: "quiet" }, version)];
	if (!view.accepts) {
		const text = `answers ${view.status}`;
		return element("tr", {}, ...head, element("td", { class: "differs", colspan: String(CELLS.length) }, `≠ ${text}`));
	}
	const cells = CELLS.map(([member, , marking]) => {
		const isMarked = marking.some((name) => classes.includes(name));
		const content = textNodes(view[member] ?? "");
		return element(
			"td",
			{ class: isMarked ? "differs" : undefined, dir: "ltr", translate: "no" },
			isMarked ? "≠ " : undefined,
			...content,
		);
	});
	return element("tr", {}, ...head, ...cells);
}

function textNodes(text: string): (Node | string)[] {
	return visibleRanges(text.length, FULL).flatMap(({ start, end }, index) => [
		...(index > 0 ? [" … "] : []),
		...visibleNodes(text.slice(start, end)),
	]);
}
