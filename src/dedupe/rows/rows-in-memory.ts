/** Tables of text, with the set in memory. */
import { Ordinals } from "../../engine/ordinals";
import { columnField, type FileTable } from "../../tables/text/file-table";
import { Tables } from "../../tables/text/tables";
import { Audit } from "../audit";
import { Classes } from "../classes/classes";
import type { DedupeCounts, DedupeJob } from "../job";
import { openRunSet } from "../seen/run-set";
import { withClasses, withCount } from "./class-rows";
import { addingValues } from "./value-rules";

/** Writes the row that stays of each class of equivalent references. Throws Failure or UriError. */
export async function dedupeRowsInMemory(job: DedupeJob, table: FileTable): Promise<DedupeCounts> {
	const { reader, byClass, set, sink, temp } = job;
	const keys = reader.rules;
	const { log } = sink;
	const settings = { ...(byClass === undefined ? table : withClasses(table, byClass)), settings: keys.settings };
	// Only a set with ordinals can identify classes, and the row that it kept.
	const ordinals = byClass || log ? new Ordinals() : undefined;
	const { seen, earlier, stage } = await openRunSet(set, keys, ordinals);
	const audit = log && new Audit(log, earlier, keys.settings.engine, temp);
	const column = columnField(table);
	const classes = byClass && new Classes(byClass.keep, temp);
	const tables = new Tables(settings, addingValues(job, table, seen, audit, reader.values), {
		write: (octets) => sink.output.write(octets),
		takeReject: (reject, place) => sink.reject(reject, column, place),
		takeRow: classes?.add.bind(classes),
	});
	await reader.feedTables(tables, () => tables.counts.unique);
	audit?.end();
	classes?.forEach((octets, count, tail) => {
		for (const part of withCount(octets, count, tail, settings)) sink.output.writeLater(part);
	});
	stage();
	const { rows: count, unique, duplicates, empty, notWeb } = tables.counts;
	return { ...sink.end({ rows: count, unique, duplicates, empty }), notWeb, requests: tables.requests };
}
