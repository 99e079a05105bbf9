/** `urlsieve policy diff`: what another policy changes on a list. */

import { loadCrawl, refuseSharedStdin, refusing } from "../../arguments/rules";
import { SharedLists } from "../../arguments/shared-lists";
import { counted, grouped } from "../../counted";
import type { CrawlNormalizer } from "../../crawl/crawl-normalizer";
import type { PolicyChange, PolicyChanges } from "../../crawl/policy-diff";
import { printText } from "../../files/output/octet-writer";
import { Normalizer } from "../../normalizer";
import { shownText } from "../../text/shown-text";
import { TextRun } from "./text-command";

export interface DiffOptions {
	readonly lists?: readonly string[] | undefined;
	readonly comments?: boolean | undefined;
	readonly json?: boolean | undefined;
	readonly quiet?: boolean | undefined;
	readonly binary?: boolean | undefined;
}

/** The names of both policies, as they were given. */
type Names = readonly [before: string, after: string];

/** Compares two policies, each a file or a profile, on lists of references. */
export async function diff(names: Names, files: readonly string[], options: DiffOptions): Promise<void> {
	const { lists = [], json, ...others } = options;
	refuseSharedStdin("policy", [...names, ...lists, ...(files.length === 0 ? ["-"] : files)]);
	const { PolicyDiff } = await loadCrawl();
	const [before, after] = await refusing("policy", () => openBoth(names, lists));
	const difference = new PolicyDiff(before, after);
	const run = new TextRun("policy", others, files);
	await run.each((reference) => void difference.add(reference));
	const changes = difference.changes();
	run.finish({ rejects: Math.max(...changes.rejects) });
	printText(json ? `${JSON.stringify(changes, undefined, 2)}\n` : changesText(names, changes));
}

async function openBoth(names: Names, operands: readonly string[]): Promise<readonly [CrawlNormalizer, CrawlNormalizer]> {
	const lists = await SharedLists.read(operands);
	const before = await lists.open(names[0]);
	const after = await lists.open(names[1]);
	lists.refuseUnused();
	return [new Normalizer(before.rules), new Normalizer(after.rules)];
}

function changesText([before, after]: Names, { references, rejects, pages, merged, apart }: PolicyChanges): string {
	const sum = `${counted(references, "reference")}: ${counted(pages[0], "page")} under ${before}, ${grouped(pages[1])} under ${after}`;
	const rejected = [before, after].flatMap((name, side) => {
		const count = rejects[side as 0 | 1];
		return count === 0 ? [] : [`${counted(count, "reference")} without a key under ${name}`];
	});
	const lines = [
		sum,
		...rejected,
		...changeLines(`merged under ${after} only`, merged),
		...changeLines(`apart under ${after} only`, apart),
		"",
	];
	return lines.map(shownText).join("\n");
}

function changeLines(title: string, changes: readonly PolicyChange[]): string[] {
	const sum = changes.reduce((total, { pages }) => total + pages, 0);
	return ["", `${title}: ${counted(sum, "page")}`, ...changes.flatMap(changeSamples)];
}

function changeSamples({ rules, pages, samples }: PolicyChange): string[] {
	return [
		`  ${grouped(pages)}  ${rules.join("+")}`,
		...samples.flatMap((pair) => pair.map((text, at) => `    ${at === 0 ? "" : "= "}${text}`)),
	];
}
