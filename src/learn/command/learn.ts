/** `urlsieve learn`: learns a policy from the fetches of a crawl. */

import { BINARY_HELP, parse } from "../../arguments/arguments";
import { HELP_OPTIONS_HELP, helpOf } from "../../arguments/help";
import { eitherOf } from "../../counted";
import { printText } from "../../files/output/octet-writer";
import { FORMAT_NAMES } from "../../formats";
import { LEARNED_FILES } from "../write/learned-files";
import { LEARN_OPTIONS, learnTask } from "./task";

/** The options that are used most. */
const MAIN_OPTIONS = ["output", "digest", "format", "policy", "reach", "report"];

export const HELP = `Usage: urlsieve learn [options] ROWS... -o DIR

Learn which parts of URLs make no difference: from rows with the URL and the content digest of each fetch, as web archives index them.
Write a policy that every other command reads, its list of parameters, and the evidence for each rule. See docs/guide/learn.md.

  urlsieve learn crawl.cdx.gz -o rules
  urlsieve dedupe --policy rules/policy.json --lists rules/learned.json --audit merges.tsv -o to-fetch.txt urls.txt
  urlsieve learn --digest sha1 --digest text_sha1 --report learned.html crawl.parquet -o rules
  urlsieve learn --format cdxj CC-MAIN-2026-*.gz -o rules
  urlsieve learn --previous rules --probes 200 -o rules second-crawl.cdx.gz > to-fetch-twice.tsv
  urlsieve learn --shapes crawl.shapes --trap drop --report learned.html -o rules crawl.cdx.gz
  urlsieve learn --reach everywhere --url 3 --digest 7 --no-header fetches.tsv -o rules

Options:
  -o, --output DIR   Write ${LEARNED_FILES.join(", ")} into DIR, all three or none. A kill at any moment leaves
                     the old ones or the new ones.
  --url COLUMN       Take the URLs from COLUMN: its name, its number from 1, a letter of the legend of CDX, or a key of JSON.
  --digest COLUMN    Take the digest of the content from COLUMN. May be repeated, strictest first: payload, extracted text, number of
                     a cluster of near duplicates. Each site uses the first that is of use there.
  --status COLUMN    Take the HTTP status from COLUMN. Only 200 counts, and redirects as evidence for scheme, www, slashes
                     and case.
  --time COLUMN      Take the time of the fetch from COLUMN. Rows with the same URL and time are one fetch.
  --type COLUMN      Take the media type from COLUMN: warc/revisit is that of a revisit record.
  --redirect COLUMN  Take the target of redirects from COLUMN.
  --method COLUMN    Take the method of the request from COLUMN. Only GET counts.
  --format FORMAT    Read ${eitherOf(FORMAT_NAMES)}. By default, the name of each file tells.
  --delimiter CHAR   Take CHAR for what separates the fields of CSV, such as ";".
  --no-header        Take the first row for data. Columns are numbers then.
  --policy FILE      Begin with a policy of your own instead of crawl@1.
  --lists LIST       A list that the policy names: [NAME=][FORMAT:]FILE. May be repeated.
  --shapes FILE      Count the rows in each trap of FILE, which "urlsieve shapes" has written from keys of the same policy: by
                     --profile crawl@1, or by --policy. The summary and --report also have what FILE proposes for each trap.
                     Nothing applies a proposal by itself.
  --trap ACTION      Keep (default) or drop the rows in these traps, whatever their status. Dropping the rows of a session also drops
                     the evidence for its parameter.
  --support N        Adopt no rule with fewer trials (default: 20).
  --bound SHARE      Adopt no rule whose agreement may be below SHARE, before noise (default: 0.8).
  --precision SHARE  Adopt no rule that contradicts an agreement of SHARE, before noise (default: 0.98).
  --holdout SHARE    Keep SHARE of the pages apart, and test rules on them (default: 0.2).
  --reach REACH      How far rules act: crawl (default), on sites of the rows only; everywhere, also on sites that are not in the rows
                     if enough domains agree, though one of these sites may contradict the rule; host, only on sites that are
                     evidence for the rule. With --previous, the default is everywhere if the earlier run has such rules.
  --previous DIR     Go on from what an earlier run wrote into DIR: keep the rules that these rows cannot judge, since a crawler that
                     obeys a rule never sees its evidence again, and end those that they contradict. DIR may be that of -o.
  --probes N         Print N pairs of URLs, separated by tabs, whose pages would test the rules that were judged longest ago: fetch
                     them, and learn from their rows, too.
  --threads N        Use up to N threads (default: 1): a second one reads the rows of files ahead. The result does not depend on it.
${BINARY_HELP}  --memory SIZE      Use at most SIZE of memory for what rows say, such as 512M or 2G. At least 16M. The default is a quarter of what
                     is free. What does not fit goes into temporary files. The result does not depend on it.
  --temp DIR         Put temporary files in DIR. The default is the directory above that of -o.
  --report FILE      Write a report to FILE: a page for FILE.html, data for FILE.json.
  --json             Print the summary as JSON.
  --quiet            Print neither progress nor summary.
${HELP_OPTIONS_HELP}
By default, columns are those of the format: in CDX the letters a k s b m r; in CDXJ the keys url, digest, status, mime, redirect,
truncated and method, and the time behind the key; in tables url, digest or content_digest, status or fetch_status, time or fetch_time,
mime or content_mime_type, redirect or fetch_redirect, method, and content_truncated. Rows of another method than GET do not count, nor
do those whose key or URL has __wb_method. Files may be compressed with gzip or Zstandard, and may be in
several formats. With no ROWS, or when ROWS is -, read standard input.

Exit status: 0 success; 1 no row counts, and nothing was written; 2 usage error; 3 input or output error. DIR is changed only after
what was written has been loaded again.
`;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("learn", args, LEARN_OPTIONS);
	const help = helpOf(values, HELP, MAIN_OPTIONS);
	if (help !== undefined) return printText(help);
	const task = learnTask(args, values, positionals);
	const { runLearn } = await import("./run");
	await runLearn(task);
}
