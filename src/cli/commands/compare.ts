/** `urlsieve compare`: the rung on which two references are equal. */

import { UriError } from "../../errors";
import { createNormalizer, type Normalizer } from "../../normalizer";
import type { Rung } from "../../reference/compare";
import { checked, parse, usageFailure } from "../arguments";
import { EXIT } from "../failure";
import { type Side, sideBySide } from "../report/side-by-side";
import { errorRecord, isSeenInColour } from "./text-command";

export const HELP = `Usage: urlsieve compare [options] A B

Writes the lowest rung of the ladder of RFC 3986 §6.2 on which two references are equal: string, syntax or scheme; or "different".

  urlsieve compare http://example.com/%7efoo http://EXAMPLE.com/~foo
  urlsieve compare --explain HTTP://example.com:80/%7Efoo http://example.com/~foo
  urlsieve compare --json http://example.com http://example.com:80/

Options:
  --explain          show the steps of both to their normal forms, side by side, or one below the other on a narrow terminal.
                     If one has no normal form, show why, and "no normal form" for the rung
  --json             as JSON: rung, and the normal forms of both; with --explain also explanations, as explain writes them. The
                     rung and the normal form of a reference that has none are null
  -h, --help         this text

Exit status: 0 they are equal; 1 they are not, or one has no normal form; 2 usage.
`;

const OPTIONS = {
	explain: { type: "boolean" },
	json: { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("compare", args, OPTIONS);
	if (values.help) return void process.stdout.write(HELP);
	const [a, b] = positionals;
	if (a === undefined || b === undefined || positionals.length > 2) throw usageFailure("compare", "Two references are compared");
	const normalizer = checked("compare", () => createNormalizer());
	if (values.explain) return explainBoth(normalizer, a, b, values.json === true);
	const rung = normalizer.compare(a, b) ?? "different";
	const result = values.json ? JSON.stringify({ rung, normal: [a, b].map((text) => normalizer.normalize(text)) }) : rung;
	process.stdout.write(`${result}\n`);
	if (rung === "different") process.exitCode = EXIT.NO;
}

function explainBoth(normalizer: Normalizer, a: string, b: string, asJson: boolean): void {
	const sides: [Side, Side] = [sideOf(normalizer, a), sideOf(normalizer, b)];
	const rung = rungOf(normalizer, sides);
	const columns = (process.stdout.isTTY && process.stdout.columns) || Number.POSITIVE_INFINITY;
	const text = () => `${rung ?? "no normal form"}\n${sideBySide(sides, { columns, inColour: isSeenInColour(undefined) })}`;
	process.stdout.write(`${asJson ? JSON.stringify(recordOf(rung, sides)) : text()}\n`);
	if (rung === undefined || rung === "different") process.exitCode = EXIT.NO;
}

function sideOf(normalizer: Normalizer, input: string): Side {
	try {
		return { input, outcome: normalizer.explain(input) };
	} catch (error) {
		if (!(error instanceof UriError)) throw error;
		return { input, outcome: error };
	}
}

/** The rung; undefined when it takes a normal form that one of them does not have: equal strings need none. */
function rungOf(normalizer: Normalizer, sides: readonly [Side, Side]): Rung | "different" | undefined {
	const [a, b] = sides;
	if (a.input !== b.input && sides.some(({ outcome }) => outcome instanceof UriError)) return undefined;
	return normalizer.compare(a.input, b.input) ?? "different";
}

function recordOf(rung: string | undefined, sides: readonly Side[]): object {
	const normal = sides.map(({ outcome }) => (outcome instanceof UriError ? null : outcome.value));
	const explanations = sides.map(({ input, outcome }) =>
		outcome instanceof UriError ? { input, error: errorRecord(outcome) } : outcome,
	);
	return { rung: rung ?? null, normal, explanations };
}
