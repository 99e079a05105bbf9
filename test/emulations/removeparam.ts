/** Lists of the format `removeparam` beside AdGuard's own engine: the same pieces of the query stay. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "urlsieve";
import { createNormalizer, type ReadList, readList } from "urlsieve/crawl";
import { realLines } from "./lines";
import { urlsOfRules, urlsWithQuery } from "./removeparam-urls";
import type { Run } from "./run";

/** Runs purge.mjs with these arguments; returns what it prints. */
type Purge = (input: string, ...args: readonly string[]) => string;

/** Nothing but lists acts, and what the engine does to all pieces once it removes one: those that are empty go. */
const BASE = { base: "whatwg", key: { query: { emptyPairs: "drop" }, emptyQuery: "drop" } } as const;
/** Longer URLs are cut by the engine before it searches the texts of patterns. */
const MAX_LENGTH = 2000;

/** Compares rules written for the test, and AdGuard's list of tracking parameters, on `count` URLs each. Half of these are real. */
export function compareRemoveParam(run: Run, folder: string, root: string, count: number): void {
	const script = join(root, "test", "emulations", "adguard", "purge.mjs");
	const purge: Purge = (input, ...args) => {
		const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder, ...args], {
			input,
			maxBuffer: 2 ** 30,
			encoding: "utf8",
		});
		if (status !== 0) throw new Error(`purge.mjs ends with status ${status}: ${stderr.trim().split("\n").at(-1)}`);
		return stdout;
	};
	// About a fifth of the real lines have a query.
	const lines = realLines(5 * count, join(root, "..", "shared", "data"));
	const real = urlsWithQuery(lines, Math.floor(count / 2));
	const lists = {
		"written rules": readFileSync(join(root, "test", "emulations", "adguard", "rules.txt"), "utf8"),
		"AdGuard URL Tracking": purge("", "--list"),
	};
	for (const [name, text] of Object.entries(lists)) {
		const list = readList("removeparam", Buffer.from(text), { name: "adguard" });
		const urls = [...urlsOfRules(text, count - real.length), ...real].map(asRequested).filter((url) => url.length <= MAX_LENGTH);
		const originals = purged(purge, supported(text, list), urls);
		const changed = urls.filter((url, index) => url !== originals[index]).length;
		for (const engine of ["wasm", "js"] as const)
			compareList(
				run,
				`${name}, ${list.rules} rules, ${changed} URLs changed, ${engine}`,
				list,
				engine,
				urls,
				originals,
				namesIn(text),
			);
	}
}

function compareList(
	run: Run,
	title: string,
	list: ReadList,
	engine: Engine,
	urls: readonly string[],
	originals: readonly string[],
	names: Names,
): void {
	const policy = { ...BASE, key: { ...BASE.key, query: { ...BASE.key.query, lists: "adguard" } } } as const;
	const normalizer = createNormalizer({ policy, lists: [list], engine });
	run.compare(title, urls, (url, index) => {
		const [original, answer] = [originals[index] as string, normalizer.key(url)];
		if (piecesOf(original).join("&") === piecesOf(answer).join("&")) return undefined;
		return cause(original, answer, names) ?? { original, answer };
	});
}

/** The known cause of a difference; docs/reference/profiles.md has them. */
function cause(original: string, answer: string, names: Names): string | undefined {
	if (original === "URI malformed") return "malformed triplet: an exception of the engine";
	const [theirs, ours] = [piecesOf(original), piecesOf(answer)];
	const apart = [...ours.filter((piece) => !theirs.includes(piece)), ...theirs.filter((piece) => !ours.includes(piece))];
	const isAll = (test: (piece: string) => boolean) => apart.length > 0 && apart.every(test);
	if (isAll((piece) => !piece.includes("=") && !names.plain.has(piece))) return "piece without =: the engine reads name=";
	if (isAll((piece) => nameOf(piece).includes("%"))) return "triplet in a name: the engine compares it undecoded as well";
	if (isAll((piece) => names.spelled.has(nameOf(piece)))) return "triplet in the name of a rule: the engine does not decode it";
	return undefined;
}

function nameOf(piece: string): string {
	return piece.replace(/=.*/s, "");
}

/** Names in rules that are neither expressions nor negated, decoded: those without triplets, and those with some. */
interface Names {
	readonly plain: ReadonlySet<string>;
	readonly spelled: ReadonlySet<string>;
}

function namesIn(list: string): Names {
	const names = [...list.matchAll(/(?:removeparam|queryprune)=([^,/~\n][^,\n]*)/g)].map(([, name]) => name as string);
	const decoded = (hasTriplets: boolean) =>
		new Set(names.filter((name) => name.includes("%") === hasTriplets).map((name) => decodeURIComponent(name)));
	return { plain: decoded(false), spelled: decoded(true) };
}

/** Pieces with a name: when the engine removes one, those without go. */
function piecesOf(url: string): string[] {
	const [, query = ""] = /\?(.*)$/s.exec(url) ?? [];
	return query.split("&").filter((piece) => piece !== "" && !piece.startsWith("="));
}

/** A browser asks without the fragment. */
function asRequested(url: string): string {
	return createNormalizer({ policy: BASE }).key(url).replace(/#.*/s, "");
}

/** The lines that the list is taken from. Reports say which of its rules are not. */
function supported(text: string, { reports }: ReadList): string {
	const refused = new Set(reports.map(({ line }) => line));
	return text
		.split("\n")
		.filter((_, index) => !refused.has(index + 1))
		.join("\n");
}

/** The engine's result for each URL, or the message of its exception. */
function purged(purge: Purge, list: string, urls: readonly string[]): string[] {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-adguard-"));
	try {
		const file = join(folder, "list.txt");
		writeFileSync(file, list);
		const answers = purge(urls.map((url) => `${url}\n`).join(""), file)
			.split("\n")
			.slice(0, -1);
		if (answers.length !== urls.length) throw new Error(`The engine answers ${answers.length} URLs of ${urls.length}`);
		return answers.map((answer) => answer.slice(1));
	} finally {
		rmSync(folder, { recursive: true });
	}
}
