/**
 * `node bench/standalone/policy-sites.mjs [sites]`: the CPU time of reading and of compiling a policy of 10,000 sites, or of the given
 * number, for sites of several kinds. Each kind has a process of its own, since the first policy is compiled by code that is not optimized yet.
 *
 * Requires what `npm run build` makes.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const [count = "10000", kind] = process.argv.slice(2);
const SITES = {
	names: (site) => ({ hosts: [`site${site}.example`], key: { query: { remove: [`p${site % 50}`] } } }),
	"many members": (site) => ({
		hosts: [`site${site}.example`],
		key: { query: { remove: [`p${site}`, "utm_*"], keep: ["q"] }, index: ["index.html"] },
	}),
	paths: (site) => ({ hosts: [`site${site}.example`], paths: [`/forum${site}/`], key: { query: { only: ["id", "t"] } } }),
	"exact and below": (site) => ({ hosts: [`=h${site}.example`, `*.g${site}.example`], key: { query: { drop: "drop" } } }),
	rewrites: (site) => ({ hosts: [`site${site}.example`], rewrite: [{ from: "/*/amp", to: "/*" }] }),
	values: (site) => ({ hosts: [`site${site}.example`], key: { query: { remove: [{ name: "page", values: ["1"] }] } } }),
};

if (kind !== undefined) await measure(SITES[kind]);
else for (const each of Object.keys(SITES)) process.stdout.write(`${each.padEnd(16)} ${run(each)}`);

function run(each) {
	return execFileSync(process.execPath, [fileURLToPath(import.meta.url), count, each], { encoding: "utf8" });
}

async function measure(siteOf) {
	const { createNormalizer, readPolicy } = await import("../../build/out/dist/crawl.js");
	const policy = { base: "crawl@1", sites: Array.from({ length: Number(count) }, (_, site) => siteOf(site)) };
	const text = JSON.stringify(policy);
	const read = timeOf(() => readPolicy(text));
	console.log(`read ${read} ms, compile ${timeOf(() => createNormalizer({ policy }))} ms`);
}

function timeOf(work) {
	const start = process.cpuUsage();
	try {
		work();
	} catch (error) {
		// A policy in a file has at most 1 MiB.
		return error.code;
	}
	const { user, system } = process.cpuUsage(start);
	return Math.round((user + system) / 1000);
}
