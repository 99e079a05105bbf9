/** Shows the result of a list: downloads, the first merges and the first rejects. */
import { element } from "./element";
import { tryNormalize } from "./ladder";
import type { Outcome, RejectedLine } from "./list-messages";
import type { Merge, MergeRung } from "./list-sieve";
import { referenceText } from "./reference-text";
import { EXCERPT } from "./visible-ranges";
import { visibleSentence } from "./visible-text";

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
		...mergesPart(outcome.merges),
		...rejectsPart(outcome.rejectedLines, outcome.counts.rejects),
	);
	return { part, sentence: sentenceOf(outcome), addresses: [unique.href, rejected.href] };
}

function sentenceOf({ counts, seconds, engine }: Outcome): string {
	const time = seconds < 0.1 ? "less than 0.1 seconds" : `${seconds.toFixed(1)} seconds`;
	return `${count(counts.lines, "line")} in ${time} with the engine ${engine}: ${counts.unique.toLocaleString("en")} unique.`;
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

function mergesPart(merges: readonly Merge[]): HTMLElement[] {
	return (["syntax", "scheme", "key"] satisfies MergeRung[]).flatMap((rung) => {
		const some = merges.filter((merge) => merge.rung === rung);
		if (some.length === 0) return [];
		const title = element("h2", {}, rung === "key" ? "Merged by key" : `Merged on the rung ${rung}`);
		const head = element("p", { class: "sentence" }, "The first few, with their normal forms.");
		return [element("section", {}, title, head, element("ul", { class: "merges" }, ...some.map(({ line }) => mergeItem(line))))];
	});
}

function mergeItem(line: string): HTMLElement {
	const normal = tryNormalize(line);
	return element(
		"li",
		{},
		element(
			"dl",
			{ class: "pair" },
			element("dt", {}, "line"),
			element("dd", {}, referenceText(line)),
			element("dt", {}, "normal"),
			element("dd", {}, typeof normal === "string" ? referenceText(normal) : normal.message),
		),
	);
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
