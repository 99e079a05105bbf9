/** The format of a file: what its name or its first bytes tell. */
import { formatBegun } from "../files/input/begun";
import { knowsColumn } from "../tables/text/table-options";

const EXTENSION = /\.(?:(csv|tsv|jsonl|ndjson|cdxj?)(?:\.(?:gz|zst))?|(parquet|arrows?|feather))$/i;

/** The format that the name of a file tells, or else its first bytes. */
export function formatFor(file: string | undefined): string | undefined {
	const named = formatNamed(file ?? "");
	return named === undefined || knowsColumn(named) ? (formatBegun(file) ?? named) : named;
}

/** The format that the name of a file tells. */
export function formatNamed(file: string): string | undefined {
	const [, text, container] = EXTENSION.exec(file) ?? [];
	return (text ?? container)
		?.toLowerCase()
		.replace("ndjson", "jsonl")
		.replace(/^(?:arrows|feather)$/, "arrow");
}
