/**
 * `npm run bench`: installs and builds what is needed, then runs bench/main.ts with the arguments given; bench/set-growth.ts
 * when the first of them is `set-growth`.
 */
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

await prepare();
const { bundle } = await import("./build.mjs");
const folder = join(root, "build", "bench");
const entries = { main: "bench/main.ts", child: "bench/child.ts", "set-growth": "bench/set-growth.ts" };
await bundle(entries, { outdir: folder, packages: "external", minify: false });
await import(join(folder, process.argv[2] === "set-growth" ? "set-growth.js" : "main.js"));
