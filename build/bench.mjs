/** `npm run bench`: installs and builds what is needed, then runs bench/main.ts with the arguments given. */
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

await prepare();
const { bundle } = await import("./build.mjs");
const folder = join(root, "build", "bench");
await bundle({ main: "bench/main.ts", child: "bench/child.ts" }, { outdir: folder, packages: "external", minify: false });
await import(join(folder, "main.js"));
