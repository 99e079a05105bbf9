/** RFC 4180, octet by octet: literal and slow. What the RFC does not allow is read as assembly/tables/csv.ts says. */

/** A row: its fields, with their places in the text, or its fault. */
export interface LiteralRow {
	readonly start: number;
	/** The end without line end, and with it. */
	readonly close: number;
	readonly end: number;
	readonly fields: readonly LiteralField[];
	readonly fault: "unclosed-quote" | "invalid-quote" | "ragged-row" | undefined;
}

interface LiteralField {
	readonly start: number;
	readonly end: number;
	readonly isQuoted: boolean;
	readonly value: string;
}

/** The rows of a text whose last line ends in LF. */
export function literalRows(text: string, delimiter: string): LiteralRow[] {
	const rows: LiteralRow[] = [];
	for (let start = 0; start < text.length; start = (rows.at(-1) as LiteralRow).end) {
		const row = rowAt(text, start, delimiter);
		const isRagged = row.fault === undefined && rows.length > 0 && row.fields.length !== rows[0]?.fields.length;
		const second = text.slice(start, row.close).split("\n")[1]?.split(delimiter).length ?? 0;
		const hidesRow = second > 1 && second === rows[0]?.fields.length;
		rows.push(isRagged && hidesRow ? faultyRow(text, start, "ragged-row") : row);
	}
	return rows;
}

function rowAt(text: string, start: number, delimiter: string): LiteralRow {
	const fields: LiteralField[] = [];
	for (let at = start; ; ) {
		const field = text[at] === '"' ? quotedField(text, at) : plainField(text, at, delimiter);
		if (typeof field === "string") return faultyRow(text, start, field);
		const lineEnd = /^\r?\n/.exec(text.slice(field.end, field.end + 2))?.[0];
		if (lineEnd === undefined && text[field.end] !== delimiter) return faultyRow(text, start, "invalid-quote");
		fields.push(field);
		if (lineEnd !== undefined) return { start, close: field.end, end: field.end + lineEnd.length, fields, fault: undefined };
		at = field.end + 1;
	}
}

function plainField(text: string, start: number, delimiter: string): LiteralField {
	let end = start;
	while (text[end] !== delimiter && text[end] !== "\n") ++end;
	if (text[end] === "\n" && end > start && text[end - 1] === "\r") --end;
	return { start, end, isQuoted: false, value: text.slice(start, end) };
}

function quotedField(text: string, start: number): LiteralField | "unclosed-quote" {
	for (let at = start + 1; at < text.length; ++at) {
		if (text[at] !== '"') continue;
		if (text[at + 1] !== '"')
			return { start, end: at + 1, isQuoted: true, value: text.slice(start + 1, at).replaceAll('""', '"') };
		++at;
	}
	return "unclosed-quote";
}

function faultyRow(text: string, start: number, fault: "unclosed-quote" | "invalid-quote" | "ragged-row"): LiteralRow {
	const close = text.indexOf("\n", start);
	return { start, close, end: close + 1, fields: [], fault };
}
