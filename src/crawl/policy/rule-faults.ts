/** Faults of policies that no schema finds: members that exclude each other, and aliases that lead nowhere. */
import { rewriteFaults } from "../rewrites/rewrite-faults";
import type { Fault } from "../schema/check-schema";
import type { PlainKeyRules, PlainPolicy, PlainSite } from "../schema/plain";
import { listFaults } from "./list-faults";

/** The rules that may depend on a path: they run after it is final. */
const OF_PATHS = ["query", "emptyQuery", "fragment", "textDirective"];
const NONE: readonly Fault[] = [];
const OF_HOSTS = ["www", "hostDot"] as const;

/** The faults of a policy whose schema has none. */
export function ruleFaults(policy: PlainPolicy): Fault[] {
	const { key = {}, sites = [] } = policy;
	const hostRule = ruleOfHosts(key);
	return [
		...aliasFaults(key.hostAlias ?? {}),
		...sites.flatMap((site, index) => faultsOfSite(site, `/sites/${index}`, hostRule)),
		...rewriteFaults(policy),
		...listFaults(policy),
	];
}

function faultsOfSite(
	{ paths, exceptPaths, key, rewrite }: PlainSite,
	place: string,
	hostRule: string | undefined,
): readonly Fault[] {
	const hasPaths = paths !== undefined || exceptPaths !== undefined;
	if (!hasPaths && hostRule === undefined) return NONE;
	const early = Object.keys(key).filter((name) => hasPaths && !OF_PATHS.includes(name));
	const ofHosts = OF_HOSTS.filter((name) => hostRule !== undefined && Object.hasOwn(key, name) && !early.includes(name));
	return [
		...(hasPaths && rewrite !== undefined
			? [fault(`${place}/rewrite`, "stands in sites without paths; write the paths in from")]
			: NONE),
		...early.map((name) => fault(`${place}/key/${name}`, "runs before the path is final; write a site without paths for it")),
		...ofHosts.map((name) =>
			fault(`${place}/key/${name}`, `stands in /key only: places are read from the host that ${hostRule} leaves`),
		),
	];
}

/** The first of the rules of a key that change the host from which places are read. */
function ruleOfHosts(key: PlainKeyRules): string | undefined {
	const rule = ["hostLabels", "hostAlias"].find((name) => Object.hasOwn(key, name));
	return rule ?? (key.www === "drop-numbered" ? "www" : undefined);
}

function fault(path: string, clause: string): Fault {
	return { path, message: `${path} ${clause}` };
}

function aliasFaults(aliases: NonNullable<PlainKeyRules["hostAlias"]>): Fault[] {
	const circles = circlesIn(new Map(Object.entries(aliases).map(([name, target]) => [comparable(name), comparable(target)])));
	return Object.entries(aliases).flatMap(([name, target]) => {
		const clause = aliasFault(comparable(name), comparable(target), circles);
		return clause === undefined ? [] : [fault(`/key/hostAlias/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, clause)];
	});
}

/** `circles`: each with the first of its names. */
function aliasFault(name: string, target: string, circles: ReadonlyMap<string, readonly string[]>): string | undefined {
	const [isBelow, targetIsBelow] = [name, target].map((host) => host.startsWith("*."));
	if (isBelow !== targetIsBelow) {
		const [own, other] = isBelow ? [name, `*.${target}`] : [name, target.slice(2)];
		return `must have "*." on both sides or on none: write ${JSON.stringify({ [own]: other })}`;
	}
	if (isBelow)
		return target.endsWith(name.slice(1)) ? "leads to its own name, or below it: no host would be the last" : undefined;
	const circle = circles.get(name);
	return circle && `leads back to itself: ${[...circle, name].join(" to ")}; name one host that the others stand for`;
}

/** The circles of aliases, by the name that comes first. Takes linear time: no name is left twice. */
function circlesIn(targets: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
	const circles = new Map<string, readonly string[]>();
	const left = new Set<string>();
	for (const first of targets.keys()) {
		const way: string[] = [];
		let host: string | undefined = first;
		for (; host !== undefined && !left.has(host); host = targets.get(host)) {
			left.add(host);
			way.push(host);
		}
		const start = host === undefined ? -1 : way.indexOf(host);
		if (start >= 0) circles.set(way[start] as string, way.slice(start));
	}
	return circles;
}

/** A host as far as its form takes no URL parser. */
function comparable(host: string): string {
	return host.toLowerCase().replace(/\.$/, "");
}
