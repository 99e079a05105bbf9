/** The policies of docs/guide/cookbook.md: each is without fault, and its tests hold. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createNormalizer, type Policy, readPolicy, testPolicy } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { ROOT } from "../support/packed";

const PAGE = readFileSync(join(ROOT, "docs", "guide", "cookbook.md"), "utf8");
/** The recipes, by their headings. */
const RECIPES = PAGE.split(/^## /m)
	.slice(1)
	.map(
		(section) =>
			[
				section.split("\n", 1)[0] as string,
				[...section.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json]) => json as string),
			] as const,
	);

it.each(RECIPES)("%s: a policy whose tests hold, and which crawl@1 does not pass", (_, policies) => {
	expect(policies).toHaveLength(1);
	const policy = readPolicy(policies[0] as string) as Policy;
	const { passed, failed } = testPolicy(policy);
	expect(failed.map(({ message }) => message)).toEqual([]);
	expect(passed).toBeGreaterThanOrEqual(2);
	expect([policy.tests?.same, policy.tests?.different].every((groups) => (groups?.length ?? 0) > 0)).toBe(true);
	const crawl = createNormalizer({ profile: "crawl@1" });
	const keysOf = (group: readonly string[]) => new Set(group.map((url) => crawl.key(url))).size;
	for (const group of policy.tests?.same ?? []) expect(keysOf(group)).toBeGreaterThan(1);
});
