/** Learning again on a generated web, by section 3.15: what a crawl that obeyed the policy leaves of it. */

import { createNormalizer } from "urlsieve/crawl";
import { type Learned, learn } from "urlsieve/learn";
import { expect, it } from "vitest";
import { LearnWeb } from "../support/learn-web";
import { batchesOf } from "../support/row-batches";

const ROWS = 12_000;
const DOMAINS = { registrableDomain: (host: string) => host.split(".").slice(-2).join(".") };
const crawlerOf = ({ policy, list }: Learned) => createNormalizer({ policy, lists: [list] });

it("loses no rule when a crawl has obeyed the policy, and one where a site changes its mind", async () => {
	const web = new LearnWeb({ seed: 5, hosts: 60 }, ROWS);
	const first = await learn(batchesOf(web.rows(ROWS)), { publicSuffix: DOMAINS });
	const crawler = crawlerOf(first);
	// New fetches, of which a crawler makes one for each key.
	const second = [...new Map(web.rows(ROWS / 2).map((row) => [crawler.key(row.url), row])).values()];
	const options = { publicSuffix: DOMAINS, previous: first.evidence };
	const next = await learn(batchesOf(second), options);
	const stayed = new Set(next.evidence.rules.map(({ rule }) => rule));
	expect(first.evidence.rules.filter(({ rule }) => !stayed.has(rule))).toEqual([]);
	expect(
		separated(
			crawlerOf(first),
			crawlerOf(next),
			web.fresh(ROWS / 5).map(({ url }) => url),
		),
	).toEqual([]);

	const rule = first.evidence.rules.find((each) => each.rule.startsWith("param:") && each.scope === "host");
	const [name, host] = [rule?.rule.slice(6), rule?.hosts?.[0]];
	const changed = Array.from({ length: 80 }, (_, row) => ({
		url: `https://${host}/changed/${row >> 1}${row % 2 ? `?${name}=${row}` : ""}`,
		digests: [`new ${row}`, `new ${row}`],
	}));
	const last = await learn(batchesOf([...second, ...changed]), options);
	const acts = (learned: Learned) => crawlerOf(learned).equivalent(`https://${host}/x?${name}=1`, `https://${host}/x`);
	expect([acts(first), acts(next), acts(last)]).toEqual([true, true, false]);
});

/** URLs that were one page by the first policy, and are several by the second. */
function separated(first: ReturnType<typeof crawlerOf>, second: ReturnType<typeof crawlerOf>, urls: readonly string[]): string[] {
	const keys = new Map<string, string>();
	return urls.filter((url) => {
		const [before, now] = [first.key(url), second.key(url)];
		const known = keys.get(before) ?? now;
		keys.set(before, known);
		return known !== now;
	});
}
