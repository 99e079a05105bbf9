/** Counts of a run: rows by their fate, sites without evidence, rules. */
import type { Intake } from "../corpus/intake";
import type { Web } from "../corpus/web";
import type { LearnCounts } from "../row-batch";
import type { Written } from "./limits";

/** The sites of an alias: hosts, without "www." where it is not theirs. */
function sitesOf({ host, target }: { readonly host: string; readonly target: string }): string[] {
	return [host, target].flatMap((name) => [name, name.replace(/^www\./, "")]);
}

export function countsOf(intake: Intake, sites: number, web: Web, { units, leftOut, pairs, pairsLeftOut }: Written): LearnCounts {
	const rowsOf = (choices: Web["choices"]) => choices.reduce((sum, { fetches }) => sum + fetches, 0);
	// Pages of two hosts were compared, though each was fetched once.
	const compared = new Set(pairs.flatMap(({ writing }) => (writing.kind === "hostAlias" ? sitesOf(writing) : [])));
	const isSilent = (isOnce: boolean, site: number) => isOnce && !compared.has(web.siteNames[site] as string);
	const silent = web.choices.filter(({ column, isOnce }, site) => column === undefined || isSilent(isOnce, site));
	const once = silent.filter(({ isOnce }) => isOnce);
	const ofCause = (name: string) => silent.filter(({ isOnce, cause }) => !isOnce && cause === name).length;
	return {
		...intake.counts,
		keys: web.keys,
		sites,
		unstableSites: ofCause("unstable"),
		blindSites: ofCause("blind"),
		onceSites: once.length,
		onceRows: rowsOf(once),
		rowsWithoutEvidence: rowsOf(silent),
		namesLeftOut: web.namesLeftOut,
		rules: units.length + pairs.length,
		rulesLeftOut: leftOut.length + pairsLeftOut.length,
		rulesCarried: [...units.map(({ extent }) => extent), ...pairs].filter(({ previous }) => previous !== undefined).length,
	};
}
