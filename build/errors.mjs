/**
 * `node build/errors.mjs`: generates the table of codes in docs/reference/errors.md from src/error-codes.ts. With `--check` it writes
 * nothing, and exits with status 1 if the table is out of date.
 */
import { fillPage, importSource, table } from "./filled-page.mjs";

const { ERROR_CODES } = await importSource('export * from "./src/error-codes";');

const rows = Object.entries(ERROR_CODES).flatMap(([name, codes]) =>
	Object.entries(codes).map(([code, [when, at = ""]]) => [`\`${code}\``, `\`${name}\``, when, at]),
);
fillPage("docs/reference/errors.md", "build/errors.mjs", table([["code", "class", "when", "offset"], ...rows]));
