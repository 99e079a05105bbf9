/** Common parts of reports: the document, its sections, tables with bars, pairs of lines, and the facts of the run. */
import { createHash } from "node:crypto";
import { grouped } from "../../counted";
import type { Piece } from "./differences";
import type { Excerpt } from "./excerpt";
import { html, Markup, visible } from "./markup";
import { SCRIPT } from "./script";
import { STYLE } from "./style";

/** The parts of a document. */
export interface DocumentParts {
	/** The subject of the report, after "urlsieve: ", such as "what was merged". */
	readonly subject: string;
	readonly version: string;
	readonly date: string;
	readonly totals: Markup;
	readonly main: Markup;
	readonly facts: Markup;
}

/**
 * A report as one HTML file: no network, no data for the script but the text that is shown, no link. Its Content-Security-Policy
 * allows nothing but its own style sheet and script.
 */
export function documentOf({ subject, version, date, totals, main, facts }: DocumentParts): string {
	const page = html`<!DOCTYPE html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy())}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>urlsieve: ${subject}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header>
<h1>${capitalized(subject)}</h1>
<p class="muted">urlsieve ${version}, ${date}</p>
${totals}
</header>
<main>
${main}
</main>
<footer>
${facts}
</footer>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`;
	return page.text;
}

function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Hashes allow only this style sheet and this script. */
function policy(): string {
	const [style, script] = [STYLE, SCRIPT].map((text) => createHash("sha256").update(text).digest("base64"));
	return `default-src 'none'; style-src 'sha256-${style}'; script-src 'sha256-${script}'; base-uri 'none'; form-action 'none'`;
}

/** The figures at the top, by name. Those in `shared` show their share of `all`. */
export function totalsOf(
	all: number,
	figures: { readonly [name: string]: number },
	shared: { readonly [name: string]: number },
): Markup {
	const own = Object.entries(figures).map(([name, count]) => figure(name, count, html``));
	const parts = Object.entries(shared).map(([name, count]) => figure(name, count, share(count, all)));
	return html`<dl class="totals">${[...own, ...parts]}</dl>`;
}

function figure(name: string, count: number, share: Markup): Markup {
	return html`<div><dt>${name}</dt><dd>${grouped(count)}${share}</dd></div>`;
}

function share(count: number, all: number): Markup {
	return all === 0 ? html`` : html` <small class="muted">${((100 * count) / all).toFixed(1)} %</small>`;
}

/** A row of a table with bars. */
export type Row = readonly [name: Markup, count: number];

export function section(title: string, content: Markup, count: number): Markup {
	return html`<section>
<h2>${title}</h2>
${count > 0 ? content : html`<p class="muted">None.</p>`}
</section>
`;
}

export function bars([name, unit]: readonly [string, string], rows: readonly Row[]): Markup {
	const most = Math.max(1, ...rows.map(([, count]) => count));
	return html`<table><thead><tr><th scope="col">${name}</th><th scope="col" class="number">${unit}</th><td class="bar"></td></tr></thead>
<tbody>${rows.map(([cell, count]) => barRow(cell, count, count / most))}</tbody></table>`;
}

function barRow(cell: Markup, count: number, share: number): Markup {
	const bar = html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${(100 * share).toFixed(2)}" height="8"/></svg>`;
	return html`<tr><td>${cell}</td><td class="number">${grouped(count)}</td><td class="bar">${bar}</td></tr>
`;
}

/** A line of the input, after a label with its number or count. */
export function labelled(kind: string, label: string, line: Markup): Markup {
	return html`<div class="pair ${kind}"><span class="muted">${label}</span><code dir="ltr">${line}</code></div>
`;
}

/** The pieces of a line, and a sign that it goes on. */
export function marked(pieces: readonly Piece[], { isCut }: Excerpt): Markup {
	const shown = pieces.map(({ text, isOwn }) => (isOwn ? html`<mark>${visible(text)}</mark>` : visible(text)));
	return html`${shown}${isCut ? html`<span class="muted"> …</span>` : html``}`;
}

/** The command of the run, and other facts by name. */
export function factsOf(command: readonly string[], others: { readonly [name: string]: string | readonly string[] }): Markup {
	const rows = Object.entries({ command: [command.map(quoted).join(" ")], ...others });
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
