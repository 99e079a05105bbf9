/** `urlsieve profile`: lists the profiles, or prints the rules of one. */

import { parse } from "../../arguments/arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP, helpOf } from "../../arguments/help";
import { loadCrawl, refusing } from "../../arguments/rules";
import { usageFailure } from "../../failure";
import { printText } from "../../files/output/octet-writer";

export const HELP = `Usage: urlsieve profile list
       urlsieve profile show [--as-policy] ID

Print the profiles, which say what counts as the same page, or what one of them runs, as JSON: each rule with its source and, as
"does", in words. See docs/reference/profiles.md. "urlsieve policy show FILE" does the same for a policy of your own.

  urlsieve profile list
  urlsieve profile show crawl@1
  urlsieve profile show surt@1 | jq -r '.rules[].does'
  urlsieve profile show --as-policy rfc3986@1 > plain.json && urlsieve policy show plain.json
  urlsieve profile show --as-policy crawl@1 > mine.json   Print a policy that makes the same keys, to be changed.

Options:
  --as-policy        Print the profile as a policy, a file for --policy. rfc3986@1 and crawl@1 can be written as one.
${HELP_OPTIONS_HELP}`;

const OPTIONS = {
	"as-policy": { type: "boolean" },
	...HELP_OPTIONS,
} as const;

export async function run(args: string[]): Promise<void> {
	refuseOldNames(args);
	const { values, positionals } = parse("profile", args, OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const [action, id, ...more] = positionals;
	const isList = action === "list" && id === undefined && !values["as-policy"];
	const isShow = action === "show" && id !== undefined;
	if ((!isList && !isShow) || more.length > 0) throw usageFailure("profile", "profile takes list, or show ID");
	const crawl = await loadCrawl();
	if (isList)
		return print(
			Object.entries(crawl.ABOUT)
				.map(([name, { about }]) => `${name.padEnd(22)}${about}`)
				.join("\n"),
		);
	const shown = await refusing("profile", async () =>
		values["as-policy"] ? crawl.policyFile(id as "crawl@1") : crawl.profile(id as "crawl@1"),
	);
	print(JSON.stringify(shown, undefined, 2));
}

/** `--policy` was a flag here, and takes a file everywhere else. Throws Failure. */
function refuseOldNames(args: readonly string[]): void {
	const isNamed = args.some((arg) => arg === "--policy" || arg.startsWith("--policy="));
	if (!isNamed) return;
	const isFlag = args.length > 2 && args.at(-1) === "--policy";
	const name = isFlag ? "profile show --as-policy ID" : "policy show FILE";
	throw usageFailure("profile", `profile has no option --policy; write "urlsieve ${name}"`);
}

function print(text: string): void {
	printText(`${text}\n`);
}
