/**
 * `node build/clients.mjs`: generates src/edge/hosts/client-readings.ts from the rows in shared/vectors/hosts and the versions in build/clients.json.
 * With `--check` it writes nothing, and exits with status 1 if the file is out of date. With `--rows` it also prints the strings of each
 * kind.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fillSource, importSource } from "./filled-page.mjs";
import { root } from "./root.mjs";

const VECTORS = join(root, "..", "shared", "vectors", "hosts");
const read = (name) => readFileSync(join(VECTORS, name), "utf8");
const { KINDS, kindOf, readHost } = await importSource(
	'export { KINDS, kindOf } from "./src/edge/hosts/kinds"; export { readHost } from "./src/edge/hosts/read-host";',
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
	return new Set(places.flatMap((place, at) => (place?.join("|") === seen ? [`${at}`] : [])));
}

/** The strings of each kind, with their places. */
const strings = Object.keys(KINDS).map(() => []);
for (const url of rows.keys()) {
	const kind = url.startsWith("octets ") || readHost(url).accepted ? undefined : kindOf(url);
	if (kind !== undefined) strings[kind[0]].push([url, kind[1]]);
}
if (process.argv.includes("--rows"))
	for (const [at, name] of Object.keys(KINDS).entries())
		console.error(
			name,
			strings[at].map(([url]) => url),
		);
const table = clients.map((id) => {
	if (versions[id] === undefined) throw new Error(`${id} has no version in build/clients.json`);
	const count = [...rows.values()].filter((row) => row.has(id)).length;
	return `\t"${id}": ["${versions[id]}", ${count}, "${strings.map((own) => characterOf(own, id)).join("")}"],\n`;
});
fillSource(
	"src/edge/hosts/client-readings.ts",
	"build/clients.mjs",
	`/**
 * The clients: version, number of strings that each was sent, and, for each kind of kinds.ts, where it goes: the ordinal of the place,
 * "!" if it refuses, "?" if its rows differ.
 */
export const CLIENTS = {
${table.join("")}} as const;
`,
);
