/**
 * `node build/rules.mjs`: generates the table of rules in docs/reference/profiles.md from src/crawl/schema/registry.ts. With `--check` it
 * writes nothing, and exits with status 1 if the table is out of date.
 */
import { fillPage, importSource, table } from "./filled-page.mjs";

const { KEY_RULES, RULE_WORDS } = await importSource('export * from "./src/crawl/schema/registry";');

const code = (text) => `\`${text}\``;

/** The row of a rule. `names` are what a list has, not a value. */
function row({ id, member, values }) {
	const { does, kind, source } = RULE_WORDS[id];
	const choices = Object.keys(values).map((value) => (value === "a list" ? value : code(value)));
	const clauses = typeof does === "string" ? [does] : Object.entries(does).map(([value, clause]) => `${code(value)}: ${clause}`);
	return [[member].flat().map(code).join(", "), choices.join(", "), clauses.join("; "), code(id), kind, source];
}

const head = ["member of `key`", "values", "does", "rule", "kind", "source"];
fillPage("docs/reference/profiles.md", "build/rules.mjs", table([head, ...KEY_RULES.map(row)]));
