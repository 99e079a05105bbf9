/**
 * `node build/clients-page.mjs`: generates the tables of docs/reference/clients.md from test/clients/results.json, which `npm run test:clients --
 * --write` stores. With `--check` it writes nothing, and exits with status 1 if the page is out of date.
 */
import { readResults } from "../test/clients/results.mjs";
import { fillPage, table } from "./filled-page.mjs";

const { strings, accepted, clients, tries, attack } = readResults();
const ids = Object.keys(clients);
const classes = Object.keys(strings);
const total = Object.values(strings).reduce((sum, count) => sum + count, 0);

/** The share of the strings of a class that lead a client elsewhere, in percent. */
const shareOf = (id, name) => {
	const [elsewhere] = clients[id].classes[name];
	return elsewhere === 0 ? "·" : String(Math.max(1, Math.round((100 * elsewhere) / strings[name])));
};

const refusedBy = (id) => Object.values(clients[id].classes).reduce((sum, [, refused]) => sum + refused, 0);
const byClass = table([
	["", ...classes, "refuses", "of accepted"],
	["strings", ...classes.map((name) => String(strings[name])), String(total), String(accepted)],
	...ids.map((id) => [
		`${id} ${clients[id].version}`,
		...classes.map((name) => shareOf(id, name)),
		String(refusedBy(id)),
		String(clients[id].refusesAccepted),
	]),
]);

/** A string as JavaScript writes it, with escapes for what cannot be seen. */
function codeOf(text) {
	const escaped = JSON.stringify(text)
		.slice(1, -1)
		.replaceAll('\\"', '"')
		.replace(/(?! )[\p{C}\p{M}\p{Z}]/gu, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
	const fence = escaped.includes("`") ? "``" : "`";
	return `${fence}${escaped.replaceAll("|", "\\|")}${fence}`;
}

/** Where clients go: the largest group is "the others". */
function placesOf(places) {
	const groups = Object.entries(places).sort(([, a], [, b]) => a.length - b.length);
	return groups.map(([place, group], index) => {
		const who = index === groups.length - 1 ? "the others" : group.join(", ");
		return `${
			place === "!"
				? "refuse"
				: place
						.split(", ")
						.map((each) => codeOf(portOf(each)))
						.join(" and ")
		}: ${who}`;
	});
}

/** `host:port`, without brackets. */
const portOf = (place) => place.replace(/\|(\d+)$/, " $1");

const countOf = (count) => (count === 0 ? "none arrives" : `${count} of ${attack.rows.length} arrive`);

const strange = table([
	["string", "where clients go"],
	...tries.map(({ url, places }) => [codeOf(url), placesOf(places).join("<br>")]),
]);
const attacks = table([
	["", "bypass", "from", ...attack.defences],
	...attack.rows.map(({ url, source, arrived }, index) => [
		String(index + 1),
		codeOf(url),
		source,
		...arrived.map((did) => (did ? "**arrives**" : "–")),
	]),
	[
		"",
		"**arrive**",
		"",
		...attack.defences.map((_, index) => `**${attack.rows.filter(({ arrived }) => arrived[index]).length}**`),
	],
]);

/** How many bypasses arrive through a defence. */
const arrivals = (name) => attack.rows.filter(({ arrived }) => arrived[attack.defences.indexOf(name)]).length;
const inline = new Intl.ListFormat("en");
/** Defences that ask the same list as `fetch`, of which another client makes more arrive. */
const [list, ...others] = attack.defences.filter((name) => name.startsWith("`new URL` and a list"));
const worse = others.filter((name) => arrivals(name) > arrivals(list)).map((name) => name.split(", ")[1]);
const agents = attack.defences.filter((name) => name.startsWith("`request-filtering-agent`"));
const throughAgents = Math.max(...agents.map(arrivals));
const ours = attack.defences.filter((name) => name.startsWith("`guard.fetch`"));

fillPage(
	"docs/reference/clients.md",
	"build/clients-page.mjs",
	`## Clients and classes of strings

The share of strings that lead a client to another host or port than most of those that connect, in percent; \`·\` is none. Then the number of
strings that it refuses, and of those that it refuses though \`destination\` accepts them: odd tails, ports that browsers block, names with \`_\`.
No client went elsewhere than \`destination\` accepts.

${byClass}
In the class *localhost*, clients that know the name themselves and connect to 127.0.0.1 or ::1 count as elsewhere. *generated* are strings of
test/clients/generate.mjs, the others are the rows that the grammar was made from.

## Strings to try

Of each class, the strings on which most clients go elsewhere, as JavaScript writes them: \`\\\\\` is one backslash. A place is a host and a port. \`destination\` rejects them
all.

${strange}
## Attack

${attack.rows.length} known bypasses, each sent through each defence by real requests. In their network namespace, every address that they aim at answers:
loopback, metadata services, and what a gateway for NAT64 or 6to4 would lead inside. The site partner.test has an open redirect, and lets its users
choose names below it; *list* allows these. A request that reaches another address than that of partner.test has arrived.

${attacks}
Through \`guard.fetch\`, ${countOf(Math.max(...ours.map(arrivals)))}. Through \`request-filtering-agent\`, which also checks each address when it connects, ${countOf(throughAgents)}; it is an
agent of \`node:http\`, so not for \`fetch\`, and knows no list of hosts.${worse.length === 0 ? "" : ` With one list, more arrive by ${inline.format(worse)} than by \`fetch\`: they parse URLs in another way than the check.`}
`,
);
