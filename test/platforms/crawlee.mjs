/**
 * A real crawl of a site on the loopback interface by Crawlee, with its own keys and with those of `urlsieve/crawlee`. Prints for each
 * the number of fetches and of distinct pages, as JSON. python/tests/test_crawlee.py runs it.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { createNormalizer } from "../../build/out/dist/crawl.js";
import { uniqueKeys } from "../../build/out/dist/crawlee.js";

const PAGES = 12;
const MAX_DEPTH = 6;
const { CheerioCrawler, Configuration, LogLevel, log } = createRequire(process.env.URLSIEVE_NPM)("@crawlee/cheerio");
log.setLevel(LogLevel.OFF);

let fetched = [];
const pageOf = (path) => Number(/page=(\d+)/.exec(path)?.[1] ?? 0);

/** Pages that link to each other by many spellings: fragments, sessions, sorted queries, tracking. */
function linksOf(path) {
	const page = pageOf(path);
	const session = (page * 65_536 + fetched.length).toString(16).padStart(32, "0");
	return [page + 1, page + 2]
		.filter((next) => next < PAGES)
		.flatMap((next) => [
			`/?page=${next}&sort=up`,
			`/?sort=up&page=${next}`,
			`/?page=${next}&sort=up#part`,
			`/?page=${next}&sort=up&utm_source=page${page}`,
			`/?page=${next}&sort=up&gclid=${page}`,
			`/;jsessionid=${session}?page=${next}&sort=up`,
			`/a/../?page=${next}&sort=u%70`,
		]);
}

const server = createServer((request, response) => {
	const links = linksOf(request.url);
	fetched.push(request.url);
	response.setHeader("Content-Type", "text/html");
	response.end(links.map((link) => `<a href="${link}">x</a>`).join(""));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const start = `http://127.0.0.1:${server.address().port}/?page=0&sort=up`;

async function crawl(transformRequestFunction) {
	fetched = [];
	const requestHandler = async ({ request, enqueueLinks }) => {
		const depth = request.userData.depth ?? 0;
		if (depth === MAX_DEPTH) return;
		await enqueueLinks({
			strategy: "same-hostname",
			userData: { depth: depth + 1 },
			...(transformRequestFunction && { transformRequestFunction }),
		});
	};
	const configuration = new Configuration({ persistStorage: false, purgeOnStart: true });
	const crawler = new CheerioCrawler({ requestHandler, maxConcurrency: 1, maxRequestRetries: 0 }, configuration);
	const first = { url: start };
	await crawler.run([transformRequestFunction ? transformRequestFunction(first) : first]);
	return { fetches: fetched.length, pages: new Set(fetched.map(pageOf)).size };
}

const theirs = await crawl(undefined);
const ours = await crawl(uniqueKeys(createNormalizer({ profile: "crawl@1" })));
console.log(JSON.stringify({ theirs, ours }));
server.close();
server.closeAllConnections();
