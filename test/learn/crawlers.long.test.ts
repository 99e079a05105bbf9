/** A site on the loopback interface, crawled by wget: the rules do not depend on the tool that has indexed the fetches. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDuckDb } from "../support/duckdb";
import { useLearn } from "../support/learn-command";

const { path, write, learned } = useLearn();
const PAGES = 30;

/** `ref` makes no difference, `id` does, and a final slash redirects. */
function answer(url: URL): { status: number; body: string; location?: string } {
	const [, folder] = /^(\/c\d+)(?=\/$)/.exec(url.pathname) ?? [];
	if (folder !== undefined) return { status: 301, body: "moved", location: folder };
	if (url.pathname !== "/" && url.pathname !== "/view") return { status: 200, body: `<p>section ${url.pathname}` };
	if (url.pathname === "/view") return { status: 200, body: `<p>page ${url.searchParams.get("id")}` };
	const links = Array.from({ length: PAGES }, (_, id) => [`/view?id=${id}`, `/view?id=${id}&ref=a${id}`, `/c${id}/`]).flat();
	return { status: 200, body: links.map((link) => `<a href="${link.replaceAll("&", "&amp;")}">x</a>`).join("\n") };
}

let server: Server;
let origin = "";
beforeAll(async () => {
	server = createServer((request, response) => {
		const { status, body, location } = answer(new URL(request.url as string, "http://localhost"));
		response.writeHead(status, { "content-type": "text/html", ...(location && { location }) }).end(body);
	}).listen(0, "127.0.0.1");
	await new Promise((resolve) => server.on("listening", resolve));
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** Crawls the site. Returns the lines of the CDX index. */
async function crawl(name: string): Promise<string> {
	const args = ["-q", "--mirror", "--delete-after", "-e", "robots=off", `--warc-file=${name}`, "--warc-cdx", `${origin}/`];
	const child = spawn("wget", args, { cwd: path(".") });
	await new Promise((resolve) => child.on("exit", resolve));
	return readFileSync(path(`${name}.cdx`), "latin1");
}

interface Fetch {
	readonly url: string;
	readonly time: string;
	readonly mime: string;
	readonly status: string;
	readonly digest: string;
	readonly redirect: string;
}

function fetchesOf(cdx: string): Fetch[] {
	const lines = cdx.split("\n").filter((line) => line !== "" && !line.startsWith(" CDX"));
	return lines.map((line) => {
		const [url = "", time = "", , mime = "", status = "", digest = "", redirect = ""] = line.split(" ");
		return { url, time, mime, status, digest, redirect: redirect === "-" ? "" : redirect };
	});
}

/** Without wget, nothing is compared; with CI=true that is a failure. */
const HAS_WGET = process.env.CI === "true" || spawnSync("wget", ["--version"], { stdio: "ignore" }).status === 0;

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;

describe.runIf(HAS_WGET)("a crawl by wget", () => {
	/** The list and the policy that are learned from files. */
	const learn = (...files: string[]) => learned("--quiet", ...files).texts.slice(1);

	it("teaches the same by CDX, and by CDXJ and Parquet of Common Crawl", async () => {
		const [first, second] = [await crawl("first"), await crawl("second")];
		const revisits = fetchesOf(first)
			.filter(({ status }) => status === "200")
			.map((fetch): Fetch => ({ ...fetch, time: `${Number(fetch.time) + 10000000000}`, mime: "warc/revisit", status: "" }));
		const fetches = [...fetchesOf(first), ...fetchesOf(second), ...revisits];
		expect(fetches.length).toBeGreaterThan(5 * PAGES);

		const legend = first.split("\n")[0] as string;
		const again = revisits.map(({ url, time, mime, digest }) => `${url} ${time} ${url} ${mime} - ${digest} - - 0 x.warc.gz -`);
		const cdx = [path("first.cdx"), path("second.cdx"), write("revisits.cdx", `${[legend, ...again].join("\n")}\n`)];
		const expected = learn(...cdx);
		expect(JSON.parse(expected[0] as string).params).toEqual([{ name: "ref", hosts: ["127.0.0.1"] }]);
		expect(JSON.parse(expected[1] as string).sites).toEqual([{ hosts: ["127.0.0.1"], key: { trailingSlash: "drop" } }]);

		expect(learn(...cdx, path("first.cdx"), cdx[2] as string)).toEqual(expected);

		const common = fetches.map(({ url, time, mime, status, digest, redirect }) => {
			const block = {
				url,
				mime,
				"mime-detected": "text/html",
				...(status && { status }),
				digest: `sha1:${digest}`,
				charset: "UTF-8",
				...(redirect && { redirect }),
			};
			return `127,0,0,1)/ ${time} ${JSON.stringify(block)}\n`;
		});
		const packed = path("cc.cdxj.gz");
		write("cc.cdxj.gz", gzipSync(common.join("")));
		expect(learn("--format", "cdxj", packed, packed)).toEqual(expected);

		const { run: query } = await openDuckDb();
		const rows = fetches.map(({ url, time, mime, status, digest, redirect }) => {
			const iso = time.replace(/(....)(..)(..)(..)(..)(..)/, "$1-$2-$3 $4:$5:$6");
			return `(${quoted(url)}, TIMESTAMP ${quoted(iso)}, ${status || "NULL"}::SMALLINT, ${quoted(digest)}, ${quoted(mime)}, nullif(${quoted(redirect)}, ''), NULL::VARCHAR)`;
		});
		const columns = "url, fetch_time, fetch_status, content_digest, content_mime_type, fetch_redirect, content_truncated";
		const table = path("cc.parquet");
		await query(`COPY (SELECT * FROM (VALUES ${rows.join(", ")}) AS rows(${columns})) TO '${table}' (FORMAT parquet)`);
		expect(learn(table)).toEqual(expected);
	});
});
