/** What the page shows, as the fragment of its address: so that a view can be linked. */

export type ViewName = "one" | "two" | "list";

export interface PageState {
	readonly view: ViewName;
	readonly url?: string;
	readonly first?: string;
	readonly second?: string;
}

/** Longer fragments are cut off by what links are sent through. */
const MOST_CHARACTERS = 8000;

/** The state that a fragment stands for. A view that is asked for by its name alone comes without texts. */
export function stateOf(fragment: string): PageState {
	if (fragment === "#list") return { view: "list" };
	if (fragment === "#two") return { view: "two" };
	const fields = new URLSearchParams(fragment.replace(/^#/, ""));
	if (fields.has("first") || fields.has("second")) {
		return { view: "two", first: fields.get("first") ?? "", second: fields.get("second") ?? "" };
	}
	const url = fields.get("url");
	return url === null ? { view: "one" } : { view: "one", url };
}

/** The fragment of a state; undefined when it is too long for a link, or has a lone surrogate, of which no link can be made. */
export function fragmentOf({ view, url, first, second }: PageState): string | undefined {
	if (view === "list") return "#list";
	const fields = Object.entries(view === "one" ? { url } : { first, second });
	try {
		const fragment = `#${fields.map(([name, text]) => `${name}=${encodeURIComponent(text ?? "")}`).join("&")}`;
		return fragment.length > MOST_CHARACTERS ? undefined : fragment;
	} catch {
		return undefined;
	}
}
