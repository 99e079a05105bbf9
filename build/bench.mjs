/**
 * `npm run bench`: installs and builds if needed, then runs bench/main.ts with the given arguments. If the first argument is
 * `set-growth`, `long-lists`, `memory`, `site`, `crawler-canon`, `emulations` or `redis`, runs that bench instead.
 */
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

await prepare();
if (["emulations", "redis"].includes(process.argv[2])) {
	await import(`../bench/${process.argv[2]}.mjs`);
	process.exit();
}
const { bundle } = await import("./build.mjs");
const folder = join(root, "build", "out", "bench");
/** Benches outside the suites of bench/main.ts. */
const standalone = ["set-growth", "long-lists", "memory", "site", "crawler-canon"];
const entries = Object.fromEntries(["main", "child", ...standalone].map((name) => [name, `bench/${name}.ts`]));
await bundle(entries, { outdir: folder, packages: "external", minify: false });
await import(join(folder, `${standalone.find((name) => name === process.argv[2]) ?? "main"}.js`));
