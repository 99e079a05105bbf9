/**
 * `npm run bench`: installs and builds what is needed, then runs bench/main.ts with the arguments given; bench/set-growth.ts
 * or bench/site.ts when the first of them is `set-growth` or `site`.
 */
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

await prepare();
const { bundle } = await import("./build.mjs");
const folder = join(root, "build", "bench");
/** Benches that are run by their names alone. */
const alone = ["set-growth", "site"];
const entries = Object.fromEntries(["main", "child", ...alone].map((name) => [name, `bench/${name}.ts`]));
await bundle(entries, { outdir: folder, packages: "external", minify: false });
await import(join(folder, `${alone.find((name) => name === process.argv[2]) ?? "main"}.js`));
