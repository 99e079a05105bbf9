/** The rules of a run, as its report shows them. */
import type { CrawlNormalizer } from "../../crawl/crawl-normalizer";
import { PROFILE_VERSION, type Settings } from "../../options";
import type { ReportRun } from "./merge-report";

/** Describes the rules of the core by which lines count as equal. */
export function coreRules({ level, edition, strict }: Settings): ReportRun["rules"] {
	return { identity: `rfc3986@${PROFILE_VERSION}`, level, edition, ...(strict && { strict: "yes" }) };
}

/** Describes those of a profile or a policy. Each list has its name, version and SHA-256. */
export function crawlRules({ settings }: CrawlNormalizer, lists: readonly ListIdentity[]): ReportRun["rules"] {
	const named = lists.map(({ name, version, sha256 }) => [name, version, sha256].filter(Boolean).join(" "));
	return { identity: settings.identity, ...(named.length > 0 && { lists: named }) };
}

interface ListIdentity {
	readonly name: string;
	readonly version: string;
	readonly sha256: string;
}
