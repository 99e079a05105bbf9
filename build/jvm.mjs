/**
 * `npm run jvm`: writes what java/ needs beside the kernels: build/out/jvm/profiles.properties. A row has the options word, the
 * conversion of hosts beyond ASCII, whether lone surrogates are replaced, and the program in Base64, or nothing.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { prepare } from "./prepare.mjs";
import { root } from "./root.mjs";
import { hostTablesIn } from "./wheel.mjs";

/** Writes the table. Requires: urlsieve is built. */
export async function writeProfiles() {
	const { profiles } = JSON.parse(await hostTablesIn(join(root, "build", "out", "host-tables")));
	const rows = Object.entries(profiles).map(
		([id, { word, aLabels, replacesSurrogates, program = "" }]) => `${id}=${word} ${aLabels} ${replacesSurrogates} ${program}\n`,
	);
	const folder = join(root, "build", "out", "jvm");
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "profiles.properties"), rows.join(""));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await prepare();
	await writeProfiles();
}
