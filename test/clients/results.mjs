/** The results of a run, as results.json stores them: the tables in docs/reference/clients.md are made of it. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../build/root.mjs";

const PATH = join(root, "test", "clients", "results.json");
/** Max strings that are shown of each class, and max length of each. */
const SHOWN = 2;
const MAX_LENGTH = 48;

/** The stored table. */
export const readResults = () => JSON.parse(readFileSync(PATH, "utf8"));

/** Stores these members of the table. The others stay. */
export function writeResults(members) {
	writeFileSync(PATH, JSON.stringify({ ...readResults(), ...members }));
	execFileSync(join(root, "node_modules", ".bin", "biome"), ["format", "--write", PATH], { cwd: root, stdio: "ignore" });
}

/** The clients' acts in a run of all of them. */
export function resultsOf({ strings, accepted, clients }) {
	const rows = strings.map(({ url, class: name }, index) => ({ url, class: name, places: placesOf(clients, index) }));
	const classes = [...new Set(rows.map((row) => row.class))];
	return {
		strings: Object.fromEntries(classes.map((name) => [name, rows.filter((row) => row.class === name).length])),
		accepted: accepted.filter((each) => each.accepted).length,
		clients: Object.fromEntries(Object.keys(clients).map((id) => [id, summaryOf(id, clients[id], rows, classes, accepted)])),
		tries: classes.flatMap((name) => triesOf(rows.filter((row) => row.class === name))),
	};
}

/** The clients by the place that a string leads them to; "!" are those that refuse it. */
function placesOf(clients, index) {
	const places = {};
	for (const [id, { seen }] of Object.entries(clients)) {
		if (seen[index] === undefined) continue;
		const place = seen[index].join(", ") || "!";
		places[place] = [...(places[place] ?? []), id];
	}
	return places;
}

/** The places, those of most clients first. */
const ranked = (places) =>
	Object.entries(places)
		.filter(([place]) => place !== "!")
		.sort(([, a], [, b]) => b.length - a.length);

/** For each class: the strings that lead a client elsewhere than most of those that connect, and those that it refuses. */
function summaryOf(id, { version }, rows, classes, accepted) {
	const counts = Object.fromEntries(classes.map((name) => [name, [0, 0]]));
	let refusesAccepted = 0;
	rows.forEach(({ class: name, places }, index) => {
		const place = Object.keys(places).find((each) => places[each].includes(id));
		if (place === "!") {
			counts[name][1] += 1;
			refusesAccepted += accepted[index].accepted ? 1 : 0;
		} else if (place !== undefined && place !== ranked(places)[0][0]) counts[name][0] += 1;
	});
	return { version, refusesAccepted, classes: counts };
}

/** The strings on which most clients go elsewhere than most, with different groups of clients each. */
function triesOf(rows) {
	const minority = ({ places }) =>
		ranked(places)
			.slice(1)
			.reduce((sum, [, ids]) => sum + ids.length, 0);
	const found = new Map();
	for (const row of rows.filter(({ url }) => url.length <= MAX_LENGTH).sort((a, b) => minority(b) - minority(a))) {
		const groups = JSON.stringify(Object.values(row.places));
		if (minority(row) > 0 && !found.has(groups) && found.size < SHOWN) found.set(groups, { url: row.url, places: row.places });
	}
	return [...found.values()];
}
