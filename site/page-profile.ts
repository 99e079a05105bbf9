/** The profiles that the page offers. */
import type { ProfileId } from "urlsieve/crawl";

export type PageProfile = Exclude<ProfileId, "rfc3986@1">;

export const DEFAULT_PROFILE: PageProfile = "crawl@1";

const AUDIENCES: { readonly [profile in PageProfile]: string } = {
	"crawl@1": "crawlers",
	"whatwg@1": "browsers",
	"surt@1": "web archives",
	"w3lib@1": "Scrapy",
	"safe-browsing@1": "Safe Browsing",
	"crawlee@1": "Crawlee",
};

/** The profile with this name, or the default one if there is none. */
export function profileOf(name: string | null): PageProfile {
	return name !== null && Object.hasOwn(AUDIENCES, name) ? (name as PageProfile) : DEFAULT_PROFILE;
}

/** One option for each profile, the default one first. */
export function profileOptions(): HTMLOptionElement[] {
	return Object.entries(AUDIENCES).map(([profile, audience]) => new Option(`${profile}, ${audience}`, profile));
}
