/**
 * `node bench/readers.mjs LIST`: the table *reader × reader* of docs/reference/edge.md. Above the diagonal, the share of hostile targets
 * on which two readers disagree in a class that `agree` rejects, in percent; below it, the same of the paths of a list of URLs. The list
 * may be gzip-compressed.. Requires: urlsieve is built.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { agree, readers } from "urlsieve/edge";
import { generatedTargets } from "../test/readers/targets.mjs";

const NAMES = "whatwg nginx apache haproxy varnish envoy:base caddy lighttpd express go tomcat starlette".split(" ");
const HOSTILE = 5000;
const REAL = 20_000;
const REJECTED = ["host", "segments", "query", "unreserved"];

const { hostile, real } = {
	hostile: generatedTargets(HOSTILE).filter((target) => target[0] === "/"),
	real: targetsOf(process.argv[2]),
};
const versions = new Map(readers().map(({ id, version }) => [id.replace("@1", ""), version]));
const shares = [hostile, real].map(sharesOf);
console.log(`${hostile.length} hostile targets, ${real.length} real ones\n`);
console.log(`| | ${NAMES.join(" | ")} |`);
console.log(`|---|${NAMES.map(() => "---:").join("|")}|`);
for (const [row, name] of NAMES.entries()) {
	const cells = NAMES.map((_, column) =>
		row === column ? "–" : row < column ? shares[0][row][column].toFixed(0) : shares[1][column][row].toFixed(2),
	);
	console.log(`| ${name} ${versions.get(name)} | ${cells.join(" | ")} |`);
}

/** The percentage of targets for each pair of readers. */
function sharesOf(targets) {
	const sums = NAMES.map(() => NAMES.map(() => 0));
	for (const target of targets) {
		for (const [row, a] of NAMES.entries()) {
			for (let column = row + 1; column < NAMES.length; ++column)
				sums[row][column] += Number(isRejected(target, a, NAMES[column]));
		}
	}
	return sums.map((row) => row.map((count) => (100 * count) / targets.length));
}

/** The second reader reads what the first one sends. */
function isRejected(target, a, b) {
	const { differences } = agree(target, [a, b]);
	return differences.some((difference) => REJECTED.includes(difference.class));
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
