/** Tables as Web Streams. */
import { SCHEME_BITS } from "../../admitted";
import { OptionError } from "../../errors";
import { isJsonFormat } from "../../formats";
import { checkNames, choose, type Octets, toOctets } from "../../input";
import type { Batch } from "../../lines/batch";
import { fingerprintBatch } from "../../lines/fingerprints";
import { type LineSettings, pushInto } from "../../lines/lines";
import { haveShape, PartLines } from "../../lines/parts";
import { INVALID, type InvalidLines } from "../../options";
import { CoreRules } from "../../rules/core-rules";
import { type RuleSettings, type Rules, rulesOf, withInvalid } from "../../rules/rules";
import { contentsOf } from "../../seen/dedupe-stream";
import type { SeenSet } from "../../seen/seen-set";
import { namesFor } from "./json-names";
import { TableFeed } from "./table-feed";
import {
	checkComparable,
	checkElements,
	givenJoins,
	INVALID_VALUES,
	resolveTableOptions,
	type TableOptions,
	type TableSettings,
} from "./table-options";
import type { RowReject, TableCounts } from "./table-sink";
import { omittingPlain, type ValueRules } from "./value-rules";

/** A transform of a table in octets, with counts that can be read while it runs and afterwards. */
export interface TableStream extends TransformStream<Octets, Uint8Array> {
	readonly counts: TableCounts;
}

/** The options that a normalizer takes the place of. */
const RULES = ["level", "strict", "idna", "edition", "engine", "profile"] as const;
const NAMES = [
	"format",
	"column",
	"into",
	"keyInto",
	"parts",
	"publicSuffix",
	"delimiter",
	"header",
	"print",
	"invalid",
] as const;

/** Options of `dedupeTable`: the set has the normalizer. */
export interface DedupeTableOptions extends Omit<TableOptions, "normalizer" | (typeof RULES)[number]> {
	/** The columns by which rows are compared, that of the references among them: see docs/guide/tables.md. The set has their keys. */
	readonly by?: readonly (string | number)[];
}

/**
 * Creates a stream that writes the normal form of the references in a column of a table, or what the `normalizer` writes, for one of
 * `urlsieve/crawl` the URL to fetch. Chunks may end anywhere.
 *
 * A row without a reference (an empty field, `null`, a missing key, an empty row) stays as it is and counts as `empty`. The option
 * `invalid` says what becomes of a row whose reference has no normal form, or that cannot be read; `onReject` receives each of them.
 *
 * Throws OptionError `invalid-option`. The stream fails with TableError if the table has no such column, or has a new one already. Under
 * `invalid: "fail"`, it fails at the first row that cannot be read, with TableError, or normalized, with UriError; its `line` is then the
 * number of the row.
 *
 * @example
 * ```ts
 * const table = new Blob(["id,url\n1,HTTP://Example.com:80/%7Ea\n"]);
 * const stream = normalizeTable({ format: "csv", column: "url", into: "normal" });
 * await new Response(table.stream().pipeThrough(stream)).text(); // "id,url,normal\n1,HTTP://Example.com:80/%7Ea,http://example.com/~a\n"
 * stream.counts.rows; // 1
 * ```
 */
export function normalizeTable(options: TableOptions, onReject?: (reject: RowReject) => void): TableStream {
	checkNames(options, ...RULES, ...NAMES, "normalizer");
	const { normalizer, ...others } = options;
	const { table, keys } = tableOf(others, normalizer === undefined ? undefined : rulesOf(normalizer));
	const { forms } = keys;
	const workspace = () => keys.workspace();
	const parts = table.parts && new PartLines(table.parts);
	if (forms === undefined) {
		// Parts come from all forms.
		const settings = parts === undefined ? omittingPlain(table.settings) : table.settings;
		return streamOf(table, { workspace, settings, parts }, onReject);
	}
	const hasKeys = table.keys !== undefined;
	const hasShapes = haveShape(table.parts);
	const written = hasKeys || hasShapes ? table : { ...table, settings: inTable(keys.lines("fetch"), table.settings.invalid) };
	const { settings } = written;
	const own = { forms: hasKeys ? forms : undefined, shapes: hasShapes ? forms : undefined };
	return streamOf(written, { workspace, settings, parts, ...own }, onReject);
}

