/** The words in which reports write a trap. */
import type { Proposal } from "./schema";

/** What may help against a trap. */
export function proposalOf(proposal: Proposal): string {
	return "options" in proposal ? proposal.options : JSON.stringify(proposal.policy);
}

/** A path of a site, or a name of a parameter there. */
export function placeText(site: string, at = ""): string {
	return at.startsWith("/") || at === "" ? site + at : `${site} ${at}`;
}
