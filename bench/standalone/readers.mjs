/**
 * `node bench/standalone/readers.mjs LIST`: the table *reader × reader* of docs/reference/edge.md. Above the diagonal, the share of
 * hostile targets on which two readers disagree in a class that `agree` rejects, in percent, with the first letter of the most
 * frequent class; below it, the same of the paths of a list of URLs. The list may be gzip-compressed. Requires: urlsieve is built.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { agree, readers } from "urlsieve/edge";
import { structuredTargets } from "../../test/readers/targets.mjs";

const NAMES = "whatwg nginx apache haproxy varnish envoy:base caddy lighttpd express go tomcat starlette".split(" ");
const HOSTILE = 5000;
const REAL = 20_000;
const REJECTED = ["host", "segments", "query", "unreserved"];

const { hostile, real } = {
	hostile: structuredTargets(HOSTILE).filter((target) => target[0] === "/"),
	real: targetsOf(process.argv[2]),
};
const versions = new Map(readers().map(({ id, version }) => [id.replace("@1", ""), version]));
const shares = [hostile, real].map(sharesOf);
console.log(`${hostile.length} hostile targets, ${real.length} real ones\n`);
console.log(`| | ${NAMES.join(" | ")} |`);
console.log(`|---|${NAMES.map(() => "---:").join("|")}|`);
for (const [row, name] of NAMES.entries()) {
	const cells = NAMES.map((_, column) =>
		row === column ? "–" : row < column ? cellOf(shares[0][row][column], 0) : cellOf(shares[1][column][row], 2),
	);
	console.log(`| ${name} ${versions.get(name)} | ${cells.join(" | ")} |`);
}

// A chain may have any order.
const pairs = [...versions.keys()].flatMap((a) => [...versions.keys()].map((b) => [shareOf(real, a, b).share, a, b]));
const [most, first, second] = pairs.sort(([a], [b]) => b - a)[0];
console.log(
	`\nOf ${pairs.length} pairs of all readers, ${first} and ${second} reject the most real targets: ${most.toFixed(2)} %`,
);

function cellOf({ share, classes }, digits) {
	const [most] = [...classes].sort(([, a], [, b]) => b - a);
	return `${share.toFixed(digits)}${most === undefined ? "" : ` ${most[0][0]}`}`;
}

/** For each pair of readers: the percentage of targets, and how often they differ in each class. */
function sharesOf(targets) {
	return NAMES.map((a, row) => NAMES.map((b, column) => (row < column ? shareOf(targets, a, b) : undefined)));
}

/** The second reader reads what the first one sends. */
function shareOf(targets, a, b) {
	const classes = new Map();
	let rejected = 0;
	for (const target of targets) {
		const found = agree(target, [a, b]).differences.filter((difference) => REJECTED.includes(difference.class));
		for (const { class: name } of found) classes.set(name, (classes.get(name) ?? 0) + 1);
		rejected += Number(found.length > 0);
	}
	return { share: (100 * rejected) / targets.length, classes };
}

/** Paths and queries of a list, an evenly spaced sample. */
function targetsOf(path) {
	const octets = readFileSync(path);
	const lines = (path.endsWith(".gz") ? gunzipSync(octets) : octets).toString("latin1").split("\n");
	const step = Math.max(1, Math.floor(lines.length / REAL));
	return lines
		.filter((_, index) => index % step === 0)
		.map((line) => /^https?:\/\/[^/?#]+([^#\s]*)/.exec(line)?.[1])
		.filter((target) => target !== undefined && !/[^!-~]/.test(target))
		.map((target) => (target[0] === "/" ? target : `/${target}`));
}
