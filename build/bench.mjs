/**
 * `npm run bench`: installs and builds if needed, then runs bench/main.ts with the given arguments. If the first argument is
 * `set-growth`, `set-pages`, `long-lists`, `one-list`, `memory`, `site`, `crawler-canon`, `columnar`, `emulations`, `platforms`,
 * `redis`, `learn`, `scale`, `store` or `store-days`, also after `--suite`, runs that bench instead.
 */
import { join } from "node:path";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";

await prepareTools();
const [name, ...rest] = process.argv.slice(process.argv[2] === "--suite" ? 3 : 2);
if (["columnar", "emulations", "redis"].includes(name)) {
	await import(`../bench/standalone/${name}.mjs`);
	process.exit();
}
const { bundleScript } = await import("./bundle-script.mjs");
const folder = join(root, "build", "out", "bench");
/** Benches outside the suites of bench/main.ts. */
const standalone = [
	"set-growth",
	"set-pages",
	"long-lists",
	"one-list",
	"memory",
	"site",
	"crawler-canon",
	"learn",
	"store-own",
	"store-days",
];
const entries = Object.fromEntries([
	...["main", "child", "fill"].map((name) => [name, `bench/${name}.ts`]),
	...standalone.map((name) => [name, `bench/standalone/${name}.ts`]),
]);
await bundleScript(entries, "build/out/bench");
if (["platforms", "scale", "store"].includes(name)) {
	const { measure } = await import(`../bench/standalone/${name}.mjs`);
	const results = await measure(rest);
	const { record } = await import(join(folder, "fill.js"));
	if (results !== undefined) record(root, results);
	process.exit();
}
await import(join(folder, `${standalone.find((other) => other === name) ?? "main"}.js`));
