/** Installs the servers: packages of Debian, Go, Maven, npm and PyPI. Those that are installed already are left as they are. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installByApt } from "../../build/apt.mjs";
import { npmPackages } from "../../build/npm.mjs";
import { downloads } from "../../build/prepare.mjs";
import { cacheFolder, run, virtualEnvironment } from "../../build/python.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const NAME = "urlsieve-readers";
const TOMCAT = "10.1.48";
const JARS = [`org.apache.tomcat.embed:tomcat-embed-core:${TOMCAT}`, `org.apache.tomcat:tomcat-annotations-api:${TOMCAT}`];

/** Installs what a server needs. Returns the folders that its command names. Throws if that fails. */
export function install(server) {
	const cache = cacheFolder(NAME);
	const folders = { bin: join(cache, "bin"), jars: join(cache, "jars"), programs: join(here, "programs") };
	mkdirSync(folders.bin, { recursive: true });
	for (const name of server.packages ?? []) if (!hasProgram(server.version[0])) installByApt(name);
	if (server.go !== undefined) goInstall(server.go, folders.bin);
	if (server.goProgram !== undefined) goBuild(server.goProgram, folders.bin);
	if (server.maven !== undefined) compile(server.maven, folders.jars);
	if (server.pip) folders.venv = dirname(dirname(virtualEnvironment(NAME, join(here, "requirements.txt"))));
	if (server.npm) folders.packages = npmProgram();
	return folders;
}

function hasProgram(program) {
	return spawnSync(program, ["--help"]).error === undefined;
}

/** A program of a Go module, as `package@version`. */
function goInstall(name, bin) {
	requireProgram("go", "golang-go");
	const [path, version] = name.split("@");
	const program = join(bin, path.split("/").at(-1));
	const info = spawnSync("go", ["version", "-m", program], { encoding: "utf8" }).stdout ?? "";
	if (info.includes(`\t${version}\t`)) return;
	console.error(`urlsieve: building ${name} …`);
	if (!downloads("go", ["install", name], { env: { ...process.env, GOBIN: bin } })) throw new Error(`go cannot install ${name}`);
}

function goBuild(file, bin) {
	requireProgram("go", "golang-go");
	run("go", ["build", "-o", join(bin, file.replace(".go", "")), join(here, "programs", file)]);
}

function compile(file, jars) {
	requireProgram("javac", "openjdk-17-jdk-headless");
	requireProgram("mvn", "maven");
	for (const artifact of JARS) {
		const [, name, version] = artifact.split(":");
		if (existsSync(join(jars, `${name}-${version}.jar`))) continue;
		const args = ["-q", "-B", "dependency:copy", `-Dartifact=${artifact}`, `-DoutputDirectory=${jars}`];
		if (!downloads("mvn", args)) throw new Error(`mvn cannot fetch ${artifact}`);
	}
	run("javac", ["-cp", `${jars}/*`, "-d", jars, join(here, "programs", file)]);
}

/** The routers of npm find their packages beside them. */
function npmProgram() {
	const folder = dirname(npmPackages(NAME, join(here, "package.json")));
	copyFileSync(join(here, "programs", "routers.mjs"), join(folder, "routers.mjs"));
	return folder;
}

function requireProgram(program, name) {
	if (!hasProgram(program)) installByApt(name);
}
