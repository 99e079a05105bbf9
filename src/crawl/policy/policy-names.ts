/** The names in a policy that must be hosts or labels, patterns or parts of a path, each with its place: a JSON Pointer. */
import { nameOf } from "../schema/parameter";
import { ALL_PARAMETERS, type PlainKeyRules, type PlainList, type PlainParameter, type PlainPolicy } from "../schema/plain";
import { pointerStep } from "../schema/pointer";
import type { Rewrite } from "../schema/policy";

export interface PlacedName {
	readonly path: string;
	readonly name: string;
	readonly kind: "host" | "path" | "segment" | "pattern" | "label" | "alias" | "from";
}

type Take = (name: PlacedName) => void;

/** Calls `take` for all such names of a policy. */
export function eachName(policy: PlainPolicy, take: Take): void {
	namesOfKey({ query: policy.fetch?.query ?? {} }, "/fetch", take);
	namesOfKey(policy.key ?? {}, "/key", take);
	patternsOf(policy.rewrite, "/rewrite", take);
	for (const [index, { hosts, paths, exceptPaths, key, rewrite }] of (policy.sites ?? []).entries()) {
		const site = `/sites/${index}`;
		placed(hosts, `${site}/hosts`, "host", take);
		placed(paths, `${site}/paths`, "pattern", take);
		placed(exceptPaths, `${site}/exceptPaths`, "pattern", take);
		namesOfKey(key, `${site}/key`, take);
		patternsOf(rewrite, `${site}/rewrite`, take);
	}
}

function patternsOf(rewrites: readonly Rewrite[] = [], path: string, take: Take): void {
	for (const [index, { from }] of rewrites.entries()) take({ path: `${path}/${index}/from`, name: from, kind: "from" });
}

function namesOfKey({ hostLabels, hostAlias, pathParams, index, query }: PlainKeyRules, path: string, take: Take): void {
	placed(hostLabels, `${path}/hostLabels`, "label", take);
	if (hostAlias !== undefined) aliasesOf(hostAlias, `${path}/hostAlias`, take);
	if (pathParams !== ALL_PARAMETERS) namesOfParameters(pathParams, `${path}/pathParams`, take);
	if (index !== undefined) placed(index.map(nameOf), `${path}/index`, "segment", take);
	if (query === undefined) return;
	for (const member of ["only", "remove", "keep"] as const) namesOfParameters(query[member], `${path}/query/${member}`, take);
}

function aliasesOf(aliases: NonNullable<PlainKeyRules["hostAlias"]>, path: string, take: Take): void {
	for (const [name, target] of Object.entries(aliases)) {
		const place = `${path}/${pointerStep(name)}`;
		take({ path: place, name, kind: "alias" });
		take({ path: place, name: target, kind: "alias" });
	}
}

/** The same of a list of our own format. */
export function eachNameOfList({ params, exempt }: PlainList, take: Take): void {
	namesOfParameters(params, "/params", take);
	placed(exempt, "/exempt", "host", take);
}

function namesOfParameters(parameters: readonly PlainParameter[] = [], path: string, take: Take): void {
	for (const [index, parameter] of parameters.entries()) {
		if (typeof parameter === "string") continue;
		const entry = `${path}/${index}`;
		placed(parameter.hosts, `${entry}/hosts`, "host", take);
		placed(parameter.exceptHosts, `${entry}/exceptHosts`, "host", take);
		placed(parameter.paths, `${entry}/paths`, "pattern", take);
		placed(parameter.exceptPaths, `${entry}/exceptPaths`, "pattern", take);
		placed(parameter.exceptPath, `${entry}/exceptPath`, "path", take);
	}
}

function placed(names: readonly string[] = [], path: string, kind: PlacedName["kind"], take: Take): void {
	for (const [index, name] of names.entries()) take({ path: `${path}/${index}`, name, kind });
}
