/** The five documents, oldest first. */
import { draft05 } from "./draft-05";
import { draft1994 } from "./draft-1994";
import { rfc1738 } from "./rfc1738";
import { rfc2396bis01 } from "./rfc2396bis-01";
import { rfc3986 } from "./rfc3986";
import type { Document, Row } from "./row";

export const DOCUMENTS: readonly Document[] = [draft1994, rfc1738, draft05, rfc2396bis01, rfc3986];

/** The rows of the given kinds, each with a test title: document, section, row. */
export function rowsOf<Kind extends Row["kind"]>(...kinds: Kind[]) {
	return DOCUMENTS.flatMap(({ name, edition, rows }) =>
		rows
			.filter((row): row is Extract<Row, { kind: Kind }> => (kinds as string[]).includes(row.kind))
			.map((row) => [`${name}, ${/^\d/.test(row.section) ? "§" : ""}${row.section}: ${row.row}`, { edition, row }] as const),
	);
}
