/** Runs the vectors under Node.js, Deno or Bun in a folder with the installed package. Prints the report as JSON. */
import { readFileSync } from "node:fs";
import { report } from "./conformance.mjs";

const load = async () => ({ urlsieve: await import("urlsieve"), text: await import("urlsieve/text") });
console.log(JSON.stringify(await report(load, JSON.parse(readFileSync("conformance.json", "utf8")))));
