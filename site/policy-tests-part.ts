/** Shows the tests of a policy: those that fail first, with what it makes of their URLs. */
import type { TestedReference } from "urlsieve/crawl";
import { element } from "../src/page/element";
import { visibleSentence } from "../src/page/visible-text";
import type { PolicyTest } from "./policy-tests";
import { referenceText } from "./reference-text";
import { ruleNames } from "./rule-names";
import { differenceOf } from "./text-difference";
import { placeButton } from "./text-place";
import { EXCERPT, type Range } from "./visible-ranges";

const MAX_FAILED_SHOWN = 20;
const MAX_PASSED_SHOWN = 50;
const MAX_URLS_SHOWN = 4;

/** The sentence about all tests, and a list of them. `field` has the policy. */
export function testsPart(tests: readonly PolicyTest[], field: HTMLTextAreaElement): { parts: HTMLElement[]; sentence: string } {
	if (tests.length === 0) return { parts: [howToTest()], sentence: "No faults, and no tests." };
	const failed = tests.filter(({ message }) => message !== "");
	const passed = tests.filter(({ message }) => message === "");
	const sentence = sentenceOf(passed.length, failed.length);
	const items = [
		...failed.slice(0, MAX_FAILED_SHOWN).map((test) => failedItem(test, field)),
		moreItem(failed.length - MAX_FAILED_SHOWN, "that fail"),
		...passed.slice(0, MAX_PASSED_SHOWN).map((test) => passedItem(test, field)),
		moreItem(passed.length - MAX_PASSED_SHOWN, "that pass"),
	];
	return { parts: [element("p", { class: "sentence" }, sentence), element("ul", { class: "findings" }, ...items)], sentence };
}

function howToTest(): HTMLElement {
	return element(
		"p",
		{ class: "sentence" },
		"No faults, and no tests. In ",
		element("code", {}, '"tests"'),
		", ",
		element("code", {}, '"same": [["URL", "URL"]]'),
		" has groups of URLs that are one page, and ",
		element("code", {}, '"different"'),
		" groups of URLs that are not.",
	);
}

function sentenceOf(passed: number, failed: number): string {
	const all = passed + failed;
	if (failed === 0) return all === 1 ? "The test passes." : `${all.toLocaleString("en")} tests pass.`;
	return `${failed.toLocaleString("en")} of ${all.toLocaleString("en")} ${all === 1 ? "test" : "tests"} ${failed === 1 ? "fails" : "fail"}.`;
}

function moreItem(count: number, which: string): HTMLElement | undefined {
	return count > 0 ? element("li", { class: "quiet" }, `and ${count.toLocaleString("en")} more ${which}`) : undefined;
}

function passedItem(test: PolicyTest, field: HTMLTextAreaElement): HTMLElement {
	const rest = test.urls.length - MAX_URLS_SHOWN;
	return element(
		"li",
		{ class: "finding", "data-test": "passed" },
		head("passed", test, field),
		...test.urls
			.slice(0, MAX_URLS_SHOWN)
			.map((url) => element("p", { class: "excerpt" }, referenceText(url, undefined, EXCERPT))),
		rest > 0 ? element("p", { class: "excerpt quiet" }, `and ${rest.toLocaleString("en")} more`) : undefined,
	);
}

function failedItem(test: PolicyTest, field: HTMLTextAreaElement): HTMLElement {
	const { references, message, expected } = test;
	const [first, second] = references;
	const urls = differenceOf(first?.reference ?? "", second?.reference ?? first?.reference ?? "");
	const forms = differenceOf(first?.form ?? "", second?.form ?? expected ?? first?.form ?? "");
	return element(
		"li",
		{ class: "finding", "data-test": "failed" },
		head("failed", test, field),
		expected === undefined ? element("p", {}, ...visibleSentence(`${capitalized(message)}.`)) : undefined,
		first && pairs(...rowsOf(first, test, [urls.before, forms.before])),
		second && pairs(...rowsOf(second, test, [urls.after, forms.after])),
		expected === undefined
			? undefined
			: pairs(...row("expected", marked(expected, first?.form === undefined ? [] : forms.after))),
	);
}

function pairs(...rows: HTMLElement[]): HTMLElement {
	return element("dl", { class: "pair" }, ...rows);
}

function head(outcome: "passed" | "failed", test: PolicyTest, field: HTMLTextAreaElement): HTMLElement {
	return element(
		"p",
		{ class: `outcome-of-test ${outcome}` },
		element("strong", { class: "mark" }, outcome),
		" ",
		element("span", { class: "kind" }, test.kind),
		" ",
		placeButton(field, test),
	);
}

function capitalized(message: string): string {
	return message.charAt(0).toUpperCase() + message.slice(1);
}

/** A URL, its key or URL to fetch, and the rules that led there. `ranges`: what to mark in the first two. */
function rowsOf(
	{ reference, form, rules, error }: TestedReference,
	{ kind }: PolicyTest,
	[inReference, inForm]: readonly [readonly Range[], readonly Range[]],
): HTMLElement[] {
	return [
		...row("URL", marked(reference, inReference)),
		...row(
			kind === "fetch" ? "fetch" : "key",
			form === undefined ? element("span", { class: "fault" }, ...visibleSentence(error ?? "")) : marked(form, inForm),
		),
		...row(rules.length === 1 ? "rule" : "rules", ...(rules.length === 0 ? ["none"] : ruleNames(rules))),
	];
}

function row(name: string, ...children: (Node | string)[]): HTMLElement[] {
	return [element("dt", {}, name), element("dd", {}, ...children)];
}

function marked(text: string, ranges: readonly Range[]): HTMLElement {
	return referenceText(text, { as: "b", ranges });
}
