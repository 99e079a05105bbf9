/** Rewrites, each tried on a URL that it matches: those that match what they make, and those that no key reaches. */
import { MAX_ROUNDS } from "../../../assembly/policy/rewrite/room";
import { encoder } from "../../utf8";
import type { Fault } from "../schema/check-schema";
import type { PlainPolicy } from "../schema/plain";
import type { Rewrite } from "../schema/policy";
import { parseFrom } from "./parse-from";
import { placedRewrites } from "./rewrite-faults";
import { flat, type Token } from "./tokens";

/** A kernel with the program of the policy. */
export interface RewriteProbe {
	/** The key before rewrites. */
	key(reference: Uint8Array): string | undefined;
	/** The text that one rewrite, by its number from 1, makes of a key. */
	rewriteOf(key: Uint8Array, only: number): { readonly text: string } | undefined;
}

const HOST = "example.com";

/** A rewrite to another URL, and a URL that it matches. */
export interface TriedRewrite {
	readonly rewrite: Rewrite & { readonly to: string };
	readonly path: string;
	/** From 1. */
	readonly number: number;
	readonly witness: string;
}

/** The rewrites of a policy to other URLs. Those to URLs inside match only URLs that have one. */
export function triedRewrites(policy: PlainPolicy): TriedRewrite[] {
	return placedRewrites(policy).flatMap(([rewrite, path], index) => {
		if (rewrite.to === undefined) return [];
		const [, site] = /^\/sites\/(\d+)/.exec(path) ?? [];
		const [host = HOST] = policy.sites?.[Number(site)]?.hosts ?? [];
		return [{ rewrite: { ...rewrite, to: rewrite.to }, path, number: index + 1, witness: witnessOf(rewrite, hostOf(host)) }];
	});
}

/** Faults of rewrites that match what they make: no key would be the last, and the rewrite would never act. */
export function circleFaults(policy: PlainPolicy, probe: RewriteProbe): Fault[] {
	return triedRewrites(policy).flatMap(({ rewrite, path, number, witness }) => {
		if (leavesHost(rewrite.from, rewrite.to)) return [];
		const texts = textsOf(witness, number, probe);
		if (texts.length <= MAX_ROUNDS || onlyGrows(texts)) return [];
		const message = `${path} matches what it makes, again and again: ${texts.slice(0, 3).join(" to ")}; write a from that does not match to`;
		return [{ path, message }];
	});
}

/** A host that a place is about. */
export function hostOf(place: string): string {
	return place.replace(/^=/, "").replace(/^\*/, "x");
}

/** Fast path only: one host leads to another. */
function leavesHost(from: string, to: string): boolean {
	const [, host] = /^https?:\/\/([\w.-]+)\//.exec(from) ?? [];
	const [, other] = /^https?:\/\/([\w.-]+)\//.exec(to) ?? [];
	return host !== undefined && other !== undefined && host.toLowerCase() !== other.toLowerCase();
}

/** A key, and what the rewrite makes of it and of the keys that follow, within a max number of rounds. */
function textsOf(witness: string, number: number, probe: RewriteProbe): string[] {
	let key = probe.key(encoder.encode(witness));
	const texts = key === undefined ? [] : [key];
	while (key !== undefined && texts.length <= MAX_ROUNDS) {
		const text = probe.rewriteOf(encoder.encode(key), number)?.text;
		if (text === undefined) break;
		texts.push(text);
		key = probe.key(encoder.encode(text));
	}
	return texts;
}

/** Whether a rewrite adds to the query of a page, and changes nothing else: other rules may take that away again. */
function onlyGrows(texts: readonly string[]): boolean {
	const [first = "", second = ""] = texts;
	return first !== second && texts.every((text) => text.split("?")[0] === first.split("?")[0]);
}

/** A URL that a pattern matches: `x1`, `x2` for its groups, `x/y` for a star of the path, options present. */
function witnessOf({ from: text }: Rewrite, siteHost: string): string {
	const { scheme = "https", host = [], port, path } = parseFrom(text);
	let groups = 0;
	const written = (tokens: readonly Token[], star: string) =>
		flat(tokens)
			.map((token) => (token.kind === "text" ? token.text : token.kind === "star" ? star : `x${++groups}`))
			.join("");
	const authority = host.length === 0 ? siteHost : written(host, "x") + (port && `:${port}`);
	return `${scheme}://${authority}${written(path, "x/y")}`;
}
