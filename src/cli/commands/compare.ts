/** `urlsieve compare`: the level of the comparison ladder at which two references are equal. */

import { checked, parse } from "../../arguments/arguments";
import { HELP_OPTIONS, HELP_OPTIONS_HELP, helpOf } from "../../arguments/help";
import { openRules, RULE_OPTIONS, RULE_OPTIONS_HELP } from "../../arguments/rules";
import type { PolicyRules } from "../../crawl/policy-rules";
import { UriError, unwrap } from "../../errors";
import { EXIT, usageFailure } from "../../failure";
import { printText } from "../../files/output/octet-writer";
import { type Level, resolveOptions } from "../../options";
import type { CoreRules } from "../../rules/core-rules";
import { type Side, sideBySide } from "../../terminal/side-by-side";
import { shownText } from "../../text/shown-text";
import { COMPARE_FIELD_HELP, FIELD_OPTION } from "./print";
import { errorRecord, printsInColour } from "./text-command";

export const HELP = `Usage: urlsieve compare [options] A B

Print the lowest level of the comparison ladder (RFC 3986 §6.2) at which two references are equal: string, syntax or scheme.
Print "different" if there is none.

  urlsieve compare http://example.com/%7efoo http://EXAMPLE.com/~foo
  urlsieve compare --explain HTTP://example.com:80/%7Efoo http://example.com/~foo
  urlsieve compare --json http://example.com http://example.com:80/

  urlsieve compare --no-vary-search 'params=("ref")' "http://example.com/?ref=1" http://example.com/
  urlsieve compare --profile crawl@1 "http://example.com/?gclid=1" http://example.com/

Options:
${RULE_OPTIONS_HELP}                     Then print the level, or the rules without which alone the keys would differ, joined by "+".
${COMPARE_FIELD_HELP}  --explain          Show each step to the normal form of both references, side by side, or stacked on a narrow terminal. If one
                     has no normal form, print why, and "no normal form" instead of the level.
  --json             Print JSON: level, normal (both normal forms). With --explain, also explanations, as explain
                     prints them. If a reference has no normal form, that form and the level are null.
                     With a profile or a policy: level, rules, key (both keys).
${HELP_OPTIONS_HELP}
Exit status: 0 equal; 1 different, or one has no normal form; 2 usage error.
`;

const OPTIONS = {
	...RULE_OPTIONS,
	...FIELD_OPTION,
	explain: { type: "boolean" },
	json: { type: "boolean" },
	...HELP_OPTIONS,
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("compare", args, OPTIONS);
	const help = helpOf(values, HELP);
	if (help !== undefined) return printText(help);
	const [a, b] = positionals;
	if (a === undefined || b === undefined || positionals.length > 2) {
		throw usageFailure("compare", `compare takes exactly two references, not ${positionals.length}`);
	}
	if (values["no-vary-search"] !== undefined) return (await import("./by-field")).compareByField(values, a, b);
	const settings = checked("compare", () => resolveOptions());
	const rules = await openRules("compare", values, { settings, options: {} });
	if (rules.forms !== undefined) return compareBy(rules, a, b, values);
	if (values.explain) return explainBoth(rules, a, b, values.json === true);
	const level = rules.compare(a, b) ?? "different";
	const normal = () => [a, b].map((text) => unwrap(rules.tryForm("key", text)));
	const result = values.json ? JSON.stringify({ level, normal: normal() }) : level;
	printText(`${result}\n`);
	if (level === "different") process.exitCode = EXIT.NO;
}

/** By a profile or a policy: prints the level or the rules that make both one page. */
function compareBy(
	rules: PolicyRules,
	a: string,
	b: string,
	{ explain, json }: { readonly explain?: boolean | undefined; readonly json?: boolean | undefined },
): void {
	const keys = [a, b].map((text) => rules.tryForm("key", text));
	const error = keys.find((key) => key instanceof UriError);
	const result = error === undefined ? rules.compare(a, b) : undefined;
	const level = typeof result === "string" ? result : null;
	const decisive = Array.isArray(result) ? result : [];
	const explanations = explain ? [a, b].map((text, index) => (keys[index] instanceof UriError ? null : rules.explain(text))) : [];
	const text = level ?? (decisive.length > 0 ? decisive.join("+") : error instanceof UriError ? error.message : "different");
	const steps = explanations.flatMap((side) => [
		"",
		side?.input ?? "",
		...(side?.steps ?? []).map(({ rule, after }) => `  ${rule}  ${after}`),
	]);
	const shown = [text, ...steps].map(shownText).join("\n");
	const record = {
		level,
		rules: decisive,
		key: keys.map((key) => (key instanceof UriError ? null : key)),
		...(explain && { explanations }),
	};
	printText(`${json ? JSON.stringify(record) : shown}\n`);
	if (result === undefined) process.exitCode = EXIT.NO;
}

function explainBoth(rules: CoreRules, a: string, b: string, asJson: boolean): void {
	const sides: [Side, Side] = [sideOf(rules, a), sideOf(rules, b)];
	const level = levelOf(rules, sides);
	const columns = (process.stdout.isTTY && process.stdout.columns) || Number.POSITIVE_INFINITY;
	const text = () => `${level ?? "no normal form"}\n${sideBySide(sides, { columns, inColour: printsInColour(undefined) })}`;
	printText(`${asJson ? JSON.stringify(recordOf(level, sides)) : text()}\n`);
	if (level === undefined || level === "different") process.exitCode = EXIT.NO;
}

function sideOf(rules: CoreRules, input: string): Side {
	try {
		return { input, outcome: rules.explain(input) };
	} catch (error) {
		if (!(error instanceof UriError)) throw error;
		return { input, outcome: error };
	}
}

/** The level, or undefined if one has no normal form. Equal strings need none. */
function levelOf(rules: CoreRules, sides: readonly [Side, Side]): Level | "different" | undefined {
	const [a, b] = sides;
	if (a.input !== b.input && sides.some(({ outcome }) => outcome instanceof UriError)) return undefined;
	return rules.compare(a.input, b.input) ?? "different";
}

function recordOf(level: string | undefined, sides: readonly Side[]): object {
	const normal = sides.map(({ outcome }) => (outcome instanceof UriError ? null : outcome.value));
	const explanations = sides.map(({ input, outcome }) =>
		outcome instanceof UriError ? { input, error: errorRecord(outcome) } : outcome,
	);
	return { level: level ?? null, normal, explanations };
}
