/**
 * `npm run jvm`: writes what java/ needs beside the kernels, in build/out/jvm/. A row of profiles.properties has the options word, the
 * conversion of hosts beyond ASCII, whether lone surrogates are replaced, and the program in Base64, or nothing. A row of
 * errors.properties has the code and the sentence of a status of a kernel.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { prepare } from "./prepare.mjs";
import { root } from "./root.mjs";
import { hostTablesIn } from "./wheel.mjs";

/** Writes the tables. Requires: urlsieve is built. */
export async function writeProfiles() {
	const { profiles, errors } = JSON.parse((await hostTablesIn(join(root, "build", "out", "host-tables"))).hostTables());
	const rows = Object.entries(profiles).map(
		([id, { word, aLabels, replacesSurrogates, program = "" }]) => `${id}=${word} ${aLabels} ${replacesSurrogates} ${program}\n`,
	);
	const folder = join(root, "build", "out", "jvm");
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "profiles.properties"), rows.join(""));
	const faults = Object.entries(errors).flatMap(([kernel, sentences]) =>
		Object.entries(sentences).map(([status, [code, sentence]]) => `${kernel}.${status}=${code} ${escaped(sentence)}\n`),
	);
	writeFileSync(join(folder, "errors.properties"), faults.join(""));
}

/** A value as Java reads it: in Latin-1, with escapes. */
function escaped(text) {
	return text.replace(/[\\\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await prepare();
	await writeProfiles();
}
