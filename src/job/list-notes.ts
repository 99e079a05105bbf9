/** Notes on lists of a policy that do not act as they read, a sentence each: lists without any rule, or with rules that are switched off. */

import { counted } from "../counted";
import type { ReadList } from "../crawl/lists/read-list";
import type { RuleList } from "../rules/rules";
import type { Note } from "./input-notes";

/** The notes on lists. Those that a program has made itself do not say how many rules they have. */
export function listNotes(lists: readonly (RuleList & Partial<ReadList>)[]): Note[] {
	return lists.flatMap((list) => {
		const { name, rules = 0, switchedOff = [] } = list;
		if (list.rules === 0) return [withoutRules(name)];
		const [first] = switchedOff;
		if (first === undefined) return [];
		const count = Math.max(...switchedOff.map((each) => each.rules));
		const others = switchedOff.length === 1 ? "" : `, and more by ${counted(switchedOff.length - 1, "other exception")}`;
		const what = `${first.rules} of its ${counted(rules, "rule")} on ${first.where}, by ${placeOf(first)}${others}`;
		const sentence = `the list ${name} switches off ${what}: see "urlsieve lists check"`;
		return [{ code: "rules-switched-off", count, sentence }];
	});
}

function placeOf({ line, path }: { readonly line: number; readonly path: string }): string {
	return path === "" ? `line ${line}` : path;
}

function withoutRules(name: string): Note {
	const sentence = `the list ${name} has no rule that is taken: see "urlsieve lists check", and docs/reference/profiles.md for the formats`;
	return { code: "list-without-rules", count: 0, sentence };
}
