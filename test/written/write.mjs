/**
 * Writes the files that a user may keep, by the package as built, to test/written/VERSION/: snapshots, a store of `--seen`, and a
 * compiled policy. Later versions read them, or refuse them by name: `test/written/written.test.ts`.
 *
 * `node test/written/write.mjs`, once for each release. Files of a version that was released are never written again.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as urlsieve from "urlsieve";
import * as crawl from "urlsieve/crawl";
import { SeenStore } from "urlsieve/node";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const folder = new URL(`./${version}/`, import.meta.url);
/** A key of its own, so that the same octets come out each time. */
const KEY = Uint8Array.from({ length: 16 }, (_, index) => 255 - index);
const COUNT = 200;
const POLICY = {
	policy: "written@1",
	base: "whatwg",
	fetch: { fragment: "drop" },
	key: {
		scheme: "https",
		www: "drop",
		index: ["index.html"],
		query: { remove: ["v", { name: "utm_", match: "prefix" }], sort: "name" },
	},
	sites: [{ hosts: ["blog.example"], key: { query: { drop: true } } }],
};

/** The references of all files: `${prefix}0` to `${prefix}199`. */
const PREFIX = "http://www.example.com/a?v=1&id=";
const references = Array.from({ length: COUNT }, (_, index) => `${PREFIX}${index}`);

async function snapshot(name, { SeenSet }, options) {
	const set = new SeenSet({ ...options, key: KEY });
	set.addAll(references);
	writeFileSync(new URL(name, folder), new Uint8Array(await new Response(set.save()).arrayBuffer()));
}

async function store(name, options) {
	const path = fileURLToPath(new URL(name, folder));
	rmSync(path, { force: true });
	const seen = await SeenStore.open(path, options);
	await seen.addAll(references);
	await seen.flush();
	await seen.close();
}

if (existsSync(new URL("files.json", folder))) {
	console.error(`write: test/written/${version} has been written. A released version keeps its files.`);
	process.exit(1);
}
mkdirSync(folder, { recursive: true });
const pages = crawl.createNormalizer({ profile: "crawl@1" });
const policy = crawl.createNormalizer({ policy: POLICY });
await snapshot("core.snapshot", urlsieve, {});
await snapshot("crawl.snapshot", crawl, { normalizer: pages });
await snapshot("policy.snapshot", crawl, { normalizer: policy });
await store("core.seen", { key: KEY });
await store("crawl.seen", { key: KEY, normalizer: pages });
writeFileSync(new URL("policy.program", folder), policy.opened.program);
const files = { version, prefix: PREFIX, count: COUNT, policy: POLICY, key: policy.key(references[7]) };
writeFileSync(new URL("files.json", folder), `${JSON.stringify(files, null, "\t")}\n`);
