/**
 * Files that earlier versions have written, one folder a version (`write.mjs`): this one answers as they did, or refuses them by name.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as core from "urlsieve";
import * as crawl from "urlsieve/crawl";
import { SeenStore } from "urlsieve/node";
import { describe, expect, it } from "vitest";
import { CrawlFlag } from "../../assembly/layout/crawl-options";
import { ENGINES } from "../support/engines";
import { kernelWith, ProgramHost } from "../support/program-host";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const VERSIONS = readdirSync(HERE, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);

/** Contents of a folder's files. */
interface Files {
	readonly version: string;
	readonly prefix: string;
	readonly count: number;
	readonly policy: crawl.Policy;
	/** The key of reference 7 by the policy. */
	readonly key: string;
}

/** Files that this version refuses, by version and name: the code of the error. None so far. */
const REFUSED: { readonly [file: string]: string } = {};

describe.each(VERSIONS)("files of version %s", (version) => {
	const folder = join(HERE, version);
	const files: Files = JSON.parse(readFileSync(join(folder, "files.json"), "utf8"));
	const references = Array.from({ length: files.count }, (_, index) => `${files.prefix}${index}`);
	const policy = (engine: crawl.Engine) => crawl.createNormalizer({ engine, policy: files.policy });
	const pages = (engine: crawl.Engine) => crawl.createNormalizer({ engine, profile: "crawl@1" });

	/** Expects a set that knows all references and no other, or the refusal that is listed. */
	async function reads(name: string, open: () => Promise<{ has(reference: string): boolean; readonly size: number }>) {
		const refusal = REFUSED[`${version}/${name}`];
		if (refusal !== undefined) {
			await expect(open()).rejects.toMatchObject({ code: refusal });
			return;
		}
		const seen = await open();
		expect(seen.size).toBe(files.count);
		expect(references.every((reference) => seen.has(reference))).toBe(true);
		expect(seen.has(`${files.prefix}${files.count}`)).toBe(false);
	}

	it("are of the version in their name", () => expect(files.version).toBe(version));

	it.each(ENGINES)("are read as snapshots, by %s", async (engine) => {
		const octets = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
		await reads("core.snapshot", () =>
			core.SeenSet.load(octets("core.snapshot"), { normalizer: core.createNormalizer({ engine }) }),
		);
		await reads("crawl.snapshot", () => crawl.SeenSet.load(octets("crawl.snapshot"), { normalizer: pages(engine) }));
		await reads("policy.snapshot", () => crawl.SeenSet.load(octets("policy.snapshot"), { normalizer: policy(engine) }));
	});

	it("are read as stores, and written to", async () => {
		const copy = mkdtempSync(join(tmpdir(), "urlsieve-written-"));
		for (const [name, options] of [
			["core.seen", {}],
			["crawl.seen", { normalizer: pages("wasm") }],
		] as const) {
			const path = join(copy, name);
			cpSync(join(folder, name), path);
			const stores: SeenStore[] = [];
			await reads(name, async () => {
				stores.push(await SeenStore.open(path, options));
				return stores[0] as SeenStore;
			});
			for (const store of stores) {
				expect(store.add(`${files.prefix}${files.count}`)).toBe(true);
				await store.close();
			}
		}
		rmSync(copy, { recursive: true });
	});

	it.each(["wasm", "js"] as const)("run as a compiled policy, by %s, or are refused by the kernel", (engine) => {
		const program = new Uint8Array(readFileSync(join(folder, "policy.program")));
		if (REFUSED[`${version}/policy.program`] !== undefined) {
			expect(new ProgramHost(engine).set(program)).toBe(-16);
			return;
		}
		const { kernel, free: from } = kernelWith(engine, program);
		const reference = new TextEncoder().encode(references[7]);
		const to = from + reference.length + 256;
		kernel.reserve(to + 20 * reference.length + 2048);
		kernel.octets.set(reference, from);
		const end = kernel.call.key(CrawlFlag.POLICY, from, from + reference.length, to);
		expect(new TextDecoder().decode(kernel.octets.slice(to, end))).toBe(files.key);
	});
});

it("has files of the version in package.json", () => {
	const { version } = JSON.parse(readFileSync(join(HERE, "../../package.json"), "utf8"));
	expect(VERSIONS).toContain(version);
});
