/** The names in a policy that must be hosts, or parts of a path, each with its place: a JSON Pointer. */
import { nameOf, type Parameter } from "../schema/parameter";
import type { ParameterList, Policy } from "../schema/policy";
import type { KeyRules } from "../schema/registry";

export interface PlacedName {
	readonly path: string;
	readonly name: string;
	readonly kind: "host" | "path";
}

/** All such names of a policy. */
export function* namesOf(policy: Policy): Generator<PlacedName> {
	yield* namesOfKey(policy.key ?? {}, "/key");
	for (const [index, { hosts, key }] of (policy.sites ?? []).entries()) {
		yield* placed(hosts, `/sites/${index}/hosts`, "host");
		yield* namesOfKey(key, `/sites/${index}/key`);
	}
}

function* namesOfKey(key: KeyRules, path: string): Generator<PlacedName> {
	yield* placed(key.index?.map(nameOf), `${path}/index`, "path");
	for (const member of ["only", "remove", "keep"] as const) {
		yield* namesOfParameters(key.query?.[member] ?? [], `${path}/query/${member}`);
	}
}

/** The same of a list of our own format. */
export function* namesOfList({ params, exempt }: ParameterList): Generator<PlacedName> {
	yield* namesOfParameters(params, "/params");
	yield* placed(exempt, "/exempt", "host");
}

function* namesOfParameters(parameters: readonly Parameter[], path: string): Generator<PlacedName> {
	for (const [index, parameter] of parameters.entries()) {
		if (typeof parameter === "string") continue;
		yield* placed(parameter.hosts, `${path}/${index}/hosts`, "host");
		yield* placed(parameter.exceptHosts, `${path}/${index}/exceptHosts`, "host");
		yield* placed(parameter.exceptPath, `${path}/${index}/exceptPath`, "path");
	}
}

function* placed(names: readonly string[] | undefined, path: string, kind: "host" | "path"): Generator<PlacedName> {
	for (const [index, name] of (names ?? []).entries()) yield { path: `${path}/${index}`, name, kind };
}
