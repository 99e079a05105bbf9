/** The names of rules in a row. */
import { element } from "../src/page/element";
import { visibleSentence } from "../src/page/visible-text";

/** Rules with commas between. Those that are named after a parameter may contain anything. */
export function ruleNames(rules: readonly string[]): (Node | string)[] {
	return rules.flatMap((rule, index) => [
		...(index > 0 ? [", "] : []),
		element("strong", { class: "rule" }, ...visibleSentence(rule)),
	]);
}
