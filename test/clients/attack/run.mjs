/** Starts the attack in namespaces of its own. */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleScript } from "../../../build/bundle-script.mjs";
import { npmPackages } from "../../../build/npm.mjs";
import { root } from "../../../build/root.mjs";
import { NAMESPACE } from "../namespace.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** Returns the lines of a report, the numbers of checks that passed and failed, and the table. */
export async function runAttack() {
	const packages = npmPackages("urlsieve-attack", join(here, "package.json"));
	const folder = join(root, "build", "out", "attack");
	await bundleScript({ attack: "test/clients/attack/main.ts" }, folder);
	const args = ["--mount", process.execPath, join(folder, "attack.js"), folder, packages];
	const { status, stdout, stderr } = spawnSync("unshare", [...NAMESPACE, ...args], { encoding: "utf8" });
	if (status !== 0) return { passed: 0, failed: 1, lines: [`✗ the attack: ${stderr}`] };
	return reportOf(JSON.parse(stdout));
}

/** Each of our defences is a check, and so is the network. */
function reportOf({ defences, rows, isSound }) {
	const arrived = defences.map((_, index) => rows.filter((row) => row.arrived[index]).length);
	const marks = defences.map((name, index) => (!name.startsWith("`guard") ? " " : arrived[index] > 0 ? "✗" : "✓"));
	const lines = defences.map((name, index) => `${marks[index]} ${name}: ${arrived[index]} of ${rows.length} arrive`);
	if (!isSound) lines.push("✗ the network of the attack: nothing arrives without a defence, or with ours");
	const checks = [...marks.filter((mark) => mark !== " "), isSound ? "✓" : "✗"];
	const failed = checks.filter((mark) => mark === "✗").length;
	return { passed: checks.length - failed, failed, lines, table: { defences, rows } };
}
