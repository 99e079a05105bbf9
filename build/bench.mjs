/**
 * `npm run bench`: installs and builds what is needed, then runs bench/main.ts with the arguments given; bench/set-growth.ts
 * when the first of them is `set-growth`.
 */
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

await prepare();
const { bundle } = await import("./build.mjs");
const folder = join(root, "build", "bench");
const script = process.argv[2] === "set-growth" ? "set-growth" : "main";
await bundle({ [script]: `bench/${script}.ts` }, { outdir: folder, packages: "external", minify: false });
await import(join(folder, `${script}.js`));
