/** What a policy's lists say that does not act as it reads, in a sentence for each list: no rule at all, or rules that are switched off. */
import type { ReadList } from "../crawl/lists/read-list";
import type { ParameterList } from "../crawl/policy/policy";
import { counted } from "../text/counted";
import type { Note } from "./input-notes";

const MAX_SHOWN = 3;
const MAX_TEXT = 60;

/** The notes on lists. Those that a program has made itself do not say how many rules they have. */
export function listNotes(lists: readonly (ParameterList & Partial<ReadList>)[]): Note[] {
	return lists.flatMap((list) => {
		const { name, rules = 0, switchedOff = [] } = list;
		if (list.rules === 0) return [withoutRules(name)];
		if (switchedOff.length === 0) return [];
		const shown = switchedOff.slice(0, MAX_SHOWN).map((each) => `${each.rules} on ${each.where} by ${placeOf(each)}`);
		const rest = switchedOff.length - shown.length;
		const others = rest === 0 ? "" : `; and by ${counted(rest, "other exception")}: see "urlsieve lists check"`;
		const count = Math.max(...switchedOff.map((each) => each.rules));
		const sentence = `the list ${name} switches off some of its ${counted(rules, "rule")}: ${shown.join("; ")}${others}`;
		return [{ code: "rules-switched-off", count, sentence }];
	});
}

function placeOf({ line, path, text }: { readonly line: number; readonly path: string; readonly text: string }): string {
	const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
	return `${path === "" ? `line ${line}` : path}, ${shown}`;
}

function withoutRules(name: string): Note {
	const sentence = `the list ${name} has no rule that is taken: see "urlsieve lists check", and docs/reference/profiles.md for the formats`;
	return { code: "list-without-rules", count: 0, sentence };
}
