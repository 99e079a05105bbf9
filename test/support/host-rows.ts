/** The rows of ../shared/vectors/hosts: where each of 36 HTTP clients went with a string. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ClientId } from "urlsieve/edge";

const FOLDER = fileURLToPath(new URL("../../../shared/vectors/hosts/", import.meta.url));

/** A string and, by place, the clients that went there. A place is `host|port`, or `!` for a refusal. */
export interface HostRow {
	readonly url: string;
	readonly seen: ReadonlyMap<string, readonly ClientId[]>;
}

/** The rows of strings, without those of octets that are not UTF-8. Empty without ../shared. */
export function hostRows(): HostRow[] {
	if (!existsSync(FOLDER)) return [];
	const ids = JSON.parse(readFileSync(`${FOLDER}clients.json`, "utf8")) as ClientId[];
	const open = readFileSync(`${FOLDER}open.jsonl`, "utf8").trimEnd().split("\n");
	const rows = open.map((line) => JSON.parse(line) as { url?: string; seen: { [place: string]: number[] } });
	const differing = JSON.parse(readFileSync(`${FOLDER}differences.json`, "utf8")) as {
		url: string;
		seen: { [place: string]: ClientId[] };
	}[];
	return [
		...rows.flatMap(({ url, seen }) =>
			url === undefined ? [] : [{ url, seen: mapOf(seen, (at) => ids[at as number] as ClientId) }],
		),
		...differing.map(({ url, seen }) => ({ url, seen: mapOf(seen, (id) => id as ClientId) })),
	];
}

function mapOf<Entry>(seen: { [place: string]: Entry[] }, idOf: (entry: Entry) => ClientId): Map<string, ClientId[]> {
	return new Map(Object.entries(seen).map(([place, entries]) => [place, entries.map(idOf)]));
}
