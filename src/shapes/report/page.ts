/** The report of `shapes` as a page. Its script draws the sites from JSON in the page, each when it is opened. */
import { agreeing, counted, grouped } from "../../counted";
import { html, type Markup, visible } from "../../dedupe/report/markup";
import { bars, documentOf, factsOf, type Row, section } from "../../dedupe/report/parts";
import { proposalOf } from "../../learned/trap-text";
import { figuresOf } from "../picture/evidence";
import { PAGE_SCRIPT } from "./page-script";
import type { ShapesReportData, SiteTrap } from "./report";

export function shapesReportPage(data: ShapesReportData): string {
	const { version, date, command, keys } = data;
	return documentOf({
		subject: "the shapes of a list",
		version,
		date,
		totals: totals(data),
		main: html`${traps(data)}${sites(data)}${largest(data)}${drifts(data)}${rules(data)}`,
		facts: factsOf(command, { keys, version: [version], date: [date] }),
		style: STYLE,
		script: PAGE_SCRIPT,
		data: JSON.stringify(data.sites),
	});
}

function totals({ totals, rules, traps, otherTraps }: ShapesReportData): Markup {
	const positions = Object.values(rules).reduce((sum, { positions }) => sum + positions, 0);
	const figures = {
		sites: totals.sites,
		keys: totals.keys,
		shapes: totals.shapes,
		"merged positions": positions,
		traps: traps.length + otherTraps,
	};
	return html`<dl class="totals">${Object.entries(figures).map(([name, count]) => html`<div><dt>${name}</dt><dd>${grouped(count)}</dd></div>`)}</dl>`;
}

function traps({ traps, otherTraps }: ShapesReportData): Markup {
	const rest =
		otherTraps > 0 ? html`<p class="muted">and ${counted(otherTraps, "smaller trap")}: the file of -o has all.</p>` : html``;
	return section("Traps", html`<ul>${traps.map(trapItem)}</ul>${rest}`, traps.length);
}

function trapItem(trap: SiteTrap): Markup {
	const place = `${trap.site}${trap.at === undefined ? "" : ` ${trap.at}`}`;
	return html`<li class="item"><p><span class="trap">${trap.trap}</span> <code>${visible(place)}</code> <span class="muted">${counted(trap.keys, "key")}, ${figuresOf(trap)}</span></p>
<p class="example"><span class="muted">one of them</span> <code>${visible(trap.sample)}</code></p>
<p><span class="muted">proposal:</span> <code>${visible(proposalOf(trap.proposal))}</code></p></li>
`;
}

function sites(data: ShapesReportData): Markup {
	const { totals, counts } = data;
	const estimated =
		totals.estimated > 0
			? html` Of ${counted(totals.estimated, "site")} a sample was read: their counts are estimates, or bounds where it says "at least".`
			: html``;
	const others = counts.sites - totals.sites;
	const absent = html`<p class="muted">Not here: ${counted(others, "site")} of which no two keys have one shape, and ${counted(counts.single, "site")} of one key.${estimated}</p>`;
	const search = html`<label class="search">Search for words in names of sites <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<p id="found" class="muted" role="status"></p>
<div id="sites"></div>
<noscript><p>The script of this page draws the sites.</p></noscript>`;
	return section("Sites", html`${leftOut(data)}${search}${absent}`, data.sites.length);
}

/** Names what the limit of the page leaves out. */
function leftOut({ otherSites: { sites, keys } }: ShapesReportData): Markup {
	if (sites === 0) return html``;
	return html`<p>Left out to keep this page small: ${counted(sites, "site")} with ${counted(keys, "key")} that ${agreeing(sites, "have")} fewer keys than those below. <code>--site HOST</code> draws any of them, and the file of <code>-o</code> has all.</p>`;
}

function largest({ largest }: ShapesReportData): Markup {
	const rows = largest.map(
		({ site, shape, keys, example }): Row => [
			html`<code>${visible(site + shape)}</code><br><span class="muted">such as</span> <code>${visible(example)}</code>`,
			keys,
		],
	);
	return section("Largest shapes", bars(["shape", "keys"], rows), rows.length);
}

/** Only if there is an earlier file, and something has changed. */
function drifts({ drifts, otherDrifts }: ShapesReportData): Markup {
	if (drifts.length === 0) return html``;
	const rows = drifts.map(
		({ change, before, after, shape }) =>
			html`<tr><td>${change}</td><td class="number">${grouped(before)}</td><td class="number">${grouped(after)}</td><td><code>${visible(shape)}</code></td></tr>
`,
	);
	const head = html`<thead><tr><th scope="col">change</th><th scope="col" class="number">before</th><th scope="col" class="number">now</th><th scope="col">shape</th></tr></thead>`;
	const rest =
		otherDrifts > 0
			? html`<p class="muted">and ${counted(otherDrifts, "smaller change")}, which the command prints.</p>`
			: html``;
	return section("Changes since the earlier file", html`<table>${head}<tbody>${rows}</tbody></table>${rest}`, rows.length);
}

function rules({ rules }: ShapesReportData): Markup {
	const rows = Object.entries(rules).map(
		([name, { positions, words }]): Row => [html`${name} <span class="muted">${counted(words, "word")}</span>`, positions],
	);
	return section("Rules that merged words", bars(["rules", "positions"], rows), rows.length);
}

/** Beside the style of all reports. */
const STYLE = `
details { border-left: 2px solid var(--line); padding-left: 0.5rem; margin: 0.125rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.tree .tree { margin-left: 0.75rem; }
.tree p { margin: 0 0 0.25rem 1rem; }
.share { display: inline-block; width: 6rem; height: 0.5rem; margin-left: 0.5rem; }
.share rect { fill: var(--accent); }
.merged, .trap { font-size: 0.8125rem; border: 1px solid; border-radius: 0.75rem; padding: 0 0.5rem; margin-right: 0.25rem; white-space: nowrap; }
.merged { color: var(--accent); background: var(--accent-tint); }
.trap { color: var(--alarm); background: var(--alarm-tint); }
.unseen-character { color: var(--alarm); border: 1px solid; border-radius: 0.125rem; padding: 0 0.125rem; }
button { font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--muted); border-radius: 0.375rem; padding: 0.125rem 0.5rem; }
[hidden] { display: none; }
@media (max-width: 36rem) { .share { display: none; } }
`;
