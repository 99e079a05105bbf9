/** The site that a report is asked for, as it was typed. */

import { siteEnd } from "../../learned/site";
import { nearest, suggestion } from "../../nearest";
import type { Rules } from "../../rules/rules";
import { decoder, encoder } from "../../utf8";

export class SiteChoice {
	readonly #typed: string;
	/** Sites that are chosen. */
	readonly #sites: ReadonlySet<string>;
	/** The ends of others: those of a host. */
	readonly #ends: readonly string[];
	#isOfList = false;
	/** The name in the list that is nearest to what was typed, and one of the sites. */
	#nearest: string | undefined;
	#example: string | undefined;

	/** `rules`: of the keys. They write what was typed as they write sites. Requires: `typed` is a host or a site. */
	constructor(typed: string, rules: Rules) {
		const name = typed.replace(/\/$/, "");
		const isHost = !name.includes("//");
		const sites = (isHost ? [`http://${name}/`, `https://${name}/`] : [`${name}/`]).flatMap((url) => siteOf(rules, url) ?? []);
		const [host = name] = isHost ? sites.map(hostOf) : [];
		this.#typed = typed;
		this.#sites = new Set([typed, name, ...sites]);
		this.#ends = isHost ? [`//${host}`, `@${host}`] : [];
	}

	has(site: string): boolean {
		return this.#sites.has(site) || this.#ends.some((end) => site.endsWith(end));
	}

	/** Notes a site of the list. */
	note(site: string): void {
		this.#isOfList ||= this.has(site);
		this.#example ??= site;
		const names = this.#nearest === undefined ? [] : [this.#nearest];
		this.#nearest = nearest(this.#typed, [...names, this.#typed.includes("//") ? site : hostOf(site)]);
	}

	/** Why there is no report. */
	get absence(): string {
		if (this.#isOfList) return `no two keys of "${this.#typed}" have one shape, so there is nothing to report`;
		const hint =
			this.#nearest === undefined ? `; sites are written like ${this.#example}` : suggestion(this.#typed, [this.#nearest]);
		return `no site of the list is "${this.#typed}"${hint}`;
	}
}

function siteOf(rules: Rules, url: string): string | undefined {
	const key = rules.tryForm("key", url);
	if (typeof key !== "string") return undefined;
	const octets = encoder.encode(key);
	const end = siteEnd(octets, 0, octets.length);
	return end < 0 ? undefined : decoder.decode(octets.subarray(0, end));
}

/** Without scheme and userinfo. */
function hostOf(site: string): string {
	return site.replace(/^.*\/\/(?:[^/]*@)?/, "");
}
