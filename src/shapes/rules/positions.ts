/**
 * Finds the positions of a site at which words are merged, from the root down. A node of the tree is the set of its keys, so that the
 * subtrees of merged words are united by putting their keys together.
 *
 * ```
 *   keys of /u   /u/alice  /u/alice/posts  /u/bob/posts  /u/bob/likes
 *   depth 1      alice                     bob                              merged: all are keys of /u/{word}
 *   depth 2                posts           posts         likes
 * ```
 */

import { kindOf } from "../../learned/kinds";
import { type Merge, mayMerge, mergeOf, nextText, type Word, type Words } from "../../learned/merging";
import type { Position } from "../../learned/schema";
import { MAX_DEPTH } from "../../learned/tokens";
import type { ShapedKeys } from "../keys/shaped-keys";

/** Keys below which no rule holds. */
const MIN_KEYS = 8;
const SAMPLES = 3;

/** Rows of keys that go through one token. */
interface Child {
	readonly token: number;
	readonly text: string;
	readonly rows: readonly number[];
	readonly ends: number;
}

export class PositionFinder {
	readonly #keys: ShapedKeys;
	#positions: Position[] = [];

	constructor(keys: ShapedKeys) {
		this.#keys = keys;
	}

	/** Returns the positions of a site, and writes kinds in place of the tokens of merged words. */
	find(rows: readonly number[]): Position[] {
		this.#positions = [];
		this.#visit(
			rows.filter((row) => this.#keys.lengthOf(row) <= MAX_DEPTH),
			0,
			"",
		);
		return this.#positions;
	}

	#visit(rows: readonly number[], depth: number, at: string): void {
		if (rows.length < MIN_KEYS) return;
		const children = this.#childrenOf(rows, depth);
		const merged = new Set<Child>();
		for (const [kind, members] of [...this.#byKind(children)].sort(([a], [b]) => (a < b ? -1 : 1))) {
			const united = this.#merge(members, kind, depth, at);
			for (const child of united) merged.add(child);
			if (united.length > 0) children.push(this.#unite(united, kind, depth));
		}
		const rest = children.filter((child) => !merged.has(child) && child.ends < child.rows.length);
		for (const { text, rows: below } of rest.sort((a, b) => (a.text < b.text ? -1 : 1)))
			this.#visit(below, depth + 1, `${at}/${text}`);
	}

	#childrenOf(rows: readonly number[], depth: number): Child[] {
		const { tokens, tokenStarts, texts } = this.#keys;
		const byToken = new Map<number, number[]>();
		for (const row of rows) {
			if (this.#keys.lengthOf(row) <= depth) continue;
			const token = tokens[(tokenStarts[row] as number) + depth] as number;
			const group = byToken.get(token);
			if (group === undefined) byToken.set(token, [row]);
			else group.push(row);
		}
		return Array.from(byToken, ([token, group]) => this.#child(token, texts.textOf(token), group, depth));
	}

	#child(token: number, text: string, rows: readonly number[], depth: number): Child {
		let ends = 0;
		for (const row of rows) if (this.#keys.lengthOf(row) === depth + 1) ++ends;
		return { token, text, rows, ends };
	}

	#byKind(children: readonly Child[]): Map<string, Child[]> {
		const byKind = new Map<string, Child[]>();
		for (const child of children) {
			const kind = kindOf(child.text);
			if (kind === undefined) continue;
			const group = byKind.get(kind);
			if (group === undefined) byKind.set(kind, [child]);
			else group.push(child);
		}
		return byKind;
	}

	/** Decides about the words of one kind. Returns those to merge. */
	#merge(children: readonly Child[], kind: string, depth: number, at: string): Child[] {
		const leaves = children.filter(({ ends, rows }) => ends === rows.length);
		if (!mayMerge(leaves, children.length - leaves.length)) return [];
		const words = this.#wordsOf(children, depth);
		const merge = mergeOf(words);
		if (merge === undefined) return [];
		const tokens = new Set(merge.words.map(({ token }) => token));
		const united = children.filter(({ token }) => tokens.has(token));
		const kept = children.filter(({ token }) => !tokens.has(token)).map(({ text }) => text);
		this.#positions.push(this.#positionOf(`${at}/${kind}`, words, merge, kept.sort(), united));
		return united;
	}

	/** One child with the keys of all. */
	#unite(children: readonly Child[], kind: string, depth: number): Child {
		const { tokens, tokenStarts, texts } = this.#keys;
		const octets = Buffer.from(kind);
		const token = texts.add(octets, 0, octets.length);
		const rows = children.flatMap((child) => child.rows);
		for (const row of rows) tokens[(tokenStarts[row] as number) + depth] = token;
		return this.#child(token, kind, rows, depth);
	}

	#wordsOf(children: readonly Child[], depth: number): Words {
		const all = children.map((child): Word => {
			const { token, text, rows, ends } = child;
			return { token, text, keys: rows.length, ends, next: this.#nextOf(child, depth + 1) };
		});
		const inner = all.filter(({ next }) => next.size > 0);
		const sharing = new Map<string, number>();
		for (const { next } of inner) for (const text of next) sharing.set(text, (sharing.get(text) ?? 0) + 1);
		const sizes = inner.map(({ keys }) => keys).sort((a, b) => a - b);
		return {
			isRoot: depth === 0,
			all,
			leaves: all.filter(({ next }) => next.size === 0),
			inner,
			sharing,
			shared: Math.max(0, ...sharing.values()),
			median: sizes[sizes.length >> 1] ?? 0,
		};
	}

	#nextOf({ rows }: Child, depth: number): Set<string> {
		const { tokens, tokenStarts, texts } = this.#keys;
		const next = new Set<number>();
		for (const row of rows)
			if (this.#keys.lengthOf(row) > depth) next.add(tokens[(tokenStarts[row] as number) + depth] as number);
		return new Set(Array.from(next, (token) => nextText(texts.textOf(token))));
	}

	#positionOf(at: string, words: Words, { rules, words: taken }: Merge, kept: string[], united: readonly Child[]): Position {
		const { all, leaves, inner, shared, median } = words;
		const samples = this.samplesOf(united.flatMap(({ rows }) => rows));
		const counts = { words: all.length, leaves: leaves.length, inner: inner.length, merged: taken.length, shared, median };
		return { at, rules, ...counts, kept, samples };
	}

	/** The keys of least hash among these rows. */
	samplesOf(rows: readonly number[]): string[] {
		const least: number[] = [];
		for (const row of rows) {
			if (least.length === SAMPLES && this.#keys.compare(row, least[SAMPLES - 1] as number) >= 0) continue;
			least.push(row);
			least.sort((a, b) => this.#keys.compare(a, b));
			least.length = Math.min(least.length, SAMPLES);
		}
		return least.map((row) => this.#keys.keyOf(row));
	}
}
