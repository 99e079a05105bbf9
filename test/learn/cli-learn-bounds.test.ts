/** Crawls with more names of index pages than a policy may have: what `urlsieve learn` writes is loaded. */
import { describe, expect, it } from "vitest";
import { run } from "../cli/command";
import { IS_LONG } from "../support/extent";
import { useLearn } from "../support/learn-command";

const { write, learned } = useLearn();

const row = (host: string, rest: string, digest: string) => `http://${host}/${rest},${digest}\n`;

// The limit of the other rules of hosts is 1 MiB: cli-learn-input.test.ts.
describe.runIf(IS_LONG)("a crawl of full size", () => {
	it("has no more names of index pages in its policy than other commands load, and counts the others", () => {
		const file = write("rows.csv", `url,digest\n${indexNames().join("")}`);
		const { into, evidence, texts, stderr } = learned(file, "--support", "1", "--bound", "0.2", "--holdout", "0");
		const leftOut = evidence.rules.filter((rule: { leftOut?: true }) => rule.leftOut).length;
		expect(leftOut).toBeGreaterThan(0);
		expect(leftOut).toBeLessThan(evidence.rules.length / 2);
		expect(stderr).toContain(`${leftOut.toLocaleString("en")} rules did not fit the limits of policies`);
		expect(texts[2]?.length).toBeLessThan(1 << 20);
		const rules = ["--policy", `${into}/policy.json`, "--lists", `${into}/learned.json`];
		const url = "http://h1.example/p0/main.ad";
		expect(run(["explain", ...rules, url])).toMatchObject({ status: 0, stdout: expect.stringContaining("index") });
	});
});

/** Hosts of 1,024 pages, each without and with an index name of its own: more than 100,000 names, in less than 1 MiB. */
function indexNames(): string[] {
	const letters = [..."abcdefghijklmnopqrstuvwxyz"];
	const endings = letters.flatMap((first) => letters.map((second) => first + second));
	const names = ["main", "home"].flatMap((name) => endings.map((ending) => `${name}.${ending}`));
	return Array.from({ length: 99 }, (_, host) =>
		Array.from({ length: 1024 }, (_each, page) =>
			["", names[(3 * host + page) % names.length] as string].map((name) =>
				row(`h${host}.example`, `p${page}/${name}`, `${host} ${page}`),
			),
		).flat(),
	).flat(2);
}
