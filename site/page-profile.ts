/** The profiles that the page offers. */
import type { ProfileId } from "urlsieve/crawl";

export type PageProfile = Exclude<ProfileId, "rfc3986@1">;

export const DEFAULT_PROFILE: PageProfile = "crawl@1";

const AUDIENCES: { readonly [profile in PageProfile]: string } = {
	"crawl@1": "crawlers",
	"share@1": "links to share",
	"whatwg@1": "browsers",
	"surt@1": "web archives",
	"surt-www@1": "web archives, www kept",
	"surt-scheme@1": "web archives, with scheme",
	"surt-comma@1": "web archives, with a comma",
	"surt-scheme-comma@1": "SURT prefixes",
	"surt-java@1": "Common Crawl's indexes",
	"w3lib@1": "Scrapy",
	"safe-browsing@1": "Safe Browsing",
	"crawlee@1": "Crawlee",
};

/** The profile with this name, or the default one if there is none. */
export function profileOf(name: string | null): PageProfile {
	return rulesOf(name) ?? DEFAULT_PROFILE;
}

/** The profile with this name; undefined, for only RFC 3986, if there is none. */
export function rulesOf(name: string | null): PageProfile | undefined {
	return name !== null && Object.hasOwn(AUDIENCES, name) ? (name as PageProfile) : undefined;
}

/** One option for each profile, the default one first. */
export function profileOptions(): HTMLOptionElement[] {
	return Object.entries(AUDIENCES).map(([profile, audience]) => new Option(`${profile}, ${audience}`, profile));
}

/** The name of RFC 3986 without a profile, where a choice has it. */
export const REFERENCE = "rfc3986@1";

/** The options of a choice, RFC 3986 without a profile first. */
export function referenceOptions(): HTMLOptionElement[] {
	return [new Option("rfc3986@1, equivalence by RFC 3986", REFERENCE), ...profileOptions()];
}

/** The normal form that a policy builds on, without rules of its own. */
const BASE = "base";

/** Rules with which a policy is compared. */
export type Against = ProfileId | typeof BASE;

/** The rules with this name, or the default profile if there are none. */
export function againstOf(name: string | null): Against {
	return name === REFERENCE || name === BASE ? name : profileOf(name);
}

/** The options of what a policy is compared with, the default one first. */
export function againstOptions(): HTMLOptionElement[] {
	const [reference, ...profiles] = referenceOptions();
	return [...profiles, reference as HTMLOptionElement, new Option("the base of the policy, without its rules", BASE)];
}