/**
 * Creates a stream that passes the first row of each class of references with the same key, in order, with its reference in normal form
 * or, for a set by `urlsieve/crawl`, the URL to fetch.
 *
 * Rows without a reference, and rejected ones, are never duplicates. `seen` is used as it is and updated; it has the normalizer. Errors are
 * those of `normalizeTable`, and SetError `set-full`.
 *
 * @example
 * ```ts
 * const table = new Blob(['{"url":"http://a","n":1}\n{"url":"HTTP://A/","n":2}\n']);
 * const stream = dedupeTable(new SeenSet(), { format: "jsonl", column: "url" });
 * await new Response(table.stream().pipeThrough(stream)).text(); // '{"url":"http://a/","n":1}\n'
 * stream.counts.duplicates; // 1
 * ```
 */
export function dedupeTable(seen: SeenSet, options: DedupeTableOptions, onReject?: (reject: RowReject) => void): TableStream {
	const contents = contentsOf(seen);
	checkNames(options, ...NAMES, "by");
	const { by, ...others } = options;
	const { table, keys } = tableOf(others, contents.rules);
	checkComparable(table);
	const joins = givenJoins(by, table);
	const step = (batch: Batch) => ({ marks: contents.tables.addKeys(fingerprintBatch(batch, contents.key)) });
	const forms = table.keys === undefined ? undefined : keys.forms;
	const parts = table.parts && new PartLines(table.parts);
	const shapes = haveShape(table.parts) ? keys.forms : undefined;
	const rules = { settings: table.settings, workspace: () => keys.workspace(), forms, parts, shapes, step };
	return streamOf({ ...table, joins }, rules, onReject);
}

/** Checks the options. With `given` keys, they have no rules. Throws OptionError `invalid-option`. */
function tableOf(
	{ keyInto, ...options }: Omit<TableOptions, "normalizer">,
	given: Rules | undefined,
): { table: TableSettings<RuleSettings>; keys: Rules } {
	const rule = given && RULES.find((name) => options[name] !== undefined);
	if (rule !== undefined) throw new OptionError("invalid-option", `The option "${rule}" is for the normalizer.`);
	const invalid = options.invalid ?? given?.settings.invalid ?? "keep";
	const table = resolveTableOptions({ ...options, invalid });
	const keys = given ?? new CoreRules(table.settings);
	checkKeyColumn(keyInto, options, keys);
	const settings = inTable(keys.lines("both"), INVALID_VALUES[invalid]);
	return { table: { ...table, settings, keys: keyInto }, keys };
}

/** Settings for values: the table handles rejected rows. */
function inTable(settings: RuleSettings, invalid: InvalidLines): RuleSettings {
	return withInvalid(settings, invalid, choose("invalid", invalid, INVALID) | (settings.linesWord & SCHEME_BITS));
}

function checkKeyColumn(keyInto: string | undefined, { format, column, into }: Partial<TableOptions>, keys: Rules): void {
	if (keyInto === undefined) return;
	if (keys.forms === undefined) {
		throw new OptionError(
			"invalid-option",
			'The option "keyInto" needs a normalizer of "urlsieve/crawl": other keys are what is written.',
		);
	}
	if (typeof keyInto !== "string" || keyInto === "" || format === "cdx") {
		throw new OptionError("invalid-option", 'The option "keyInto" must be the name of a new column, which "cdx" cannot have.');
	}
	if (isJsonFormat(String(format))) checkElements(String(column), [keyInto], String(format));
	if (keyInto === column || keyInto === into) {
		throw new OptionError("invalid-option", `The option "keyInto" must be the name of another column than "${keyInto}".`);
	}
}

function streamOf(
	settings: TableSettings<LineSettings>,
	rules: ValueRules,
	onReject: ((reject: RowReject) => void) | undefined,
): TableStream {
	let send: (octets: Uint8Array) => void;
	const names = namesFor(settings);
	const feed = new TableFeed(settings, rules, {
		write: (octets) => send(octets.slice()),
		reject: onReject && ((reject) => onReject(reject)),
		names,
	});
	const stream = new TransformStream<Octets, Uint8Array>({
		start(controller) {
			send = (octets) => controller.enqueue(octets);
		},
		transform(chunk) {
			pushInto(feed, toOctets(chunk, "chunk"));
		},
		flush() {
			feed.end();
			names?.refuseMissing();
		},
	});
	return Object.assign(stream, { counts: feed.counts });
}
