/** The summary of `urlsieve learn`: rows by their fate, and the results. */

import { agreeing, counted, grouped } from "../../counted";
import { placeText, proposalOf } from "../../learned/trap-text";
import { shownText } from "../../text/shown-text";
import type { Causes } from "../read/causes";
import type { RowTrap, TrapCounts } from "../read/trap-rows";
import type { Evidence, Learned } from "../row-batch";

/** Traps in the summary. */
const MAX_TRAPS = 10;

/** The results of a run. */
interface Run {
	readonly folder: string;
	readonly learned: Learned;
	readonly causes: Causes;
	/** Only with a file of shapes. */
	readonly traps: TrapCounts | undefined;
	readonly seconds: number;
	readonly inputOctets: number;
}

export function summaryOf(run: Run, asJson: boolean): string {
	const { learned, causes, traps, seconds, inputOctets } = run;
	const { heldOut } = learned.evidence;
	const notes = notesOn(run);
	if (asJson) {
		const { counts } = learned;
		return `${JSON.stringify({ command: "learn", ...counts, causes, traps, heldOut, inputOctets, seconds, notes })}\n`;
	}
	const { rows, fetches, redirects, rules } = learned.counts;
	const parts = [
		counted(rows, "row"),
		`${grouped(fetches)} ${agreeing(fetches, "count")}`,
		...(redirects > 0 ? [counted(redirects, "redirect")] : []),
		counted(rules, "rule"),
		`${seconds.toFixed(2)} s`,
	];
	const lines = Object.entries(causes).map(([cause, count]) => countLine(count, agreeing(count, cause)));
	const ofTraps = traps?.listed.slice(0, MAX_TRAPS).map((trap) => countLine(trap.rows, shownText(trapText(trap)))) ?? [];
	return [`urlsieve learn: ${parts.join(", ")}`, ...lines, ...ofTraps, ...notes.map((note) => `urlsieve learn: note: ${note}`)]
		.map((line) => `${line}\n`)
		.join("");
}

function countLine(count: number, what: string): string {
	return `${grouped(count).padStart(12)}  ${what}`;
}

function trapText({ site, trap, at, proposal }: RowTrap): string {
	return `traps: ${trap}, ${placeText(site, at)}; proposal: ${proposalOf(proposal)}`;
}

/** What the list of traps does not say. */
function trapNotes({ file, listed, others, withoutRows }: TrapCounts): string[] {
	const more = others + listed.slice(MAX_TRAPS).length;
	if (more > 0) return [`${counted(more, "trap")} with fewer rows: see --report`];
	if (listed.length > 0) return [];
	return [withoutRows === 0 ? `${file} has no traps` : `no row is in a trap: ${file} has ${counted(withoutRows, "trap")}`];
}

function notesOn({ folder, learned, traps }: Run): string[] {
	const { counts, evidence } = learned;
	const { fetches, unstableSites, blindSites, onceSites, rowsWithoutEvidence, rules, rulesCarried, rulesLeftOut, namesLeftOut } =
		counts;
	const notes: string[] = [];
	if (rowsWithoutEvidence > 0) {
		const causes = [
			`${grouped(unstableSites)} unstable`,
			`${grouped(blindSites)} blind`,
			`${grouped(onceSites)} never fetched twice`,
		];
		const sites = causes.join(", ");
		notes.push(`${percent(rowsWithoutEvidence / fetches)} of the fetches are on sites without evidence (${sites})`);
	}
	if (rules === 0) notes.push(`nothing was learned: ${folder} has the base policy. ${whyNothing(learned)}`);
	else notes.push(qualityOf(evidence));
	if (rulesCarried > 0)
		notes.push(`${counted(rulesCarried, "rule")} of the earlier run could not be judged, and ${agreeing(rulesCarried, "stay")}`);
	if (namesLeftOut > 0)
		notes.push(
			`${counted(namesLeftOut, "parameter name")} ${agreeing(namesLeftOut, "are")} in too few URLs to be judged, and ${agreeing(namesLeftOut, "stay")}`,
		);
	if (rulesLeftOut > 0) notes.push(`${counted(rulesLeftOut, "rule")} did not fit the limits of policies; see evidence.json`);
	if (traps !== undefined) notes.push(...trapNotes(traps));
	return notes;
}

/** Describes the quality of the rules, as far as pages show it. */
function qualityOf({ heldOut: { agreement, control, quotient }, controls }: Evidence): string {
	const apart = agreement === null ? "no page kept apart tests the rules" : `pages kept apart agree in ${percent(agreement)}`;
	const twice =
		control === null
			? "no URL was fetched twice to compare"
			: `${counted(controls.keys, "URL")} fetched twice in ${percent(control)}`;
	return `${apart}, ${twice}${quotient === null ? "" : `: quotient ${percent(quotient)}`}`;
}

/** Why there is no rule. */
function whyNothing({ counts, evidence }: Learned): string {
	const { fetches, rowsWithoutEvidence, onceRows } = counts;
	if (fetches > 0 && onceRows === fetches) return "No page was fetched twice, neither by one URL nor by two.";
	if (fetches > 0 && rowsWithoutEvidence === fetches) return "No site has digests that prove anything; see --digest.";
	if (evidence.refused.length === 0) return "No two URLs differ by something that could be erased.";
	return `${counted(evidence.refused.length, "candidate")} failed the tests; see "refused" in evidence.json.`;
}

function percent(share: number): string {
	return `${(100 * share).toFixed(1)} %`;
}
