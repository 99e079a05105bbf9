/** `urlsieve profile`: lists the profiles, or prints what one runs. */

import { usageFailure } from "../../failure";
import { printText } from "../../files/output/print-text";
import { listNotes } from "../../job/list-notes";
import { parse } from "../arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP, helpOf } from "../help";
import { loadCrawl, RULE_OPTIONS, readListFile, readPolicyFile, refusing } from "./rules";

export const HELP = `Usage: urlsieve profile list
       urlsieve profile show ID [--policy]
       urlsieve profile show --policy FILE [--lists LIST...]

Print the profiles, which say what counts as the same page, or what one of them or a policy runs, as JSON: each rule with its
source and, as "does", in words. See docs/reference/profiles.md.

  urlsieve profile list
  urlsieve profile show crawl@1
  urlsieve profile show crawl@1 --as-policy > mine.json   Print a policy that makes the same keys, to be changed.
  urlsieve profile show --policy mine.json

Options:
  --as-policy        Print the profile as a policy. "show ID --policy" does the same.
  --policy FILE      Print what a policy does, with its names, lists and sites, so that it can be checked.
  --lists LIST       A list that the policy names: [NAME=][FORMAT:]FILE. May be repeated.
${HELP_OPTIONS_HELP}`;

const OPTIONS = {
	policy: RULE_OPTIONS.policy,
	lists: RULE_OPTIONS.lists,
	"as-policy": { type: "boolean" },
	...HELP_OPTIONS,
} as const;

export async function run(args: string[]): Promise<void> {
	const isPolicyOf = args.length > 2 && args.at(-1) === "--policy";
	const { values, positionals } = parse("profile", isPolicyOf ? [...args.slice(0, -1), "--as-policy"] : args, OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const [action, id, ...more] = positionals;
	const isShow = action === "show" && (id === undefined) === (values.policy !== undefined);
	const isList = action === "list" && id === undefined;
	if ((!isList && !isShow) || more.length > 0) {
		throw usageFailure("profile", "profile takes list, show ID, or show --policy FILE");
	}
	const crawl = await loadCrawl();
	if (action === "list")
		return print(
			Object.entries(crawl.ABOUT)
				.map(([name, { about }]) => `${name.padEnd(16)}${about}`)
				.join("\n"),
		);
	const shown = await refusing("profile", async () => {
		if (id !== undefined) return values["as-policy"] ? crawl.policyFile(id as "crawl@1") : crawl.profile(id as "crawl@1");
		const policy = await readPolicyFile(values.policy as string);
		const lists = await Promise.all((values.lists ?? []).map(readListFile));
		// Checks that the policy and its lists fit together.
		crawl.createNormalizer({ policy, lists });
		const notes = listNotes(lists).map(({ sentence }) => sentence);
		return { ...crawl.describePolicy(policy, lists), ...(notes.length > 0 && { notes }) };
	});
	print(JSON.stringify(shown, undefined, 2));
}

function print(text: string): void {
	printText(`${text}\n`);
}
