/** The fields of each row. A byte order mark is dropped, rows may differ in length, and an empty line is one empty field. */
export function parseCsv(text: string, delimiter: string): string[][];
