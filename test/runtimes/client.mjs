/** Runs the vectors in Node.js, Deno or Bun and prints the report as JSON. The package must be installed in its folder. */
import { readFileSync } from "node:fs";
import { report } from "./conformance.mjs";

const load = async () => ({ urlsieve: await import("urlsieve"), text: await import("urlsieve/text") });
const loadJs = async () => ({ urlsieve: await import("urlsieve/js") });
console.log(JSON.stringify(await report(load, loadJs, JSON.parse(readFileSync("conformance.json", "utf8")))));
