/** Shows the result of a list: downloads, the first merges and the first rejects. */
import { element } from "../src/page/element";
import { visibleSentence } from "../src/page/visible-text";
import type { Outcome, RejectedLine } from "./list-messages";
import type { ListMerge, MergeLevel } from "./list-sieve";
import { referenceText } from "./reference-text";
import { ruleNames } from "./rule-names";
import { shapesPart } from "./shapes-part";
import { differenceOf } from "./text-difference";
import { EXCERPT } from "./visible-ranges";

/** The section of the page, a one-sentence summary, and the object URLs of the downloads, which the caller must revoke. */
export function outcomePart(outcome: Outcome, name: string): { part: HTMLElement; sentence: string; addresses: string[] } {
	const unique = download(outcome.unique, `unique-${plainName(name)}`, `Download ${count(outcome.counts.unique, "unique line")}`);
	const rejected = download(
		outcome.rejected,
		`rejected-${plainName(name)}`,
		`Download ${count(outcome.counts.rejects, "reject")}`,
	);
	const links = [unique, ...(outcome.counts.rejects > 0 ? [rejected] : [])];
	const part = element(
		"div",
		{},
		element("p", { class: "downloads" }, ...links),
		knownPart(outcome),
		shapesPart(outcome.shapes),
		...mergesPart(outcome.merges),
		...rejectsPart(outcome.rejectedLines, outcome.counts.rejects),
	);
	return { part, sentence: sentenceOf(outcome), addresses: [unique.href, rejected.href] };
}

function sentenceOf({ counts, seconds, engine }: Outcome): string {
	const time = seconds < 0.1 ? "less than 0.1 seconds" : `${seconds.toFixed(1)} seconds`;
	const comments = counts.comments > 0 ? `, ${count(counts.comments, "comment")} skipped` : "";
	return `${count(counts.lines, "line")} in ${time} with the engine ${engine}: ${counts.unique.toLocaleString("en")} unique${comments}.`;
}

function count(number: number, noun: string): string {
	return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

function download(blob: Blob, name: string, text: string): HTMLAnchorElement {
	return element("a", { class: "button", href: URL.createObjectURL(blob), download: name }, text);
}

/** The file name without ".gz", with an extension. */
function plainName(name: string): string {
	const plain = name.replace(/\.gz$/i, "");
	return /\.\w+$/.test(plain) ? plain : `${plain}.txt`;
}

/** Compares the counts of a synthetic list with those known in advance. */
function knownPart({ known, counts }: Outcome): HTMLElement | undefined {
	if (known === undefined) return undefined;
	const agrees = known.unique === counts.unique && known.rejects === counts.rejects;
	const expected = `${known.unique.toLocaleString("en")} unique lines and ${count(known.rejects, "reject")}`;
	const verdict = agrees ? "The result matches." : "The result does not match.";
	return element("p", { class: "aside", id: "known" }, `The list was generated with ${expected}. ${verdict}`);
}

function mergesPart(merges: readonly ListMerge[]): HTMLElement[] {
	return (["syntax", "scheme", "key"] satisfies MergeLevel[]).flatMap((level) => {
		const some = merges.filter((merge) => merge.level === level);
		if (some.length === 0) return [];
		const title = element("h2", {}, level === "key" ? "Merged by key" : `Merged at level ${level}`);
		const head = element(
			"p",
			{ class: "sentence" },
			"The first few, each with the line that was kept and the rules that make both one.",
		);
		return [element("section", {}, title, head, element("ul", { class: "merges" }, ...some.map(mergeItem)))];
	});
}

function mergeItem({ line, number, kept, rules }: ListMerge): HTMLElement {
	const difference = kept === undefined ? undefined : differenceOf(line, kept.line);
	const merged = referenceText(line, difference && { as: "b", ranges: difference.before });
	return element(
		"li",
		{},
		element(
			"dl",
			{ class: "pair" },
			...numbered("merged", number, merged),
			...(kept && difference
				? numbered("kept", kept.number, referenceText(kept.line, { as: "b", ranges: difference.after }))
				: []),
			...(rules.length > 0
				? [element("dt", {}, rules.length === 1 ? "rule" : "rules"), element("dd", {}, ...ruleNames(rules))]
				: []),
		),
	);
}

function numbered(name: string, number: number | undefined, text: HTMLElement): HTMLElement[] {
	const place = number === undefined ? undefined : element("span", { class: "section" }, ` line ${number.toLocaleString("en")}`);
	return [element("dt", {}, name), element("dd", {}, text, place)];
}

function rejectsPart(lines: readonly RejectedLine[], all: number): HTMLElement[] {
	if (lines.length === 0) return [];
	const items = lines.map(({ line, text, sentence }) =>
		element(
			"li",
			{ class: "finding" },
			element("p", { class: "code" }, `line ${line.toLocaleString("en")}`),
			element("p", {}, ...visibleSentence(sentence)),
			element("p", { class: "excerpt" }, referenceText(text, undefined, EXCERPT)),
		),
	);
	const rest = all - lines.length;
	const more = rest > 0 ? element("li", { class: "quiet" }, `and ${rest.toLocaleString("en")} more`) : undefined;
	return [element("section", {}, element("h2", {}, "Rejects"), element("ul", { class: "findings" }, ...items, more))];
}
