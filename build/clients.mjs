/**
 * `node build/clients.mjs`: generates src/edge/hosts/client-readings.ts from the rows in shared/vectors/hosts and the versions in build/clients.json.
 * With `--check` it writes nothing, and exits with status 1 if the file is out of date.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fillSource, importSource } from "./filled-page.mjs";
import { root } from "./root.mjs";

const VECTORS = join(root, "..", "shared", "vectors", "hosts");
const read = (name) => readFileSync(join(VECTORS, name), "utf8");
const { kindOf, readHost } = await importSource(
	'export { kindOf } from "./src/edge/hosts/kinds"; export { readHost } from "./src/edge/hosts/read-host";',
);
const versions = JSON.parse(readFileSync(join(root, "build", "clients.json"), "utf8"));
const clients = JSON.parse(read("clients.json"));

/** The place of each client for each string; "!" if it refuses. Rows of octets that are no text are counted only. */
const rows = new Map();
for (const line of read("open.jsonl").trimEnd().split("\n")) addRow(JSON.parse(line), (at) => clients[at]);
for (const row of JSON.parse(read("differences.json"))) addRow(row, (id) => id);

function addRow({ url, octets, seen }, idOf) {
	const places = Object.entries(seen).flatMap(([place, ids]) => ids.map((id) => [idOf(id), place]));
	rows.set(url ?? `octets ${octets}`, new Map(places));
}

/** The character of a client for a kind: the ordinal of its place, "!" if it refuses, "?" unless all rows have the same. */
function characterOf(strings, id) {
	const seen = strings.map(([url, places]) => ordinals(places, rows.get(url).get(id)));
	const [first = new Set(), ...others] = seen.filter((set) => set !== undefined);
	return [...first].find((ordinal) => others.every((set) => set.has(ordinal))) ?? "?";
}

/** Places may be equal. */
function ordinals(places, seen) {
	if (seen === undefined) return undefined;
	if (seen === "!") return new Set(["!"]);
	return new Set(places.flatMap(([host, port], at) => (`${host}|${port}` === seen ? [`${at}`] : [])));
}

const strings = new Map();
for (const url of rows.keys()) {
	const kind = url.startsWith("octets ") || readHost(url).accepted ? undefined : kindOf(url);
	if (kind !== undefined) strings.set(kind[0], [...(strings.get(kind[0]) ?? []), [url, kind[1]]]);
}
if (process.argv.includes("--rows"))
	for (const [name, own] of [...strings])
		console.error(
			name,
			own.map(([url]) => url),
		);
const table = clients.map((id) => {
	if (versions[id] === undefined) throw new Error(`${id} has no version in build/clients.json`);
	return `\t"${id}": ["${versions[id]}", ${[...rows.values()].filter((row) => row.has(id)).length}],\n`;
});
const readings = [...strings].map(([name, own]) => `\t"${name}": "${clients.map((id) => characterOf(own, id)).join("")}",\n`);
fillSource(
	"src/edge/hosts/client-readings.ts",
	"build/clients.mjs",
	`/** The clients, with version and number of strings that each was sent. */
export const CLIENTS = {
${table.join("")}} as const;

/** Where each of them goes, by kind: the ordinal of the place (kinds.ts), "!" if it refuses, "?" if its rows differ. */
export const READINGS: { readonly [kind: string]: string } = {
${readings.join("")}};
`,
);
