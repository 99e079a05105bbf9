/**
 * `npm run bench`: installs and builds what is needed, then runs bench/main.ts with the arguments given; bench/set-growth.ts,
 * bench/site.ts or bench/crawler-canon.ts when the first of them is `set-growth`, `site` or `crawler-canon`.
 */
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

await prepare();
const { bundle } = await import("./build.mjs");
const folder = join(root, "build", "out", "bench");
/** Benches that are run by their names alone. */
const alone = ["set-growth", "site", "crawler-canon"];
const entries = Object.fromEntries(["main", "child", ...alone].map((name) => [name, `bench/${name}.ts`]));
await bundle(entries, { outdir: folder, packages: "external", minify: false });
await import(join(folder, `${alone.find((name) => name === process.argv[2]) ?? "main"}.js`));
