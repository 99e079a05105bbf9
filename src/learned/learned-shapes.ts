/**
 * Learned shapes: a tree of positions for each site. What no position takes stays as it is in `shape@1`.
 *
 * ```
 *   positions   /u/{word}   /u/{word}/posts/{word}
 *   tree        u ──▶ ┬ (kept: new, about)
 *                     └ {word} ──▶ posts ──▶ {word}
 * ```
 */
import { kindOf } from "./kinds";
import { admits } from "./merging";
import type { Position, ShapesFile } from "./schema";
import { MAX_DEPTH, YEAR } from "./tokens";

/** A token of the tree. */
interface Node {
	readonly next: Map<string, Node>;
	/** By kind: the rules that opened the position for its words. */
	readonly open: Map<string, readonly string[]>;
	/** Words below that stay. */
	readonly kept: Set<string>;
}

interface SiteTree {
	readonly root: Node;
	readonly years: ReadonlySet<string>;
}

export class LearnedShapes {
	/** The identity of the keys from which the shapes were learned, such as `crawl@1`. */
	readonly keys: string;
	readonly #sites: ReadonlyMap<string, SiteTree>;

	readonly #shape: (key: string) => string;

	/** @internal */
	constructor({ keys, sites }: Pick<ShapesFile, "keys" | "sites">, shape: (key: string) => string) {
		this.keys = keys;
		this.#shape = shape;
		this.#sites = new Map(sites.map(({ site, positions, years }) => [site, { root: treeOf(positions), years: new Set(years) }]));
	}

	/**
	 * Returns the learned shape of a key: `shape@1`, with words that are values at their position as `{word}`. A key of a site that is not in the
	 * file has its `shape@1`. Throws what `shape` throws.
	 */
	shape(key: string): string {
		return this.refine(() => key, this.#shape(key));
	}

	/**
	 * The learned shape of a key whose `shape@1` is known. Few keys are asked for.
	 *
	 * @internal
	 */
	refine(key: () => string, shape1: string): string {
		const start = pathStartOf(shape1);
		const tree = this.#sites.get(shape1.slice(0, start));
		if (tree === undefined || shape1[start] !== "/") return shape1;
		const end = (shape1.indexOf("?", start) + 1 || shape1.length + 1) - 1;
		const tokens = shape1.slice(start + 1, end).split("/");
		if (tokens.length > MAX_DEPTH) return shape1;
		keepYears(key, start, tokens, tree.years);
		return shape1.slice(0, start + 1) + walked(tree.root, tokens).join("/") + shape1.slice(end);
	}
}

/** Where the path of a shape begins. */
function pathStartOf(shape1: string): number {
	const slashes = /^(?:[^/?#:]*:)?\/\//.exec(shape1)?.[0].length ?? 0;
	const length = shape1.slice(slashes).search(/[/?#]/);
	return length < 0 ? shape1.length : slashes + length;
}

/** Writes years in place of their tokens, where they stay. */
function keepYears(key: () => string, start: number, tokens: string[], paths: ReadonlySet<string>): void {
	if (paths.size === 0 || !tokens.includes(YEAR)) return;
	const segments = key().slice(start).split(/[?#]/, 1)[0]?.split("/") ?? [];
	for (const [depth, token] of tokens.entries())
		if (token === YEAR && paths.has(segments.slice(0, depth + 1).join("/"))) tokens[depth] = segments[depth + 1] as string;
}

/** The tokens, with kinds where positions are open. */
function walked(root: Node, tokens: readonly string[]): string[] {
	let node: Node | undefined = root;
	return tokens.map((token) => {
		const kind = node === undefined || node.next.has(token) || node.kept.has(token) ? undefined : kindOf(token);
		const rules = kind === undefined ? undefined : node?.open.get(kind);
		const text = kind !== undefined && rules !== undefined && admits(rules, token) ? kind : token;
		node = node?.next.get(text);
		return text;
	});
}

function treeOf(positions: readonly Position[]): Node {
	const root = newNode();
	for (const { at, rules, kept } of positions) {
		const tokens = at.slice(1).split("/");
		const kind = tokens.pop() as string;
		const node = tokens.reduce(childOf, root);
		childOf(node, kind);
		node.open.set(kind, rules);
		for (const word of kept) node.kept.add(word);
	}
	return root;
}

function childOf(node: Node, token: string): Node {
	const child = node.next.get(token) ?? newNode();
	node.next.set(token, child);
	return child;
}

function newNode(): Node {
	return { next: new Map(), open: new Map(), kept: new Set() };
}
