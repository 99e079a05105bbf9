/** The state of the page as its URL fragment, so that every view can be linked. */
import { DEFAULT_PROFILE, type PageProfile, profileOf, rulesOf } from "./page-profile";

export type ViewName = "one" | "two" | "list";

export interface PageState {
	readonly view: ViewName;
	readonly url?: string;
	/** The profile for `url`. */
	readonly profile?: PageProfile;
	readonly first?: string;
	readonly second?: string;
	/** The profile for `first` and `second`; undefined for RFC 3986 alone. */
	readonly rules?: PageProfile | undefined;
}

/** Mail and chat programs truncate longer links. */
const MAX_FRAGMENT_LENGTH = 8000;

/** Parses a fragment. A view that is only named has no texts. */
export function stateOf(fragment: string): PageState {
	if (fragment === "#list") return { view: "list" };
	if (fragment === "#two") return { view: "two" };
	const fields = new URLSearchParams(fragment.replace(/^#/, ""));
	if (fields.has("first") || fields.has("second")) {
		const rules = rulesOf(fields.get("profile"));
		return { view: "two", first: fields.get("first") ?? "", second: fields.get("second") ?? "", rules };
	}
	const url = fields.get("url");
	return url === null ? { view: "one" } : { view: "one", url, profile: profileOf(fields.get("profile")) };
}

/** The fragment of a state. Undefined if it is too long for a link or contains a lone surrogate, which has no UTF-8 form. */
export function fragmentOf({ view, url, profile, first, second, rules }: PageState): string | undefined {
	if (view === "list") return "#list";
	const choice = view === "two" ? rules : profile === DEFAULT_PROFILE ? undefined : profile;
	const fields = Object.entries({ ...(view === "one" ? { url } : { first, second }), ...(choice && { profile: choice }) });
	try {
		const fragment = `#${fields.map(([name, text]) => `${name}=${encodeURIComponent(text ?? "")}`).join("&")}`;
		return fragment.length > MAX_FRAGMENT_LENGTH ? undefined : fragment;
	} catch {
		return undefined;
	}
}
