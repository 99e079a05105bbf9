/** The rules by which two lines are one: by RFC 3986, or the decisive ones of a profile or policy. */
import { explain } from "urlsieve";
import type { CrawlNormalizer } from "urlsieve/crawl";

/** The rules that change only one of the references; if none does, all that change either. Both have the same normal form. */
export function referenceRules(first: string, second: string): string[] {
	const [left, right] = [first, second].map((reference) => [...new Set(explain(reference).steps.map(({ rule }) => rule))]);
	const all = [...new Set([...(left ?? []), ...(right ?? [])])];
	const decisive = all.filter((rule) => left?.includes(rule) !== right?.includes(rule));
	return decisive.length > 0 ? decisive : all;
}

/** The same under a profile or policy: those of RFC 3986 if its rules suffice. Both have the same key. */
export function crawlRules(crawler: CrawlNormalizer, first: string, second: string): string[] {
	const result = crawler.compare(first, second) ?? [];
	return typeof result === "string" ? referenceRules(first, second) : result;
}
