/** Installs the runtimes, from npm packages that contain only a binary, and the packed package as its users get it. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { pack } from "../../build/pack.mjs";
import { downloads } from "../../build/prepare.mjs";
import { installChromium } from "../support/chromium.mjs";

/** The major versions of Node.js. */
export const NODES = ["20", "22", "24", "26"];
const VERSIONS = { deno: "2.9.6", bun: "1.4.5", workerd: "1.20261117.1" };
const NPM = ["--no-audit", "--no-fund", "--loglevel=error"];

/** Installs the runtimes into a folder, if needed. Returns the path of each binary by name. */
export function installRuntimes(folder) {
	const nodes = NODES.map((major) => [`node${major}`, `npm:node-${platform()}-${arch()}@${major}`]);
	console.error("urlsieve: installing runtimes if needed (about 1 GB on disk) …");
	installInto(folder, { ...VERSIONS, ...Object.fromEntries(nodes) });
	const binaries = NODES.map((major) => [`node${major}`, join(folder, "node_modules", `node${major}`, "bin", "node")]);
	const others = Object.keys(VERSIONS).map((name) => [name, join(folder, "node_modules", ".bin", name)]);
	installChromium();
	return Object.fromEntries([...binaries, ...others]);
}

/** Installs packages into a folder that has no others, if needed. What cannot be installed is missing afterwards. */
export function installInto(folder, dependencies) {
	const wanted = `${JSON.stringify({ private: true, dependencies }, null, "\t")}\n`;
	const manifest = join(folder, "package.json");
	if (existsSync(join(folder, "node_modules")) && existsSync(manifest) && readFileSync(manifest, "utf8") === wanted) return;
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(manifest, wanted);
	if (downloads("npm", ["install", ...NPM], { cwd: folder })) return;
	rmSync(manifest, { force: true });
	console.error(`urlsieve: cannot install ${Object.keys(dependencies).join(", ")}; see the messages of npm above.`);
}

/** Packs the package and installs the tarball into an empty folder, along with the scripts and vectors. */
export function installPackage(root, folder, conformance) {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const tarball = pack(folder);
	writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
	execFileSync("npm", ["install", "--offline", ...NPM, tarball], { cwd: folder, stdio: "ignore" });
	const sources = join(root, "test", "runtimes");
	for (const name of readdirSync(sources).filter((name) => name.endsWith(".mjs"))) {
		const code = readFileSync(join(sources, name), "utf8");
		writeFileSync(join(folder, name), code);
		// Each program again with only `urlsieve/js`: a program that loads both entries has one engine for both.
		writeFileSync(join(folder, name.replace(".mjs", "-js.mjs")), code.replaceAll('"urlsieve"', '"urlsieve/js"'));
	}
	writeFileSync(join(folder, "conformance.json"), JSON.stringify(conformance));
}
