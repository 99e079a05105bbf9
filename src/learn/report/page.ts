/** The report of `learn` as a page: sites that cannot be judged, learned rules, and refused ones. */

import { agreeing, counted, grouped } from "../../counted";
import { differences } from "../../dedupe/report/differences";
import { html, type Markup, visible } from "../../dedupe/report/markup";
import { bars, documentOf, factsOf, labelled, marked, type Row, section, totalsOf } from "../../dedupe/report/parts";
import { placeText, proposalOf } from "../../learned/trap-text";
import type { RowTrap, TrapCounts } from "../read/trap-rows";
import type { Against, RuleEvidence, UrlPair } from "../row-batch";
import type { LearnReportData } from "./report";

/** Reasons why a site is no evidence. */
const CAUSES: { readonly [cause: string]: string } = {
	unstable: "pages change between two fetches, so that digests cannot prove that two URLs are one page",
	blind: "most pages have the same digest, so that equal digests prove nothing",
	once: "no page was fetched twice, neither by one URL nor by two, so that there is nothing to compare",
	unnamed: "the host has a star or an empty label, so that no policy can name it",
	absent: "no row has the first digest, and the others are of no use",
};

/** Contrary hosts of a rule that are listed. */
const MAX_AGAINST = 20;
/** Max number of sampled pages that are listed. */
const MAX_SAMPLED = 20;

export function learnReportPage(data: LearnReportData): string {
	const { version, date, command, counts, rules, leftOut, refused } = data;
	const missing = data.withoutEvidence.rows;
	return documentOf({
		subject: "what was learned",
		version,
		date,
		totals: totalsOf(
			counts.fetches,
			{ "rows read": counts.rows, rules: counts.rules },
			{ "fetches that count": counts.fetches, "on sites without evidence": missing },
		),
		main: html`${silence(data)}${causes(data)}${traps(data)}${bounds(data)}${saved(data)}${ruleList(data)}${ruleSection("Left out by the limits of policies", leftOut, data.otherLeftOut)}${ruleSection("Refused rules", refused, data.otherRefused)}`,
		facts: factsOf(command, { ...noiseFacts(data), rules: grouped(rules.length), version, date }),
	});
}

/** First of all: an everywhere rule also acts where nobody could judge it. */
function silence({ withoutEvidence: { rows, share, causes, sites } }: LearnReportData): Markup {
	const reasons = Object.entries(causes).map(
		([cause, count]) =>
			html`<li class="item"><p><code>${cause}</code> ${counted(count.sites, "site")}, ${counted(count.rows, "fetch").replace("fetchs", "fetches")} (${percent(count.share)}): ${CAUSES[cause] ?? ""}</p></li>
`,
	);
	const table = bars(
		["site", "fetches"],
		sites.map(
			({ host, cause, rows: own }): Row => [html`<code>${visible(host)}</code> <span class="muted">${cause}</span>`, own],
		),
	);
	const intro = html`<p>${percent(share)} of the fetches that count are on sites of which nothing could be learned. Rules that act everywhere act there, too.</p>`;
	return section("Sites without evidence", html`${intro}<ul>${reasons}</ul>${table}`, rows);
}

function causes({ causes: all }: LearnReportData): Markup {
	const rows = Object.entries(all).filter(([, count]) => count > 0);
	const sorted = rows.sort(([, a], [, b]) => b - a).map(([cause, count]): Row => [html`${cause}`, count]);
	return section("Rows that do not count", bars(["cause", "rows"], sorted), sorted.length);
}

/** Only with a file of shapes. */
function traps({ traps: found }: LearnReportData): Markup {
	if (found === undefined) return html``;
	const { listed, others } = found;
	const table = listed.length === 0 ? html`` : bars(["trap", "rows"], listed.map(trapRow));
	const rest = others > 0 ? html`<p class="muted">and ${counted(others, "trap")} with fewer rows</p>` : html``;
	return section("Traps", html`<p>${trapIntro(found)}</p>${table}${rest}`, 1);
}

function trapIntro({ file, action, rows, listed, withoutRows }: TrapCounts): Markup {
	const name = html`<code>${visible(file)}</code>`;
	if (listed.length + withoutRows === 0) return html`${name} has no traps.`;
	if (listed.length === 0) return html`No row is in a trap: ${name} has ${counted(withoutRows, "trap")}.`;
	const fate = action === "drop" ? "left out" : "kept";
	const empty = withoutRows > 0 ? ` ${counted(withoutRows, "other trap")} ${agreeing(withoutRows, "have")} no rows.` : "";
	return html`${counted(rows, "row")} ${agreeing(rows, "are")} in traps of ${name}, and ${fate}.${empty} Proposals are never applied by themselves.`;
}

function trapRow(trap: RowTrap): Row {
	const help = html`<span class="muted">proposal:</span> <code>${visible(proposalOf(trap.proposal))}</code>`;
	return [html`${trap.trap} <code>${visible(placeText(trap.site, trap.at))}</code><br>${help}`, trap.rows];
}

