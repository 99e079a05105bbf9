/**
 * `npm run docs`: builds the pages of docs/ and those of all exports as one site with search, in build/out/docs. Ends with status 1 for a
 * dead link, and for whatever TypeDoc warns of.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { deadLinks } from "./dead-links.mjs";
import { root } from "./root.mjs";

const SITE = join(root, "build", "out", "docs");

const { status } = spawnSync(join(root, "node_modules", ".bin", "typedoc"), { cwd: root, stdio: "inherit" });
const dead = status === 0 ? deadLinks(SITE) : [];
for (const link of dead) console.error(`urlsieve: dead link in ${link}`);
process.exitCode = status === 0 && dead.length === 0 ? 0 : 1;
