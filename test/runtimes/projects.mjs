/**
 * Projects as users have them, with tools that bring a realm, a resolver or a bundler of their own: Next.js, Jest and ESLint, given the
 * packed package. All are in one folder: Turbopack wants the packages in that of the project.
 */
import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { installInto } from "./install.mjs";

const run = promisify(execFile);

const PACKAGES = {
	"@babel/plugin-transform-modules-commonjs": "7.29.14",
	eslint: "9.39.5",
	"eslint-plugin-import": "2.32.0",
	jest: "30.5.2",
	"jest-environment-jsdom": "30.5.2",
	next: "16.4.6",
	react: "19.3.1",
	"react-dom": "19.3.1",
};
/** Without this setting, Next.js reports each build to its makers. */
const ENVIRONMENT = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };

const route = (runtime, imports, result) => `${imports}
import { engine, normalize } from "urlsieve";
export const runtime = "${runtime}";
export const dynamic = "force-dynamic";
export const GET = () => Response.json([normalize("HTTP://a"), engine, ${result}]);
`;
const CRAWL = 'import { createNormalizer } from "urlsieve/crawl";\nconst crawl = createNormalizer({ profile: "crawl@1" });';
/** Responses of the routes. */
const ANSWERS = { edge: ["http://a/", "wasm", "http://a/"], node: ["http://a/", "wasm", "function"] };

const IMPORTS = `import * as entries from "urlsieve";
import { createNormalizer } from "urlsieve/crawl";
import { dedupeTable } from "urlsieve/tables";
import { cacheKey } from "urlsieve/edge";
import { extract } from "urlsieve/text";
const { normalize } = entries;
`;
const TEST = `${IMPORTS}
test("runs on Wasm", () => {
	const key = createNormalizer({ profile: "crawl@1" }).key("http://a/?utm_source=1");
	expect([normalize("HTTP://a"), key, extract("http://a").length, entries.engine]).toEqual(["http://a/", "http://a/", 1, "wasm"]);
});
test("has all entries", () => expect([dedupeTable, cacheKey].map((value) => typeof value)).toEqual(["function", "function"]));
`;
const FILES = {
	// The checkout around the project has a lock file, so Turbopack would take it for the workspace, and its name for the package.
	"next.config.mjs": "export default { turbopack: { root: import.meta.dirname } };\n",
	"app/layout.js": "export default ({ children }) => <html><body>{children}</body></html>;\n",
	"app/page.js": "export default () => <p>urlsieve</p>;\n",
	"app/edge/route.js": route("edge", CRAWL, 'crawl.key("http://a/?utm_source=1")'),
	"app/node/route.js": route("nodejs", 'import { SeenStore } from "urlsieve/node";', "typeof SeenStore"),
	"jest/plain.test.js": TEST,
	"jest/jsdom.test.js": `/** @jest-environment jsdom */\n${TEST}`,
	"jest/coders.js":
		'Object.assign(globalThis, (({ TextDecoder, TextEncoder }) => ({ TextDecoder, TextEncoder }))(require("node:util")));\n',
	"jest/transformed.json": JSON.stringify({
		setupFiles: ["<rootDir>/coders.js"],
		transform: { "\\.js$": ["babel-jest", { plugins: ["@babel/plugin-transform-modules-commonjs"] }] },
		transformIgnorePatterns: ["/node_modules/(?!urlsieve/)"],
	}),
	"jest-modules/package.json": '{ "type": "module" }\n',
	"jest-modules/plain.test.js": TEST,
	"jest-modules/jsdom.test.js": `/** @jest-environment jsdom */\n${IMPORTS}
test("can be imported without the coders that jsdom lacks", () => expect(typeof entries.SeenSet).toBe("function"));
test("needs them to run", () => expect(() => normalize("HTTP://a")).toThrow("TextEncoder is not defined"));
`,
	"jest-modules/native.json": '{ "transform": {} }\n',
	"eslint/eslint.config.mjs": `import plugin from "eslint-plugin-import";
const rules = { "import/no-unresolved": "error", "import/named": "error" };
export default [{ files: ["**/*.mjs"], plugins: { import: plugin }, rules }];
`,
	"eslint/sample.mjs": `${IMPORTS}export default [normalize, createNormalizer, dedupeTable, cacheKey, extract];\n`,
};

/** The checks by name: functions that throw if one fails. `at` has the binaries of runtimes, `folder` the installed package. */
export function projects(at, folder) {
	const home = join(folder, "..", "projects");
	const bin = (name) => join(home, "node_modules", ".bin", name);
	prepareFolder(home, folder);
	const jest = (project, config, NODE_OPTIONS = "") =>
		run(at.node20, [bin("jest"), "--rootDir", project, "--config", join(home, project, config)], {
			cwd: home,
			env: { ...process.env, NODE_OPTIONS },
		});
	return {
		"Next.js, by webpack": () => checkNext(at.node20, home, "webpack"),
		"Next.js, by Turbopack": () => checkNext(at.node20, home, "turbopack"),
		"Jest, with transformIgnorePatterns": () => jest("jest", "transformed.json"),
		"Jest, with --experimental-vm-modules": () => jest("jest-modules", "native.json", "--experimental-vm-modules"),
		"eslint-plugin-import": () => run(at.node20, [bin("eslint"), "sample.mjs"], { cwd: join(home, "eslint") }),
	};
}

function prepareFolder(home, folder) {
	installInto(home, PACKAGES);
	const target = join(home, "node_modules", "urlsieve");
	rmSync(target, { recursive: true, force: true });
	cpSync(join(folder, "node_modules", "urlsieve"), target, { recursive: true });
	for (const [name, text] of Object.entries(FILES)) {
		mkdirSync(join(home, name, ".."), { recursive: true });
		writeFileSync(join(home, name), text);
	}
}

/** Builds the routes, serves them and compares their answers. */
async function checkNext(node, home, bundler) {
	const next = join(home, "node_modules", "next", "dist", "bin", "next");
	rmSync(join(home, ".next"), { recursive: true, force: true });
	await run(node, [next, "build", `--${bundler}`], { cwd: home, env: ENVIRONMENT });
	const stdio = ["ignore", "pipe", "ignore"];
	const server = spawn(node, [next, "start", "--port", "0", "--hostname", "127.0.0.1"], { cwd: home, env: ENVIRONMENT, stdio });
	try {
		const port = await portOf(server);
		for (const [name, answer] of Object.entries(ANSWERS)) {
			const got = await (await fetch(`http://127.0.0.1:${port}/${name}`)).text();
			if (got !== JSON.stringify(answer)) throw new Error(`/${name} answers ${got}`);
		}
	} finally {
		server.kill();
	}
}

/** The port on which the server listens: it prints any that is free. */
async function portOf(server) {
	for await (const line of createInterface(server.stdout)) {
		const [, port] = /127\.0\.0\.1:(\d+)/.exec(line) ?? [];
		if (port !== undefined) return port;
	}
	throw new Error("The server ended before it listened.");
}
