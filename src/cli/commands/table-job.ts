/** What runs on tables share, whatever reads and writes their rows. */
import type { CrawlWorkspace } from "../../crawl/crawl-kernel";
import type { Audit } from "../../dedupe/audit/audit";
import type { DedupeSink } from "../../dedupe/report/dedupe-sink";
import { withScheme } from "../../files/input/bare-host";
import { decimal } from "../../files/output/decimal";
import type { Keys } from "../../keys/keys";
import type { Seen } from "../../lines/line-sieve";
import type { LineFeed, LineSettings } from "../../lines/lines";
import type { TableSettings } from "../../tables/text/table-options";
import type { BeginLines, RowReject } from "../../tables/text/table-sink";
import { deduping as dedupingValues, normalizing as normalizingValues } from "../../tables/text/value-feeds";
import type { LineArguments } from "../arguments";
import { type CliTable, columnNamed } from "./cli-table";
import type { ClassOptions } from "./dedupe-classes";
import type { LineRun } from "./line-command";
import { loadCrawl } from "./rules";

const encoder = new TextEncoder();

/** Normalizes values by these rules. Splits them into forms and keys if there is a column for keys. */
export async function normalizing(
	args: LineArguments,
	settings: LineSettings,
	keys: string | undefined,
	run: LineRun,
): Promise<BeginLines> {
	const split = keys === undefined ? undefined : (await loadCrawl()).splitForms;
	const rules = { settings, workspace: () => run.workspace };
	const begin = normalizingValues(rules, split && ((batch) => split(batch, batch.workspace as CrawlWorkspace)));
	return (take, rowOf) => completing(begin(take, rowOf), args);
}

/** What `dedupe` needs for tables besides its run. */
export interface DedupeTask {
	readonly args: LineArguments;
	readonly table: CliTable;
	readonly byClass: ClassOptions | undefined;
	/** The directory of --temp. */
	readonly temp: string | undefined;
	readonly keys: Keys;
	readonly sink: DedupeSink;
}

/** Normalizes values, and adds them to a set. */
export async function deduping(
	{ args, table, keys }: Pick<DedupeTask, "args" | "table" | "keys">,
	run: LineRun,
	seen: Seen,
	audit: Audit | undefined,
): Promise<BeginLines> {
	const keysOf = table.keys === undefined ? undefined : (await loadCrawl()).keysOf;
	const rules = { settings: keys.settings, workspace: () => run.workspace };
	const begin = dedupingValues(rules, seen, {
		keysOf: keysOf && ((batch) => keysOf(batch, batch.workspace as CrawlWorkspace)),
		audit,
	});
	return (take, rowOf) => completing(begin(take, rowOf), args);
}

/** Where rows and rejects go. A reject has the number of its row, the octet in the reference, code, column, and the reference. */
export function resultsOf({ results }: LineRun, { column }: TableSettings<LineSettings>, sink?: DedupeSink) {
	const name = String(column).replaceAll(/[\t\r\n]/g, " ");
	return {
		write: (octets: Uint8Array) => results.output.write(octets),
		takeReject: (reject: RowReject) => {
			++results.rejected;
			results.writeReject([reject.row, reject.offset, reject.code, name], reject.reference);
			sink?.takeReject(reject);
		},
	};
}

/** The feed of values, which get the scheme of --default-scheme. */
export function completing(feed: LineFeed, { scheme }: LineArguments): ReturnType<BeginLines> {
	if (scheme === undefined) return feed;
	return {
		push: (lines) => feed.push(withScheme(lines, `${scheme}://`)),
		goOn: (lines, isFirst) => feed.goOn(lines, isFirst),
	};
}

/** The settings for rows that are passed on one by one. */
export function withClasses<Rules extends LineSettings>(
	settings: TableSettings<Rules>,
	{ keep, countInto }: ClassOptions,
): TableSettings<Rules> {
	const by = keep.column === undefined ? undefined : columnNamed(keep.column, settings.delimiter === 0);
	return { ...settings, counts: countInto, by };
}

/** A row with the size of its class in the new column, which a row of CSV without a class has empty. */
export function withCount(
	octets: Uint8Array,
	count: number | undefined,
	tail: number | undefined,
	table: TableSettings<LineSettings>,
): Uint8Array[] {
	const isJson = table.delimiter === 0;
	const isBlank = tail === octets.length;
	if (table.counts === undefined || tail === undefined || isBlank || (isJson && count === undefined)) return [octets];
	const prefix = isJson ? encoder.encode(`,${JSON.stringify(table.counts)}:`) : Uint8Array.of(table.delimiter);
	const place = octets.length - tail;
	return [octets.subarray(0, place), prefix, ...(count === undefined ? [] : [decimal(count)]), octets.subarray(place)];
}
