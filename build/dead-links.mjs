/** Finds links of a built site that lead nowhere. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const LINK = /\s(?:href|src)="([^"]*)"/g;
const ID = /\sid="([^"]*)"/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** The dead links of the pages below a folder, as `page: link`. Links to other hosts are not followed. */
export function deadLinks(folder) {
	const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
	const texts = new Map(pages.map((page) => [join(folder, page), readFileSync(join(folder, page), "utf8")]));
	const ids = new Map([...texts].map(([page, text]) => [page, new Set([...text.matchAll(ID)].map(([, id]) => id))]));
	return [...texts].flatMap(([page, text]) => {
		const links = new Set([...text.matchAll(LINK)].map(([, link]) => link.replaceAll("&amp;", "&")));
		return [...links].filter((link) => isDead(page, link, ids)).map((link) => `${page.slice(folder.length + 1)}: ${link}`);
	});
}

function isDead(page, link, ids) {
	if (SCHEME.test(link)) return false;
	const [path, anchor] = link.split("#").map(decodeURIComponent);
	const target = path === "" ? page : join(dirname(page), path);
	if (!existsSync(target) || statSync(target).isDirectory()) return true;
	return Boolean(anchor) && ids.get(target)?.has(anchor) === false;
}
