/** Reads CSV by csv-parse. */
import { parse } from "csv-parse/sync";

export function parseCsv(text, delimiter) {
	const options = { bom: true, delimiter, recordDelimiter: ["\r\n", "\n"], relaxColumnCount: true };
	return parse(text, options);
}
