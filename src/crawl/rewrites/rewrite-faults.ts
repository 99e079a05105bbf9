/** Faults of rewrites that no schema finds. */
import { suggestion } from "../../nearest";
import type { Fault } from "../schema/check-schema";
import type { PlainPolicy } from "../schema/plain";
import type { Rewrite } from "../schema/policy";
import { type From, parseFrom, RewriteFault } from "./parse-from";
import { parseTo } from "./parse-to";

/** The rewrites of a policy, in the order in which they are asked, each with its place. */
export function placedRewrites({ rewrite = [], sites = [] }: PlainPolicy): [rewrite: Rewrite, path: string][] {
	const found: [Rewrite, string][] = [];
	const place = (rewrites: readonly Rewrite[], path: string) => {
		for (const [index, each] of rewrites.entries()) found.push([each, `${path}/${index}`]);
	};
	place(rewrite, "/rewrite");
	sites.forEach((site, index) => {
		if (site.rewrite !== undefined) place(site.rewrite, `/sites/${index}/rewrite`);
	});
	return found;
}

/** The name of a rewrite in explanations. */
export function rewriteName({ name, from }: Rewrite): string {
	return name ?? from;
}

export function rewriteFaults(policy: PlainPolicy): Fault[] {
	const names = new Map<string, [Rewrite, string]>();
	const placed = placedRewrites(policy);
	const faults = placed.flatMap(([rewrite, path]) => {
		const fault = faultOf(rewrite, path) ?? nameFault(rewrite, path, names);
		if (rewrite.name !== undefined) names.set(rewrite.name, [rewrite, path]);
		return fault === undefined ? [] : [fault];
	});
	const known = new Set(placed.map(([rewrite]) => rewriteName(rewrite)));
	return [...faults, ...sentFaults(policy.fetch?.rewrite ?? [], known)];
}

/** Names that a message lists. */
const MAX_LISTED = 20;

function sentFaults(sent: readonly string[], known: ReadonlySet<string>): Fault[] {
	const names = [...known];
	const rest = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : "";
	const listed = names.length === 0 ? "the policy has none" : `known: ${names.slice(0, MAX_LISTED).join(", ")}${rest}`;
	return sent.flatMap((name, index) => {
		if (known.has(name)) return [];
		const path = `/fetch/rewrite/${index}`;
		const message = `${path} is the name of no rewrite: ${JSON.stringify(name)}${suggestion(name, names)}; ${listed}`;
		return [{ path, message }];
	});
}

/** `names`: those of the rewrites before, each with its place. A site may have a rewrite that another place has, too. */
function nameFault(rewrite: Rewrite, path: string, names: ReadonlyMap<string, [Rewrite, string]>): Fault | undefined {
	const [other, place] = names.get(rewrite.name ?? "") ?? [];
	if (other === undefined || isSame(other, rewrite)) return undefined;
	return { path: `${path}/name`, message: `${path}/name is the name of another rewrite, ${place}; explanations name it by that` };
}

function isSame(a: Rewrite, b: Rewrite): boolean {
	const textOf = ({ from, to, unwrap }: Rewrite) => JSON.stringify([from, to, unwrap?.query, unwrap?.path]);
	return textOf(a) === textOf(b);
}

function faultOf(rewrite: Rewrite, path: string): Fault | undefined {
	const from = parsed(() => parseFrom(rewrite.from), `${path}/from`);
	if ("message" in from) return from;
	const { to, unwrap } = rewrite;
	if ((to === undefined) === (unwrap === undefined)) {
		const clause = to === undefined ? 'must have "to" or "unwrap": what the URL becomes' : 'must have "to" or "unwrap", not both';
		return { path, message: `${path} ${clause}` };
	}
	if (to !== undefined) {
		const result = parsed(() => parseTo(to, from), `${path}/to`);
		return "message" in result ? result : undefined;
	}
	return unwrapFault(rewrite, from, path);
}

function unwrapFault({ unwrap }: Rewrite, { path: tokens }: From, path: string): Fault | undefined {
	if (unwrap?.path !== undefined && unwrap.query !== undefined)
		return { path: `${path}/unwrap`, message: `${path}/unwrap must have query or path, not both; write two rewrites` };
	if (unwrap?.path === undefined || tokens.at(-1)?.kind === "star") return undefined;
	return {
		path: `${path}/unwrap`,
		message: `${path}/unwrap is the rest of the path, but from does not end with "*"; write "*" where the URL begins`,
	};
}

function parsed<Result extends object>(parse: () => Result, path: string): Result | Fault {
	try {
		return parse();
	} catch (error) {
		if (!(error instanceof RewriteFault)) throw error;
		return { path, message: `${path} ${error.message}` };
	}
}
