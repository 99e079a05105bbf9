/** Fetches of pages that `ref` makes no difference to, and their rows in each format that crawlers write. */

export interface Fetch {
	readonly url: string;
	readonly digest: string;
	readonly time: string;
}

export const SITES = 30;
const PAGES = 12;

/** Pages that each answer to three values of `ref`, and whose `id` matters. One in ten is fetched twice. */
export const FETCHES: readonly Fetch[] = Array.from({ length: SITES * PAGES * 4 }, (_, index) => {
	const [site, page, ref] = [index % SITES, Math.floor(index / SITES) % PAGES, Math.floor(index / SITES / PAGES)];
	const url = `http://site${site}.example/view?id=${page}${ref === 0 ? "" : `&ref=${ref}`}`;
	const fetch = { url, digest: `PAGE${site}X${page}`, time: String(20260101000000 + index) };
	return index % 10 === 0 ? [fetch, { ...fetch, time: String(20260201000000 + index) }] : [fetch];
}).flat();

/** The rows in a format, as crawlers write it. */
export const FORMATS = {
	csv: (fetches: readonly Fetch[]) =>
		`url,digest,status,time\n${fetches.map(({ url, digest, time }) => `${url},${digest},200,${time}\n`).join("")}`,
	tsv: (fetches: readonly Fetch[]) =>
		`time\tdigest\turl\n${fetches.map(({ url, digest, time }) => `${time}\t${digest}\t${url}\n`).join("")}`,
	jsonl: (fetches: readonly Fetch[]) =>
		fetches.map(({ url, digest, time }) => `${JSON.stringify({ url, digest, status: 200, time })}\n`).join(""),
	cdx: (fetches: readonly Fetch[]) =>
		` CDX N b a m s k r M S V g\n${fetches.map(({ url, digest, time }) => `x ${time} ${url} text/html 200 ${digest} - - 1 2 w\n`).join("")}`,
	cdxj: (fetches: readonly Fetch[]) =>
		fetches
			.map(({ url, digest, time }) => `x ${time} ${JSON.stringify({ url, digest, status: "200", mime: "text/html" })}\n`)
			.join(""),
};
