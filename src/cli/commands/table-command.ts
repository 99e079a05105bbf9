import { Audit } from "../../dedupe/audit/audit";
import { Classes } from "../../dedupe/classes/classes";
import { openRunSet } from "../../dedupe/seen/run-set";
import type { SeenFile } from "../../dedupe/seen/seen-file";
import { Ordinals } from "../../engine/ordinals";
import type { LineSettings } from "../../lines/lines";
import type { TableSettings } from "../../tables/text/table-options";
import { omittingPlain } from "../../tables/text/table-values";
import type { LineArguments } from "../arguments";
import type { CliTable } from "./cli-table";
import type { LineRun } from "./line-command";
import { type DedupeTask, deduping, normalizing, resultsOf, withClasses, withCount } from "./table-job";
import { Tables } from "./tables";

/** Writes a table with normal forms in its column. `rules`: those of a profile or a policy. Throws Failure. */
export async function normalizeTables(
	command: string,
	args: LineArguments,
	table: CliTable,
	run: LineRun,
	rules: LineSettings | undefined,
) {
	if (table.container !== undefined) {
		const { normalizeColumns } = await import("./columnar-command");
		return normalizeColumns(command, args, table, run, rules);
	}
	const settings: TableSettings<LineSettings> = { ...table, settings: rules ?? table.settings };
	const forms = rules ?? omittingPlain(table.settings);
	const begin = await normalizing(args, forms, table.keys, run);
	const tables = new Tables({ command, files: args.files, settings, begin, ...resultsOf(run, table) });
	await run.feedTables(tables);
	const { rows, empty } = tables.counts;
	run.finish({ rows, column: table.column, empty });
}

/** Writes the row that stays of each class of equivalent references. `file`: that of --seen. Throws Failure. */
export async function dedupeTables(task: DedupeTask, run: LineRun, file?: SeenFile) {
	const { args, table, byClass, temp, keys, sink } = task;
	const { log } = sink;
	if (table.container !== undefined) {
		const { dedupeColumns } = await import("./columnar-command");
		return dedupeColumns(task, run, file);
	}
	const settings = { ...(byClass === undefined ? table : withClasses(table, byClass)), settings: keys.settings };
	// Only a set with ordinals can identify classes, and the row that it kept.
	const ordinals = byClass || log ? new Ordinals() : undefined;
	const { seen, earlier, stage } = await openRunSet(file, keys, ordinals);
	const audit = log && new Audit(log, earlier, keys.settings.engine, temp);
	const begin = await deduping(task, run, seen, audit);
	const classes = byClass && new Classes(byClass.keep, temp);
	const results = resultsOf(run, table, sink);
	const takeRow = classes?.add.bind(classes);
	const tables = new Tables({ command: "dedupe", files: args.files, settings, begin, takeRow, ...results });
	await run.feedTables(tables, () => tables.counts.unique);
	audit?.end();
	classes?.forEach((octets, count, tail) => {
		for (const part of withCount(octets, count, tail, settings)) run.results.output.writeLater(part);
	});
	stage();
	const { rows, unique, duplicates, empty } = tables.counts;
	run.finish({ ...sink.end({ rows, unique, duplicates, empty }), column: table.column }, file);
}
