/**
 * The add-on ClearURLs on the query of a request, restated from its clearurls.js (LGPL) to compare with: one provider a time,
 * then the request begins anew. Its redirections, raw rules and fragments are left out, and pieces stay as they are written.
 */

interface Provider {
	readonly urlPattern: string;
	readonly completeProvider?: boolean;
	readonly rules?: readonly string[];
	readonly exceptions?: readonly string[];
}

export interface ClearUrlsData {
	readonly providers: { readonly [name: string]: Provider };
}

type Cleaner = (url: string) => string;

/** The cleaner of a list. A URL ends once no provider changes it. */
export function clearUrlsBy({ providers }: ClearUrlsData): Cleaner {
	const all = Object.values(providers).map((provider) => ({
		matches: new RegExp(provider.urlPattern, "i"),
		exceptions: (provider.exceptions ?? []).map((text) => new RegExp(text, "i")),
		// The rule of a provider that blocks is ".*", for a whole URL: its requests never get here.
		rules: provider.completeProvider ? [] : (provider.rules ?? []).map((rule) => new RegExp(`^${rule}$`, "gi")),
	}));
	const once: Cleaner = (url) => {
		if (isLocal(url)) return url;
		for (const { matches, exceptions, rules } of all) {
			if (!matches.test(url) || exceptions.some((exception) => exception.test(url))) continue;
			const cleaned = withoutFields(url, rules);
			if (cleaned !== url) return cleaned;
		}
		return url;
	};
	return (url) => {
		let before = "";
		let after = url;
		while (after !== before) [before, after] = [after, once(after)];
		return after;
	};
}

/** As in the add-on, a matcher keeps the place of its last match in this URL, and the fields change while they are read. */
function withoutFields(url: string, rules: readonly RegExp[]): string {
	const [, start = "", query = ""] = /^([^?#]*)\??([^#]*)/.exec(url) ?? [];
	let fields = query === "" ? [] : query.split("&");
	for (const matcher of rules) {
		matcher.lastIndex = 0;
		for (let index = 0; index < fields.length; ++index) {
			const name = nameOf(fields[index] as string);
			if (matcher.test(name)) fields = fields.filter((field) => nameOf(field) !== name);
		}
	}
	return fields.length > 0 ? `${start}?${fields.join("&")}` : start;
}

function nameOf(field: string): string {
	return [...new URLSearchParams(field).keys()][0] ?? "";
}

function isLocal(url: string): boolean {
	const host = new URL(url).hostname;
	const [a = 0, b = 0] = /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host.split(".").map(Number) : [];
	const isPrivate = a === 10 || (a === 172 && b >> 4 === 1) || (a === 192 && b === 168) || (a === 100 && b >> 6 === 1);
	return isPrivate || (a === 169 && b === 254) || host === "127.0.0.1" || host === "localhost";
}
