/** Common parts of reports: the document, its sections, tables with bars, pairs of lines, and the facts of the run. */
import { createHash } from "node:crypto";
import { grouped } from "../../counted";
import type { Piece } from "./differences";
import type { Excerpt } from "./excerpt";
import { html, Markup, visible } from "./markup";

/** The parts of a document. */
export interface DocumentParts {
	/** The subject of the report, after "urlsieve: ", such as "what was merged". */
	readonly subject: string;
	readonly version: string;
	readonly date: string;
	readonly totals: Markup;
	readonly main: Markup;
	readonly facts: Markup;
	/** Beside the style of all reports. */
	readonly style?: string;
	/** Instead of the script that searches the items of a sample. */
	readonly script?: string;
	/** JSON that the script reads. */
	readonly data?: string;
}

/** A report as one HTML file: no network, no link. Its Content-Security-Policy allows nothing but its own style sheet and script. */
export function documentOf({ subject, version, date, totals, main, facts, data, ...own }: DocumentParts): string {
	const [style, script] = [STYLE + (own.style ?? ""), own.script ?? SCRIPT];
	const page = html`<!DOCTYPE html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policyOf(style, script))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>urlsieve: ${subject}</title>
<style>${new Markup(style)}</style>
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
${data === undefined ? html`` : dataBlock(data)}<script>${new Markup(script)}</script>
</body>
</html>
`;
	return page.text;
}

function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Hashes allow only this style sheet and this script. */
function policyOf(...texts: readonly [style: string, script: string]): string {
	const [style, script] = texts.map((text) => createHash("sha256").update(text).digest("base64"));
	return `default-src 'none'; style-src 'sha256-${style}'; script-src 'sha256-${script}'; base-uri 'none'; form-action 'none'`;
}

/** JSON in a block that no script runs. Without "<", nothing in it ends the block. */
function dataBlock(json: string): Markup {
	return html`<script type="application/json" id="data">${new Markup(json.replaceAll("<", "\\u003c"))}</script>
`;
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

const STYLE = `
:root {
	color-scheme: light dark;
	--paper: #f5f6f2; --surface: #fdfdfb; --ink: #18211d; --muted: #55615b; --line: #d2d8d1;
	--accent: #0a6349; --accent-tint: #d9ece2; --alarm: #a3261a; --alarm-tint: #f9e1db;
	--serif: Charter, "Bitstream Charter", "Iowan Old Style", "Sitka Text", Cambria, Georgia, serif;
	--mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
	:root {
		--paper: #121714; --surface: #1a211d; --ink: #e4eae5; --muted: #9caaa2; --line: #323c36;
		--accent: #74d4ae; --accent-tint: #173d30; --alarm: #ff9f8c; --alarm-tint: #43201a;
	}
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 100% / 1.5 var(--serif); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 3rem) 3rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.25rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.5rem; }
p { margin: 0 0 0.75rem; }
.muted { color: var(--muted); }
ul, ol { list-style: none; margin: 0; padding: 0; }
code { font: 0.8125rem / 1.5 var(--mono); unicode-bidi: isolate; white-space: pre-wrap; overflow-wrap: anywhere; }
.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 0.75rem; margin: 1.5rem 0 0; }
.totals div { background: var(--surface); border: 1px solid var(--line); border-radius: 0.375rem; padding: 0.75rem 1rem; }
.totals dt { color: var(--muted); }
.totals small { white-space: nowrap; }
.totals dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; color: var(--muted); font-weight: normal; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.bar { width: 30%; padding-right: 0; vertical-align: middle; }
.bar svg { display: block; width: 100%; height: 0.5rem; }
.bar rect { fill: var(--accent); }
.item { background: var(--surface); border: 1px solid var(--line); border-radius: 0.375rem; margin: 0 0 0.75rem; padding: 0.5rem 0.75rem; break-inside: avoid; }
.item p { margin: 0; }
.pair { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 0.75rem; align-items: baseline; }
mark { color: inherit; background: var(--alarm-tint); padding-bottom: 1px; border-bottom: 2px solid; }
.kept mark { background: var(--accent-tint); }
.unseen { font-style: normal; color: var(--alarm); border: 1px solid; border-radius: 0.125rem; padding: 0 0.125rem; }
.search { display: block; margin: 0 0 0.75rem; }
.search[hidden], .item[hidden] { display: none; }
.search input { display: block; width: 100%; margin-top: 0.25rem; padding: 0.5rem 0.75rem; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--muted); border-radius: 0.375rem; }
.search input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.25rem 1rem; margin: 0; }
.facts dt { color: var(--muted); }
.facts dd { margin: 0; }
@media (max-width: 36rem) {
	.bar { display: none; }
	.pair, .facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
}
@media print {
	html { background: none; font-size: 75%; }
	.search { display: none; }
	mark, .bar rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

const SCRIPT = `
const field = document.getElementById("search");
const found = document.getElementById("found");
const items = [...document.querySelectorAll("#sample .item")].map((item) => [item, item.textContent.toLowerCase()]);
field.parentElement.hidden = false;
field.addEventListener("input", () => {
	const words = field.value.toLowerCase().split(" ").filter(Boolean);
	let count = 0;
	for (const [item, text] of items) {
		item.hidden = !words.every((word) => text.includes(word));
		count += item.hidden ? 0 : 1;
	}
	found.textContent = count + " of " + items.length + " shown";
});
`;
