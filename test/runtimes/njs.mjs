/**
 * `urlsieve/edge/small` in njs, the engine of nginx: the same rules and keys as in Node.js, and examples/edge-njs as a cache. Installs
 * Debian's packages.
 */
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { installByApt } from "../../build/apt.mjs";
import { listenAsOrigin } from "../readers/origin.mjs";
import { start } from "../readers/start.mjs";
import { destinationCases, destinationResult, resultOf, smallCases } from "./small-cases.mjs";

const COUNT = 5000;
const MODULE = "/usr/lib/nginx/modules/ngx_http_js_module.so";

/** The checks by name, of the package that is installed in a folder. */
export function smallEngines(root, folder) {
	const small = join(folder, "node_modules", "urlsieve", "build", "out", "dist", "edge.small.js");
	const work = join(root, "build", "out", "runtimes", "njs");
	return {
		"urlsieve/edge/small in njs": () => sameAsInNode(small, work, smallCases(COUNT), resultOf),
		"urlsieve/edge/small/destination in njs": () =>
			sameAsInNode(small.replace(/js$/, "destination.js"), work, destinationCases(), destinationResult),
		"examples/edge-njs in nginx": () => cachesInNginx(root, readFileSync(small, "utf8"), PAIRS, join(work, "nginx")),
		"examples/edge-njs in nginx, with a program that fails": () =>
			cachesInNginx(root, "throw new Error(); export default {};", PAIRS_WITHOUT_PROGRAM, join(work, "nginx")),
	};
}

function prepareFolder(folder) {
	if (spawnSync("njs", ["-v"]).error !== undefined) installByApt("njs");
	if (spawnSync("nginx", ["-v"]).error !== undefined) installByApt("nginx-light");
	if (!existsSync(MODULE)) installByApt("libnginx-mod-http-js");
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
}

async function sameAsInNode(small, work, cases, resultOf) {
	prepareFolder(work);
	const { default: edge } = await import(small);
	const program = `import edge from "${small}";
var cases = ${JSON.stringify(cases)};
var resultOf = ${resultOf};
for (var index = 0; index < cases.length; ++index) console.log(resultOf(edge, cases[index]));
`;
	writeFileSync(join(work, "cases.js"), program);
	const { stdout } = await promisify(execFile)("njs", [join(work, "cases.js")], { maxBuffer: 2 ** 26 });
	const found = stdout.trimEnd().split("\n");
	expectEqual(found.length, cases.length);
	for (const [index, row] of cases.entries()) expectEqual(found[index], resultOf(edge, row));
}

/** Pairs of targets, and whether the response for the first answers the second. */
const PAIRS = [
	["/p?a=1&b=2", "/p?b=2&utm_source=x&a=1", "HIT"],
	["/p?a=1&b=2", "/p?a=1&b=2&gclid=1#x", "HIT"],
	["/p?a=1&b=2", "/p?a=1", "MISS"],
	["/q?\xc3\xa9", "/q?%C3%A9", "HIT"],
	["/r?\xff", "/r?%FF", "HIT"],
	["/s?\xc4\x80%ff", "/s?%00%ff", "MISS"],
	["//e.com?a", "/e.com?a", "MISS"],
	["/%zz?a", "/%zz?b", "BAD"],
];
const PAIRS_WITHOUT_PROGRAM = [
	["/p?a=1&b=2", "/p?a=1&b=2", "HIT"],
	["/p?a=1&b=2", "/p?b=2&a=1", "MISS"],
];

/** `small` is the text of edge.small.js. */
async function cachesInNginx(root, small, pairs, work) {
	prepareFolder(work);
	const origin = await listenAsOrigin("Cache-Control: max-age=60");
	const example = join(root, "examples", "edge-njs");
	const config = readFileSync(join(example, "nginx.conf"), "utf8")
		.replace("127.0.0.1:8080", "127.0.0.1:{{port}}")
		.replace("127.0.0.1:8081", "127.0.0.1:{{origin}}")
		.replace("events", "daemon off; error_log error.log; pid nginx.pid;\nevents");
	const server = {
		name: "nginx with njs",
		version: ["nginx", "-v"],
		files: {
			"nginx.conf": config,
			"keys.js": readFileSync(join(example, "keys.js"), "utf8"),
			"edge.small.js": small,
		},
		command: ["nginx", "-p", "{{folder}}", "-c", "{{folder}}/nginx.conf"],
	};
	try {
		const { ports, stop } = await start(server, work, { origin: origin.address().port });
		await expectStates(ports.port, pairs).finally(stop);
	} finally {
		origin.close();
	}
}

async function expectStates(port, pairs) {
	for (const [first, second, expected] of pairs) {
		await cacheState(port, first);
		expectEqual(`${second}: ${await cacheState(port, second)}`, `${second}: ${expected}`);
	}
}

/** The field x-cache of the response. */
function cacheState(port, target) {
	return new Promise((resolve, reject) => {
		let text = "";
		const socket = connect(port, "127.0.0.1", () =>
			socket.write(Buffer.from(`GET ${target} HTTP/1.1\r\nHost: e.com\r\nConnection: close\r\n\r\n`, "latin1")),
		);
		socket.on("data", (data) => (text += data.toString("latin1"))).on("error", reject);
		socket.on("end", () => resolve(/\r\nx-cache: (\w+)/i.exec(text)?.[1] ?? "BAD"));
	});
}

function expectEqual(actual, expected) {
	if (actual !== expected) throw new Error(`${actual} is not ${expected}`);
}
