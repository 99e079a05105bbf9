/** Options of filter rules: the text after their `$`. */

/** An option: `~name=value`. */
export interface Modifier {
	readonly name: string;
	/** Undefined without "=". */
	readonly value: string | undefined;
	readonly isNegated: boolean;
	readonly text: string;
}

export const REMOVE_PARAM = ["removeparam", "queryprune"];
/** Types of requests that are loads of a page. */
export const PAGE_TYPES = ["document", "doc", "all"];
/** Types of other requests. */
export const OTHER_TYPES = (
	"subdocument frame script image stylesheet css font media object other ping beacon websocket webrtc xmlhttprequest xhr " +
	"popup popunder inline-script inline-font object-subrequest"
).split(" ");
/** Requests of a page to another site. */
export const THIRD_PARTY = ["third-party", "3p", "strict3p"];
/** Requests of a page to its own site: loads of a page are. */
export const FIRST_PARTY = ["first-party", "1p", "strict1p"];
export const DOMAINS = ["domain", "from", "to"];
/** Case counts in the pattern. */
export const MATCH_CASE = "match-case";
/** Recognized but unsupported modifiers. Knowing them distinguishes the `$` that starts the options from a `$` in the pattern. */
const OTHERS = (
	"method app header replace csp redirect redirect-rule rewrite removeheader permissions cookie network denyallow " +
	"client ctag dnstype dnsrewrite noop _ mp4 empty generichide ghide elemhide ehide specifichide shide genericblock jsinject " +
	"urlblock content extension stealth hls jsonprune xmlprune urltransform uritransform urlskip ipaddress reason referrerpolicy " +
	"cname inline media-type important badfilter"
).split(" ");

const KNOWN = new Set([
	...REMOVE_PARAM,
	...PAGE_TYPES,
	...OTHER_TYPES,
	...THIRD_PARTY,
	...FIRST_PARTY,
	...DOMAINS,
	MATCH_CASE,
	...OTHERS,
]);

export function isModifier(name: string): boolean {
	return KNOWN.has(name);
}

/** The index of the "$" before the options: the last one that a known modifier follows; -1 if there is none. */
export function optionsAt(rule: string): number {
	for (let at = rule.lastIndexOf("$"); at >= 0; at = at === 0 ? -1 : rule.lastIndexOf("$", at - 1)) {
		const [, name = ""] = /^~?([a-z0-9_-]{1,24})(?=[=,]|$)/.exec(rule.slice(at + 1, at + 32)) ?? [];
		if (KNOWN.has(name)) return at;
	}
	return -1;
}

/** The options in `text`: split at "," outside `/…/`, where `\,` is ",". */
export function modifiersOf(text: string): Modifier[] {
	const modifiers: Modifier[] = [];
	let start = 0;
	while (start <= text.length) {
		const end = endOf(text, start);
		modifiers.push(modifierOf(text.slice(start, end)));
		start = end + 1;
	}
	return modifiers;
}

/** The end of the option that begins at `start`. */
function endOf(text: string, start: number): number {
	OPTION.lastIndex = start;
	OPTION.exec(text);
	return OPTION.lastIndex;
}

// A value in slashes, then the rest up to a ",". A backslash escapes the next character.
const OPTION = /(?:[^=,]*=~?\/(?:\\[\s\S]|[^\\/])*\/)?(?:\\[\s\S]|[^\\,]|\\$)*/y;

function modifierOf(text: string): Modifier {
	const isNegated = text.startsWith("~");
	const body = isNegated ? text.slice(1) : text;
	const equals = body.indexOf("=");
	if (equals < 0) return { name: body, value: undefined, isNegated, text };
	return { name: body.slice(0, equals), value: body.slice(equals + 1).replaceAll("\\,", ","), isNegated, text };
}
