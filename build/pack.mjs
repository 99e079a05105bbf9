/**
 * `npm run pack [-- FOLDER]`: packs the package as it is published, into FOLDER or the current one. Its package.json has no scripts and no
 * development dependencies: npm would ask users to approve `prepare`, which only a checkout can run.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { prepare } from "./prepare.mjs";
import { root } from "./root.mjs";

const UNPUBLISHED = ["scripts", "workspaces", "devDependencies", "allowScripts", "overrides"];
const FLAGS = ["--json", "--ignore-scripts", "--loglevel=error"];

/** Packs the checkout as built into a folder. Returns the path of the tarball. */
export function pack(folder) {
	const staged = join(root, "build", "out", "package");
	rmSync(staged, { recursive: true, force: true });
	const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const commands = Object.values(manifest.bin).map((path) => normalize(path));
	for (const file of packedFiles()) {
		mkdirSync(dirname(join(staged, file)), { recursive: true });
		cpSync(join(root, file), join(staged, file));
		// npm packs modes, which follow the umask of whoever has built.
		chmodSync(join(staged, file), commands.includes(file) ? 0o755 : 0o644);
	}
	for (const member of UNPUBLISHED) delete manifest[member];
	manifest.files.push(...placeEntries(manifest.exports, staged));
	writeFileSync(join(staged, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
	const [{ filename }] = npmPack(["--pack-destination", resolve(folder)], staged);
	return join(resolve(folder), filename);
}

/**
 * Makes a folder for each entry but the main one, which names its files: TypeScript under node10, the resolver of eslint-plugin-import and
 * others know no "exports". Returns the folders.
 */
function placeEntries(exports, staged) {
	const entries = Object.entries(exports).filter(([entry, { default: main }]) => entry !== "." && main?.endsWith(".js"));
	for (const [entry, files] of entries) {
		const folder = join(staged, entry);
		const pathTo = (file) => relative(folder, join(staged, file));
		mkdirSync(folder, { recursive: true });
		const names = { main: pathTo(files.default), types: pathTo(files.types) };
		writeFileSync(join(folder, "package.json"), `${JSON.stringify(names, null, 2)}\n`);
		chmodSync(join(folder, "package.json"), 0o644);
	}
	return entries.map(([entry]) => normalize(entry));
}

/** Paths of the files that the package contains, but for the folders of its entries. */
export function packedFiles() {
	return npmPack(["--dry-run"], root)[0].files.map(({ path }) => path);
}

function npmPack(flags, cwd) {
	const result = JSON.parse(execFileSync("npm", ["pack", ...FLAGS, ...flags], { cwd, encoding: "utf8" }));
	// npm 11 reports an object by name, earlier versions an array.
	return Object.values(result);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await prepare();
	console.log(pack(process.argv[2] ?? "."));
}
