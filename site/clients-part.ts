/** Shows where HTTP clients go with a URL: to one host or, if they differ, which of them to which. */
import { type ClientView, destination, type Reason } from "urlsieve/edge";
import { element } from "../src/page/element";
import { visibleNodes } from "../src/page/visible-text";

/** Longer URLs are not shown: the table repeats them. */
const MAX_LENGTH = 2048;

/** Why a URL is rejected, in a sentence. */
const SENTENCES: { readonly [reason in Reason]: string } = {
	characters: "It has a control character, a space, a backslash, an invisible character or half of a character",
	form: "Its scheme is not followed by ://",
	scheme: "Its scheme is neither http nor https",
	"scheme-case": "Its scheme is not in lowercase",
	length: "It is longer than 16,384 characters",
	userinfo: "It has an @ before its path",
	port: "Its port is empty, zero, too large, or no plain number",
	ipv6: "Its IPv6 address has a zone or a dotted part, carries an IPv4 address, or is none",
	"non-ascii": "Its host has characters beyond ASCII",
	percent: "Its host has a %",
	unspecified: "Its host is the address of nobody",
	ipv4: "Its host is an address in another spelling, or ends with a number",
	"trailing-dot": "Its host ends with a dot",
	host: "Its host is empty, or no name of letters, digits, hyphens and dots",
};

/** The section of the page; undefined unless the reference begins as an http or https URL does. */
export function clientsPart(reference: string): HTMLElement | undefined {
	if (!/^\s*https?:/i.test(reference) || reference.length > MAX_LENGTH) return undefined;
	const found = destination(reference);
	const content = found.accepted
		? [
				sentence(
					"Every HTTP client that was tried connects to ",
					code(`${found.host}`),
					`, port ${found.port}.`,
					classOf(found.address),
				),
			]
		: [
				sentence(`${SENTENCES[found.reason]}: clients may connect to different hosts (`, code(found.reason), ")."),
				...picture(found.clients),
			];
	return element(
		"section",
		{ "aria-labelledby": "clients-title" },
		element("h2", { id: "clients-title" }, "Where does this go?"),
		...content,
	);
}

function classOf(name: string | undefined): string {
	return name === undefined || name === "public" ? "" : ` That is ${name}.`;
}

function sentence(...content: (Node | string)[]): HTMLElement {
	return element("p", { class: "sentence" }, ...content);
}

function code(text: string): HTMLElement {
	return element("code", { dir: "ltr", translate: "no" }, ...visibleNodes(text));
}

/** A row for each place, those with most clients first. */
function picture(views: readonly ClientView[] | undefined): HTMLElement[] {
	if (views === undefined || views.length === 0) return [];
	const places = new Map<string, ClientView[]>();
	for (const view of views) {
		const place = view.accepts ? `${view.host}\n${view.port}` : "";
		places.set(place, [...(places.get(place) ?? []), view]);
	}
	const rows = [...places.values()].sort((a, b) => b.length - a.length).map((group) => rowOf(group, views.length));
	const table = element("table", {}, element("tbody", {}, ...rows));
	return [element("div", { class: "readers clients", tabindex: "0", role: "region", "aria-labelledby": "clients-title" }, table)];
}

function rowOf(group: readonly ClientView[], count: number): HTMLElement {
	const [first] = group as readonly [ClientView];
	const place = first.accepts ? [code(`${first.host}`), ` port ${first.port}`] : ["refuse"];
	return element(
		"tr",
		{},
		element("th", { scope: "row" }, ...place),
		element(
			"td",
			{},
			element("meter", {
				min: "0",
				max: `${count}`,
				value: `${group.length}`,
				"aria-label": `${group.length} of ${count} clients`,
			}),
			` ${group.length}`,
		),
		element("td", { class: "quiet names", translate: "no" }, group.map(({ client }) => client).join(", ")),
	);
}
