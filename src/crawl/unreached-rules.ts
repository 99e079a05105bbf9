/** Rules that no page reaches, because rules before them change what they look for. */
import { encoder } from "../utf8";
import { Probe } from "./explain/probe";
import { openCrawl } from "./open-crawl";
import type { PolicyRules } from "./policy-rules";
import { hostOf, type TriedRewrite, triedRewrites } from "./rewrites/tried";
import type { PlainPolicy } from "./schema/plain";

/** A sentence for each rewrite that no key reaches, or that leads in circles, and for each host of a site whose keys have another host. */
export function unreachedRules({ settings }: PolicyRules): string[] {
	const { policy } = settings;
	if (policy === undefined) return [];
	const probe = new Probe(settings, openCrawl(settings).workspace, [], 0);
	const rewrites = triedRewrites(policy).flatMap((tried) => unreachedWords(tried, probe) ?? endlessWords(tried, probe) ?? []);
	return [...rewrites, ...unreachedHosts(policy, probe)];
}

function unreachedWords({ path, number, witness }: TriedRewrite, probe: Probe): string | undefined {
	const key = probe.key(encoder.encode(witness));
	if (key === undefined || probe.rewriteOf(encoder.encode(key), number) !== undefined) return undefined;
	if (key === witness) return `${path}: it matches ${witness}, which is not of this site`;
	return `${path}: it matches ${witness}, but not its key, ${key}; write from as keys are before rewrites`;
}

function endlessWords({ path, witness }: TriedRewrite, probe: Probe): string | undefined {
	if (!probe.isEndless(encoder.encode(witness))) return undefined;
	return `${path}: on ${witness}, rewrites lead from one to another without an end, and none acts`;
}

function unreachedHosts({ sites = [] }: PlainPolicy, probe: Probe): string[] {
	return sites.flatMap(({ hosts }, index) =>
		hosts.flatMap((place) => {
			const key = probe.key(encoder.encode(`https://${hostOf(place)}/`));
			const host = key?.split("/")[2];
			if (host === undefined || isOf(host, hostOf(place))) return [];
			return [`/sites/${index}/hosts: keys of ${place} have the host ${host}, by which sites are found; write ${host}`];
		}),
	);
}

/** Whether a host is another one but for `www.`, or is below it. */
function isOf(host: string, other: string): boolean {
	const [own, wanted] = [host, other].map((text) => text.toLowerCase().replace(/^www\./, "")) as [string, string];
	return own === wanted || own.endsWith(`.${wanted}`) || !/^[\x21-\x7e]+$/.test(wanted);
}