/** Lists the names and pages that the limits of memory left out. */
function bounds({ counts: { namesLeftOut }, sampled }: LearnReportData): Markup {
	if (namesLeftOut === 0 && sampled.length === 0) return html``;
	const names = html`<p>${counted(namesLeftOut, "parameter name")} ${agreeing(namesLeftOut, "are")} in too few URLs to be judged: no rule erases ${namesLeftOut === 1 ? "it" : "them"}.</p>`;
	const rows = sampled.slice(0, MAX_SAMPLED).map(({ url, rows: all }): Row => [html`<code>${visible(url)}</code>`, all]);
	const pages = html`<p>${counted(sampled.length, "page")} with very many fetches: only a sample was used.</p>${bars(["one of its URLs", "rows"], rows)}`;
	return section("What was left out", html`${namesLeftOut > 0 ? names : html``}${sampled.length > 0 ? pages : html``}`, 1);
}

function saved({ rules, otherRules }: LearnReportData): Markup {
	const rows = rules.map((rule): Row => [ruleName(rule), rule.savedPer1000]);
	const others =
		otherRules > 0
			? html`<p class="muted">and ${counted(otherRules, "rule")} that ${agreeing(otherRules, "save")} less</p>`
			: html``;
	return section("Fetches saved by rule", html`${bars(["rule", "of 1,000 fetches"], rows)}${others}`, rows.length);
}

function ruleList(data: LearnReportData): Markup {
	const intro = html`<label class="search" hidden>Search for words in rules and URLs <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<p id="found" class="muted" role="status"></p>`;
	const list = html`${intro}<ul id="sample">${data.rules.map(ruleItem)}</ul>`;
	return section("Rules and their exceptions", list, data.rules.length);
}

function ruleSection(title: string, rules: readonly RuleEvidence[], others: number): Markup {
	if (rules.length === 0) return html``;
	const rest = others > 0 ? html`<p class="muted">and ${counted(others, "other")}</p>` : html``;
	return section(title, html`<ul>${rules.map(ruleItem)}</ul>${rest}`, rules.length);
}

function ruleName({ rule, reach, hosts = [] }: RuleEvidence): Markup {
	const where = reach === "everywhere" ? "everywhere" : hostsShown(hosts);
	return html`<code>${visible(rule)}</code> <span class="muted">${visible(where)}</span>`;
}

function hostsShown(hosts: readonly string[]): string {
	const [first = "", ...others] = hosts;
	return others.length === 0 ? first : `${first} and ${counted(others.length, "other host")}`;
}

/** Observed beside expected disagreement: the excess over noise contradicts a rule. */
function ruleItem(rule: RuleEvidence): Markup {
	const { votes, disagree, proven, expected, against, examples, redirects, savedPer1000 } = rule;
	const trials = votes + disagree;
	const observed = trials === 0 ? "no trial" : `${percent(disagree / trials)} disagree, ${percent(expected)} expected`;
	const parts = [
		counted(trials, "trial"),
		observed,
		...(proven > 0 ? [`${grouped(proven)} proven contrary`] : []),
		...(redirects > 0 ? [counted(redirects, "redirect")] : []),
		`saves ${savedPer1000} of 1,000 fetches`,
	];
	const rest = against.length - MAX_AGAINST;
	return html`<li class="item"><p>${ruleName(rule)} <span class="muted">${parts.join("; ")}</span></p>
${examples.slice(0, 1).map((pair) => pairShown("same page", pair))}${against.slice(0, MAX_AGAINST).map(contrary)}${rest > 0 ? html`<p class="muted">and ${counted(rest, "other host")}</p>` : html``}</li>
`;
}

function contrary({ host, agree, disagree, pair }: Against): Markup {
	const counts = html`<p>not at <code>${visible(host)}</code> <span class="muted">${grouped(agree)} agree, ${grouped(disagree)} disagree</span></p>
`;
	return pair === undefined ? counts : html`${counts}${pairShown("different pages", pair)}`;
}

function pairShown(label: string, [first, second]: UrlPair): Markup {
	const [own, other] = differences(first, second);
	return html`${labelled("kept", label, marked(own, { text: first }))}${labelled("dropped", "", marked(other, { text: second }))}`;
}

function percentOf(share: number | null): string {
	return share === null ? "unknown" : percent(share);
}

function noiseFacts({ heldOut, controls }: LearnReportData): { readonly [name: string]: string } {
	return {
		"agreement on pages kept apart": percentOf(heldOut.agreement),
		"the same pages fetched twice": percentOf(heldOut.control),
		quotient: percentOf(heldOut.quotient),
		controls: `${grouped(controls.changed)} of ${counted(controls.keys, "page")} fetched twice changed`,
	};
}

function percent(share: number): string {
	return `${(100 * share).toFixed(1)} %`;
}
