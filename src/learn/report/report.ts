/** The report of `learn`, as it is in the file with --report FILE.json. */
import type { TrapCounts } from "../read/trap-rows";
import type { Evidence, LearnCounts, RuleEvidence } from "../row-batch";

/** Max sites, rules and refused rules that a report lists. */
const MAX_LISTED = 200;

/** Facts about the run that the caller knows. */
export interface LearnReportRun {
	readonly version: string;
	readonly command: readonly string[];
	/** When the run ended, as by RFC 3339. */
	readonly date: string;
	readonly counts: LearnCounts;
	/** Rows that do not count, by cause. */
	readonly causes: { readonly [cause: string]: number };
	/** Only with a file of shapes. */
	readonly traps: TrapCounts | undefined;
}

/** Sites of which nothing was learned, and why. */
interface WithoutEvidence {
	readonly rows: number;
	/** Their share of the fetches that count. */
	readonly share: number;
	/** The number of sites and their rows by cause, and the share of these. */
	readonly causes: { readonly [cause: string]: { readonly sites: number; readonly rows: number; readonly share: number } };
	/** The sites with most rows. */
	readonly sites: readonly { readonly host: string; readonly cause: string; readonly rows: number }[];
}

export interface LearnReportData extends LearnReportRun {
	readonly withoutEvidence: WithoutEvidence;
	/** Rules by their savings, and the number of those not listed. */
	readonly rules: readonly RuleEvidence[];
	readonly otherRules: number;
	/** Rules that exceed the limits of policies, likewise. */
	readonly leftOut: readonly RuleEvidence[];
	readonly otherLeftOut: number;
	readonly refused: readonly RuleEvidence[];
	readonly otherRefused: number;
	/** Pages with too many fetches, which were sampled. */
	readonly sampled: NonNullable<Evidence["sampled"]>;
	readonly heldOut: Evidence["heldOut"];
	readonly controls: Evidence["controls"];
}

export function learnReport(run: LearnReportRun, evidence: Evidence): LearnReportData {
	const bySaved = [...evidence.rules].sort((a, b) => b.savedPer1000 - a.savedPer1000);
	const written = bySaved.filter(({ leftOut }) => !leftOut);
	const leftOut = bySaved.filter((rule) => rule.leftOut);
	return {
		...run,
		withoutEvidence: withoutEvidence(run.counts, evidence),
		rules: written.slice(0, MAX_LISTED),
		otherRules: Math.max(0, written.length - MAX_LISTED),
		leftOut: leftOut.slice(0, MAX_LISTED),
		otherLeftOut: Math.max(0, leftOut.length - MAX_LISTED),
		refused: evidence.refused.slice(0, MAX_LISTED),
		otherRefused: Math.max(0, evidence.refused.length - MAX_LISTED),
		sampled: evidence.sampled ?? [],
		heldOut: evidence.heldOut,
		controls: evidence.controls,
	};
}

function withoutEvidence(counts: LearnCounts, { sites }: Evidence): WithoutEvidence {
	const silent = sites.filter(({ column }) => column === null);
	const shareOf = (rows: number) => (counts.fetches === 0 ? 0 : rows / counts.fetches);
	return {
		rows: counts.rowsWithoutEvidence,
		share: shareOf(counts.rowsWithoutEvidence),
		causes: Object.fromEntries(
			Object.entries(byCause(counts, silent)).map(([cause, total]) => [cause, { ...total, share: shareOf(total.rows) }]),
		),
		sites: [...silent]
			.sort((a, b) => b.rows - a.rows || (a.host < b.host ? -1 : 1))
			.slice(0, MAX_LISTED)
			.map(({ host, cause, rows }) => ({ host, cause, rows })),
	};
}

/** The sites without evidence and their rows, by cause. */
function byCause({ onceSites, onceRows }: LearnCounts, silent: Evidence["sites"]) {
	const causes: { [cause: string]: { sites: number; rows: number }; once?: { sites: number; rows: number } } = {};
	for (const { cause, rows } of silent) {
		causes[cause] ??= { sites: 0, rows: 0 };
		const total = causes[cause];
		++total.sites;
		total.rows += rows;
	}
	// Evidence does not list them: most sites of a wide crawl can be among them.
	if (onceSites > 0) causes.once = { sites: onceSites, rows: onceRows };
	return causes;
}
