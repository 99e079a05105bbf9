/** `npm run test:runtimes`: installs and builds what is needed, then checks the package in every runtime that it is for. */
import { join } from "node:path";
import { prepare, root } from "./prepare.mjs";

await prepare();
const { bundle } = await import("./build.mjs");
const folder = join(root, "build", "runtimes");
await bundle({ vectors: "test/runtimes/vectors.ts" }, { outdir: folder, packages: "external", minify: false });
const { conformance } = await import(join(folder, "vectors.js"));
const { runRuntimes } = await import("../test/runtimes/main.mjs");
const { passed, failed } = await runRuntimes(root, await conformance());
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
