/**
 * `npm run test:clients`: installs 42 HTTP clients (apt, pip, npm, Maven, Go, cargo), gives each the open rows and 500 generated strings, and
 * checks that none connects to another host or port than `destination` accepts. Then attacks `urlsieve/connect` with known bypasses. Needs Linux,
 * and rights to make network namespaces. A client that cannot be installed is skipped; with CI=true it is a failure.
 *
 * ```
 *   -- 500 7            as many generated strings, from seed 7
 *   -- curl go attack   these clients, and the attack
 *   -- --short          the clients that need nothing but Node.js, Python, Java and curl
 *   -- --accepted       only strings that are accepted, and no rows
 *   -- --write          also stores what has passed in test/clients/results.json, and fills docs/reference/clients.md from it
 * ```
 */
import { CLIENTS } from "../test/clients/clients.mjs";
import { parseOptions } from "./parse-options.mjs";
import { prepare } from "./prepare.mjs";

const ATTACK = "attack";
const flag = { type: "boolean" };
const { values, positionals } = parseOptions({ options: { short: flag, accepted: flag, write: flag }, allowPositionals: true });
const isNumber = (text) => /^[0-9]+$/.test(text);
const [count = 500, seed] = positionals.filter(isNumber).map(Number);
const given = positionals.filter((text) => !isNumber(text));
const all = [...Object.keys(CLIENTS), ATTACK];
const unknown = given.find((name) => !all.includes(name));
if (unknown !== undefined) throw new RangeError(`Unknown client ${unknown}; there are ${all.join(", ")}.`);
if (values.write && (values.short || values.accepted || given.some((name) => name !== ATTACK)))
	throw new RangeError("--write stores a run of all clients, or of the attack: give no client, --short or --accepted.");

await prepare();
const { runClients } = await import("../test/clients/main.mjs");
const { runAttack } = await import("../test/clients/attack/run.mjs");
const { resultsOf, writeResults } = await import("../test/clients/results.mjs");
const isAsked = (name) => (given.length > 0 ? given.includes(name) : !values.short || name === ATTACK || CLIENTS[name].isThere);
const names = Object.keys(CLIENTS).filter(isAsked);
const mustInstall = process.env.CI === "true" || values.write;
const run = names.length > 0 && (await runClients({ count, seed, names, acceptsOnly: values.accepted, mustInstall }));
const attack = isAsked(ATTACK) && (await runAttack());
const parts = [run, attack].filter(Boolean);
for (const { lines } of parts) console.log(lines.join("\n"));
const passed = parts.reduce((sum, part) => sum + part.passed, 0);
const failed = parts.reduce((sum, part) => sum + part.failed, 0);
if (values.write) {
	if (run.failed === 0) writeResults(resultsOf(run));
	if (attack.failed === 0) writeResults({ attack: attack.table });
	await import("./clients-page.mjs");
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
