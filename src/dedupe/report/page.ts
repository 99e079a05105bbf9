/** The report of `dedupe` as a page. */
import { counted, grouped } from "../../counted";
import type { Spelling } from "./class-members";
import { differences } from "./differences";
import type { Excerpt } from "./excerpt";
import { html, type Markup, visible } from "./markup";
import type { ReportData, SampledMerge } from "./merge-report";
import { bars, documentOf, factsOf, labelled, marked, type Row, section, totalsOf } from "./parts";

/** Meanings of the levels of the comparison ladder (RFC 3986 §6.2). */
const REASONS: { readonly [reason: string]: string } = {
	string: "equal byte by byte (RFC 3986 §6.2.1)",
	syntax: "equal after syntax-based normalization (§6.2.2): case, percent-encoding, dot segments",
	scheme: "equal after scheme-based normalization (§6.2.3): default ports, empty paths",
	"-": "kept by an earlier run, in the file of --seen",
};

/** Reasons that are listed. Rules of a policy can combine in many ways. */
const MAX_REASONS = 100;

export function reportPage(data: ReportData): string {
	const { version, date, command, rules } = data;
	return documentOf({
		subject: "what was merged",
		version,
		date,
		totals: totals(data),
		main: html`${reasons(data)}${hosts(data)}${sizes(data)}${rejects(data)}${traps(data)}${largest(data)}${sample(data)}`,
		facts: factsOf(command, { ...rules, version: [version], date: [date] }),
	});
}

function totals(data: ReportData): Markup {
	const { lines, rows, empty, unique, duplicates, excluded, withheld, rejects } = data;
	const all = lines ?? rows ?? 0;
	const parts = {
		unique,
		merged: duplicates,
		...(excluded !== undefined && { excluded }),
		...(withheld !== undefined && { withheld }),
		rejected: rejects,
		...(empty !== undefined && { empty }),
	};
	return totalsOf(all, { [`${noun(data)}s read`]: all }, parts);
}

/** Returns the noun for the counts. */
function noun({ rows }: ReportData): "line" | "row" {
	return rows === undefined ? "line" : "row";
}

function reasons({ merges }: ReportData): Markup {
	const sorted = Object.entries(merges).sort(([, a], [, b]) => b - a);
	const rows = sorted.slice(0, MAX_REASONS).map(([reason, count]): Row => [html`${words(reason)} ${meaning(reason)}`, count]);
	const rest = sorted.slice(MAX_REASONS).reduce((sum, [, count]) => sum + count, 0);
	if (rest > 0) rows.push([html`all other reasons`, rest]);
	return section("Merges by level or rule", bars(["reason", "duplicates"], rows), rows.length);
}

function traps({ traps: found = {}, ...data }: ReportData): Markup {
	const rows = Object.entries(found).map(([trap, count]): Row => [html`${trap}`, count]);
	return rows.length === 0 ? html`` : section("Traps", bars(["trap", `${noun(data)}s`], rows), rows.length);
}

function words(reason: string): Markup {
	return html`<code>${visible(reason.replaceAll("+", " + "))}</code>`;
}

function meaning(reason: string): Markup {
	return html`<span class="muted">${Object.hasOwn(REASONS, reason) ? (REASONS[reason] as string) : ""}</span>`;
}

function hosts({ hosts, otherHosts, hostError }: ReportData): Markup {
	const rows = hosts.map(
		({ host, duplicates }): Row => [host === null ? html`no host` : html`<code>${visible(host)}</code>`, duplicates],
	);
	const others: Row[] = otherHosts > 0 ? [[html`all other hosts`, otherHosts]] : [];
	const error = hostError > 0 ? html`<p class="muted">Counts may be too low by up to ${grouped(hostError)}.</p>` : html``;
	const table = bars(["host of what is kept, as written", "duplicates"], [...rows, ...others]);
	return section("Merges by host", html`${table}${error}`, rows.length);
}

function sizes(data: ReportData): Markup {
	const rows = data.sizes.map(({ from, to, classes }): Row => [html`${rangeOf(from, to)}`, classes]);
	return section("Sizes of classes", bars([`equivalent ${noun(data)}s`, "classes"], rows), rows.length);
}

function rangeOf(from: number, to: number | null): string {
	if (to === null) return `${grouped(from)} or more`;
	return from === to ? String(from) : `${grouped(from)} to ${grouped(to)}`;
}

function rejects(data: ReportData): Markup {
	const items = data.rejected.map(
		({ code, count, examples }) => html`<li class="item"><p><code>${code}</code> ${grouped(count)}</p>
${examples.map((example) => lineOf(`${noun(data)} ${grouped(example.line)}`, example))}</li>
`,
	);
	return section("Rejects by code", html`<ul>${items}</ul>`, items.length);
}

function largest(data: ReportData): Markup {
	const items = data.largest.map(
		({ size, kept, duplicates, others }) => html`<li class="item"><p>${counted(size, noun(data))}</p>
${lineOf(`kept, ${noun(data)} ${grouped(kept.line)}`, kept)}${duplicates.map(spelling)}${others > 0 ? html`<p class="muted">and ${grouped(others)} others</p>` : html``}</li>
`,
	);
	return section("Largest classes", html`<ol>${items}</ol>`, items.length);
}

function spelling(duplicate: Spelling): Markup {
	return lineOf(counted(duplicate.count, "time"), duplicate);
}

function sample(data: ReportData): Markup {
	const { sample, duplicates } = data;
	const intro = html`<p class="muted">${grouped(sample.length)} of ${grouped(duplicates)} duplicates, chosen at random for each reason. What the other line lacks is underlined.</p>
<label class="search" hidden>Search for words in lines and reasons <input id="search" type="search" autocomplete="off" spellcheck="false"></label>
<p id="found" class="muted" role="status"></p>`;
	const items = sample.map((merge) => sampleItem(merge, noun(data)));
	return section("Sample of merges", html`${intro}<ul id="sample">${items}</ul>`, items.length);
}

function sampleItem({ reason, kept, dropped }: SampledMerge, unit: string): Markup {
	const [own, other] = differences(kept?.text ?? dropped.text, dropped.text);
	const first = kept === undefined ? html`` : labelled("kept", `kept, ${unit} ${grouped(kept.line)}`, marked(own, kept));
	const second = labelled("dropped", `dropped, ${unit} ${grouped(dropped.line)}`, marked(other, dropped));
	return html`<li class="item"><p>${words(reason)}</p>
${first}${second}</li>
`;
}

function lineOf(label: string, line: Excerpt): Markup {
	return labelled("", label, marked([{ text: line.text, isOwn: false }], line));
}
