/**
 * The style sheet of a report. Colours are those of the web page. Differences have a line below, so that they show in print too: a
 * border, because an underline would hide "_".
 */
export const STYLE = `
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
