/** Findings about references that proxies, servers and routers read differently. */
import { agree, type DifferenceClass, type View } from "../../edge/agree";
import { octetsOf } from "../../edge/readers/octets";
import type { ReaderId } from "../../edge/readers/table";
import { type Finding, quoted } from "./finding";
import type { Subject } from "./subject";

/** Components whose differences may let a request bypass a reader: the classes that `agree` rejects. */
const NAMES: { readonly [name in DifferenceClass]?: "host" | "path" | "query" } = {
	host: "host",
	segments: "path",
	query: "query",
	unreserved: "path",
};

/** Finds the first two readers that differ in each class. The request is the one that a client sends for an http or https URL. */
export function findInReaders({ uri, offsets }: Subject, readers: readonly ReaderId[]): Finding[] {
	const target = octetsOf(`${uri.path || "/"}${uri.query === undefined ? "" : `?${uri.query}`}`);
	if (!/^https?$/i.test(uri.scheme ?? "") || target[0] !== "/") return [];
	const { differences, views } = agree(target, readers, { host: hostOf(uri.authority) });
	const classes = [...new Set(differences.map((difference) => difference.class))];
	return classes.flatMap((name) => {
		const found = differences.filter((difference) => difference.class === name);
		const [first, second] = (found[0]?.readers ?? []).map((id) => views.find(({ reader }) => reader === id));
		const component = NAMES[name];
		if (component === undefined || first === undefined || second === undefined) return [];
		const texts = [first, second].map((view) => view[component] ?? "") as [string, string];
		const sentence = `${sentenceOf(first, component)}, but ${sentenceOf(second, component)}.`;
		return [
			{
				code: "readers-disagree",
				component,
				offset: offsets[component],
				sentence,
				class: name,
				texts,
				count: found.length,
			} as const,
		];
	});
}

/** The field Host, which has no userinfo: RFC 9110 §4.2.4 and §7.2. */
function hostOf(authority: string | undefined): string | undefined {
	return authority?.slice(authority.lastIndexOf("@") + 1);
}

function sentenceOf(view: View, component: "host" | "path" | "query"): string {
	return `${view.reader} reads the ${component} ${quoted(view[component] ?? "")}`;
}
