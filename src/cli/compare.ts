/** `urlsieve compare`: the rung on which two references are equal. */
import { createNormalizer } from "../normalizer";
import { checked, parse, usageFailure } from "./arguments";
import { EXIT } from "./failure";

export const HELP = `Usage: urlsieve compare [options] A B

Writes the lowest rung of the ladder of RFC 3986 §6.2 on which two references are equal: string, syntax or scheme; or "different".

  urlsieve compare http://example.com/%7efoo http://EXAMPLE.com/~foo
  urlsieve compare --json http://example.com http://example.com:80/

Options:
  --json             as JSON: rung, and the normal forms of both
  -h, --help         this text

Exit status: 0 they are equal; 1 they are not, or one has no normal form; 2 usage.
`;

const OPTIONS = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("compare", args, OPTIONS);
	if (values.help) return void process.stdout.write(HELP);
	const [a, b] = positionals;
	if (a === undefined || b === undefined || positionals.length > 2) throw usageFailure("compare", "Two references are compared");
	const normalizer = checked("compare", () => createNormalizer());
	const rung = normalizer.compare(a, b) ?? "different";
	const result = values.json ? JSON.stringify({ rung, normal: [a, b].map((text) => normalizer.normalize(text)) }) : rung;
	process.stdout.write(`${result}\n`);
	if (rung === "different") process.exitCode = EXIT.NO;
}
