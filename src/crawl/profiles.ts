/** The profiles: one row each. The answers of a profile never change; another answer is another version. */
import { CrawlFlag, Profile } from "../../assembly/layout/crawl-options";
import type { ToAscii } from "../engine/idna";
import { idnaOfJava, idnaOfSurt, idnaOfW3lib } from "./idna/idna-2003";
import { idnaOfHost } from "./idna/idna-of-host";
import type { PlainPolicy } from "./schema/plain";
import { CRAWL_POLICY, SHARE_POLICY } from "./schema/policy";

/** Names of the profiles: docs/reference/profiles.md. */
export type ProfileId =
	| "rfc3986@1"
	| "whatwg@1"
	| "crawl@1"
	| "share@1"
	| "surt@1"
	| "surt-www@1"
	| "surt-scheme@1"
	| "surt-comma@1"
	| "surt-scheme-comma@1"
	| "surt-java@1"
	| "w3lib@1"
	| "safe-browsing@1"
	| "crawlee@1";

/** A profile: the policy that runs, or the number by which the kernel knows it. */
export interface ProfileRow {
	readonly policy?: PlainPolicy;
	readonly number?: number;
	/** Converts hosts beyond ASCII to A-labels, unless the option `idna` does. The default is the platform's `URL`. */
	readonly toAscii?: ToAscii;
	/** Whether a lone surrogate is U+FFFD: WebIDL's USVString. It is an error otherwise. */
	readonly replacesSurrogates?: true;
}

/** A variant of `surt@1`, by an option of its source, or two. */
function surtBy(option: CrawlFlag): ProfileRow {
	return { number: Profile.SURT | option, toAscii: idnaOfSurt };
}

export const PROFILES: { readonly [id in ProfileId]: ProfileRow } = {
	"rfc3986@1": { policy: {} },
	"whatwg@1": {
		number: Profile.WHATWG,
		replacesSurrogates: true,
	},
	"crawl@1": {
		policy: CRAWL_POLICY,
	},
	"share@1": {
		policy: SHARE_POLICY,
	},
	"surt@1": {
		number: Profile.SURT,
		toAscii: idnaOfSurt,
	},
	"surt-www@1": surtBy(CrawlFlag.SURT_WWW),
	"surt-scheme@1": surtBy(CrawlFlag.SURT_SCHEME),
	"surt-comma@1": surtBy(CrawlFlag.SURT_COMMA),
	"surt-scheme-comma@1": surtBy(CrawlFlag.SURT_SCHEME | CrawlFlag.SURT_COMMA),
	"surt-java@1": {
		number: Profile.SURT_JAVA,
		toAscii: idnaOfJava,
	},
	"safe-browsing@1": {
		number: Profile.SAFE_BROWSING,
		toAscii: idnaOfHost,
	},
	"crawlee@1": {
		number: Profile.CRAWLEE,
		replacesSurrogates: true,
	},
	"w3lib@1": {
		number: Profile.W3LIB,
		toAscii: idnaOfW3lib,
	},
};
