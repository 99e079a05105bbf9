/**
 * A report as one HTML file: no network, no data for the script but the text that is shown, no link. Its Content-Security-Policy
 * allows nothing but its own style sheet and script.
 */
import { createHash } from "node:crypto";
import { counted, grouped } from "../../text/counted";
import type { Spelling } from "./class-members";
import { differences, type Piece } from "./differences";
import type { Excerpt } from "./excerpt";
import { html, Markup, visible } from "./markup";
import type { ReportData, SampledMerge } from "./merge-report";
import { SCRIPT } from "./script";
import { STYLE } from "./style";

/** What the rungs of the comparison ladder mean (RFC 3986 §6.2). */
const REASONS: { readonly [reason: string]: string } = {
	string: "equal byte by byte (RFC 3986 §6.2.1)",
	syntax: "equal after syntax-based normalization (§6.2.2): case, percent-encoding, dot segments",
	scheme: "equal after scheme-based normalization (§6.2.3): default ports, empty paths",
	"-": "kept by an earlier run, in the file of --seen",
};

/** Reasons that are listed. Rules of a policy can combine in many ways. */
const MAX_REASONS = 100;

export function reportPage(data: ReportData): string {
	const page = html`<!DOCTYPE html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy())}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>urlsieve: what was merged</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header>
<h1>What was merged</h1>
<p class="muted">urlsieve ${data.version}, ${data.date}</p>
${totals(data)}
</header>
<main>
${reasons(data)}${hosts(data)}${sizes(data)}${rejects(data)}${largest(data)}${sample(data)}
</main>
<footer>
${facts(data)}
</footer>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`;
	return page.text;
}

/** Hashes allow this style sheet and this script alone. */
function policy(): string {
	const [style, script] = [STYLE, SCRIPT].map((text) => createHash("sha256").update(text).digest("base64"));
	return `default-src 'none'; style-src 'sha256-${style}'; script-src 'sha256-${script}'; base-uri 'none'; form-action 'none'`;
}

function totals(data: ReportData): Markup {
	const { lines, rows, empty, unique, duplicates, rejects } = data;
	const all = lines ?? rows ?? 0;
	const parts = { unique, merged: duplicates, rejected: rejects, ...(empty !== undefined && { empty }) };
	return html`<dl class="totals"><div><dt>${noun(data)}s read</dt><dd>${grouped(all)}</dd></div>${Object.entries(parts).map(
		([name, count]) => html`<div><dt>${name}</dt><dd>${grouped(count)}${share(count, all)}</dd></div>`,
	)}</dl>`;
}

/** Returns what the counts count. */
function noun({ rows }: ReportData): "line" | "row" {
	return rows === undefined ? "line" : "row";
}

function share(count: number, all: number): Markup {
	return all === 0 ? html`` : html` <small class="muted">${((100 * count) / all).toFixed(1)} %</small>`;
}

/** A row of a table with bars. */
type Row = readonly [name: Markup, count: number];

function section(title: string, content: Markup, count: number): Markup {
	return html`<section>
<h2>${title}</h2>
${count > 0 ? content : html`<p class="muted">None.</p>`}
</section>
`;
}

function bars([name, unit]: readonly [string, string], rows: readonly Row[]): Markup {
	const most = Math.max(1, ...rows.map(([, count]) => count));
	return html`<table><thead><tr><th scope="col">${name}</th><th scope="col" class="number">${unit}</th><td class="bar"></td></tr></thead>
<tbody>${rows.map(([cell, count]) => barRow(cell, count, count / most))}</tbody></table>`;
}

function barRow(cell: Markup, count: number, share: number): Markup {
	const bar = html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${(100 * share).toFixed(2)}" height="8"/></svg>`;
	return html`<tr><td>${cell}</td><td class="number">${grouped(count)}</td><td class="bar">${bar}</td></tr>
`;
}

function reasons({ merges }: ReportData): Markup {
	const sorted = Object.entries(merges).sort(([, a], [, b]) => b - a);
	const rows = sorted.slice(0, MAX_REASONS).map(([reason, count]): Row => [html`${words(reason)} ${meaning(reason)}`, count]);
	const rest = sorted.slice(MAX_REASONS).reduce((sum, [, count]) => sum + count, 0);
	if (rest > 0) rows.push([html`all other reasons`, rest]);
	return section("Merges by rung or rule", bars(["reason", "duplicates"], rows), rows.length);
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

/** A line of the input, after a label with its number or count. */
function labelled(kind: string, label: string, line: Markup): Markup {
	return html`<div class="pair ${kind}"><span class="muted">${label}</span><code dir="ltr">${line}</code></div>
`;
}

/** The pieces of a line, and a sign that it goes on. */
function marked(pieces: readonly Piece[], { isCut }: Excerpt): Markup {
	const shown = pieces.map(({ text, isOwn }) => (isOwn ? html`<mark>${visible(text)}</mark>` : visible(text)));
	return html`${shown}${isCut ? html`<span class="muted"> …</span>` : html``}`;
}

function facts({ version, date, command, rules }: ReportData): Markup {
	const rows = Object.entries({ command: [command.map(quoted).join(" ")], ...rules, version: [version], date: [date] });
	const terms = rows.map(([name, values]) => {
		const lines = (typeof values === "string" ? [values] : values).map(
			(value) => html`<dd><code dir="ltr">${visible(value)}</code></dd>`,
		);
		return html`<dt>${name}</dt>${lines}
`;
	});
	return html`<h2>This run</h2>
<dl class="facts">${terms}</dl>`;
}

/** An argument as a shell takes it. */
function quoted(argument: string): string {
	return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
