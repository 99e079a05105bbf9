/**
 * `npm run test:emulations`: installs and builds if needed, then compares the profiles that copy a library with the library: 100,000
 * lines, half of them real where there are lists beside the repository. `-- 5000` takes fewer.
 *
 * A library that cannot be installed is skipped; with CI=true it is a failure.
 */
import { join } from "node:path";
import { adguardOriginals, javaOriginals, npmOriginals, pythonOriginals } from "./originals.mjs";
import { prepareTools } from "./prepare.mjs";
import { root } from "./root.mjs";

const LINES = 100_000;

await prepareTools();
const { bundleScript } = await import("./bundle-script.mjs");
const folder = join(root, "build", "out", "emulations");
await bundleScript({ main: "test/emulations/main.ts" }, "build/out/emulations");
const { runEmulations } = await import(join(folder, "main.js"));
const originals = { python: pythonOriginals, npm: npmOriginals, java: javaOriginals, adguard: adguardOriginals };
const { passed, failed } = runEmulations(root, originals, Number(process.argv[2] ?? LINES), process.env.CI === "true");
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
