/** The state of the page as its URL fragment, so that every view can be linked. */
import { type Against, againstOf, DEFAULT_PROFILE, type PageProfile, profileOf, rulesOf } from "./page-profile";

export type ViewName = "one" | "two" | "list" | "policy";

export interface PageState {
	readonly view: ViewName;
	readonly url?: string;
	/** The profile for `url`. */
	readonly profile?: PageProfile;
	readonly first?: string;
	readonly second?: string;
	/** The profile for `first` and `second`; undefined for only RFC 3986. */
	readonly rules?: PageProfile | undefined;
	/** A policy as JSON. */
	readonly policy?: string;
	/** The rules that `policy` is compared with. */
	readonly against?: Against;
}

/** Mail and chat programs truncate longer links. */
const MAX_FRAGMENT_LENGTH = 8000;

/** Parses a fragment. A view that is only named has no texts. */
export function stateOf(fragment: string): PageState {
	if (fragment === "#list") return { view: "list" };
	if (fragment === "#two") return { view: "two" };
	if (fragment === "#policy") return { view: "policy" };
	const fields = new URLSearchParams(fragment.replace(/^#/, ""));
	if (fields.has("first") || fields.has("second")) {
		const rules = rulesOf(fields.get("profile"));
		return { view: "two", first: fields.get("first") ?? "", second: fields.get("second") ?? "", rules };
	}
	const policy = fields.get("policy");
	if (policy !== null) return { view: "policy", policy, against: againstOf(fields.get("against")) };
	const url = fields.get("url");
	return url === null ? { view: "one" } : { view: "one", url, profile: profileOf(fields.get("profile")) };
}

/** The fragment of a state. Undefined if it is too long for a link or contains a lone surrogate, which has no UTF-8 form. */
export function fragmentOf(state: PageState): string | undefined {
	if (state.view === "list") return "#list";
	const fields = Object.entries(fieldsOf(state)).filter(([, text]) => text !== undefined);
	try {
		const fragment = `#${fields.map(([name, text]) => `${name}=${encodeURIComponent(text ?? "")}`).join("&")}`;
		return fragment.length > MAX_FRAGMENT_LENGTH ? undefined : fragment;
	} catch {
		return undefined;
	}
}

/** The texts and choices of the view. Those that are undefined are left out. */
function fieldsOf({ view, url, profile, first, second, rules, policy, against }: PageState): {
	[name: string]: string | undefined;
} {
	if (view === "policy") return { policy, against: against === DEFAULT_PROFILE ? undefined : against };
	if (view === "two") return { first, second, profile: rules };
	return { url, profile: profile === DEFAULT_PROFILE ? undefined : profile };
}
