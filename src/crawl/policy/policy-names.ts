/** The names in a policy that must be hosts or labels, patterns or parts of a path, each with its place: a JSON Pointer. */
import { nameOf } from "../schema/parameter";
import { ALL_PARAMETERS, type PlainKeyRules, type PlainList, type PlainParameter, type PlainPolicy } from "../schema/plain";
import type { Rewrite } from "../schema/policy";

export interface PlacedName {
	readonly path: string;
	readonly name: string;
	readonly kind: "host" | "path" | "segment" | "pattern" | "label" | "alias" | "from";
}

/** All such names of a policy. */
export function* namesOf(policy: PlainPolicy): Generator<PlacedName> {
	yield* namesOfKey({ query: policy.fetch?.query ?? {} }, "/fetch");
	yield* namesOfKey(policy.key ?? {}, "/key");
	yield* patternsOf(policy.rewrite ?? [], "/rewrite");
	for (const [index, { hosts, paths, exceptPaths, key, rewrite = [] }] of (policy.sites ?? []).entries()) {
		yield* placed(hosts, `/sites/${index}/hosts`, "host");
		yield* placed(paths, `/sites/${index}/paths`, "pattern");
		yield* placed(exceptPaths, `/sites/${index}/exceptPaths`, "pattern");
		yield* namesOfKey(key, `/sites/${index}/key`);
		yield* patternsOf(rewrite, `/sites/${index}/rewrite`);
	}
}

function* patternsOf(rewrites: readonly Rewrite[], path: string): Generator<PlacedName> {
	for (const [index, { from }] of rewrites.entries()) yield { path: `${path}/${index}/from`, name: from, kind: "from" };
}

function* namesOfKey(key: PlainKeyRules, path: string): Generator<PlacedName> {
	yield* placed(key.hostLabels, `${path}/hostLabels`, "label");
	for (const [name, target] of Object.entries(key.hostAlias ?? {})) {
		const place = `${path}/hostAlias/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
		yield { path: place, name, kind: "alias" };
		yield { path: place, name: target, kind: "alias" };
	}
	if (key.pathParams !== ALL_PARAMETERS) yield* namesOfParameters(key.pathParams ?? [], `${path}/pathParams`);
	yield* placed(key.index?.map(nameOf), `${path}/index`, "segment");
	for (const member of ["only", "remove", "keep"] as const) {
		yield* namesOfParameters(key.query?.[member] ?? [], `${path}/query/${member}`);
	}
}

/** The same of a list of our own format. */
export function* namesOfList({ params, exempt }: PlainList): Generator<PlacedName> {
	yield* namesOfParameters(params, "/params");
	yield* placed(exempt, "/exempt", "host");
}

function* namesOfParameters(parameters: readonly PlainParameter[], path: string): Generator<PlacedName> {
	for (const [index, parameter] of parameters.entries()) {
		if (typeof parameter === "string") continue;
		yield* placed(parameter.hosts, `${path}/${index}/hosts`, "host");
		yield* placed(parameter.exceptHosts, `${path}/${index}/exceptHosts`, "host");
		yield* placed(parameter.paths, `${path}/${index}/paths`, "pattern");
		yield* placed(parameter.exceptPaths, `${path}/${index}/exceptPaths`, "pattern");
		yield* placed(parameter.exceptPath, `${path}/${index}/exceptPath`, "path");
	}
}

function* placed(names: readonly string[] | undefined, path: string, kind: PlacedName["kind"]): Generator<PlacedName> {
	for (const [index, name] of (names ?? []).entries()) yield { path: `${path}/${index}`, name, kind };
}
