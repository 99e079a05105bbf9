/** The page: its state is in the fragment of its address, its views read and write it. */
import { type Engine, engine } from "urlsieve";
import { elementById } from "./element";
import { startListView } from "./list-view";
import { keepOffline } from "./offline";
import { showOne } from "./one-view";
import { fragmentOf, type PageState, stateOf, type ViewName } from "./page-state";
import { setField } from "./text-field";
import { showTwo } from "./two-view";

/** What is shown when nothing is asked for. */
const EXAMPLE = "HTTP://User@Example.COM:80/%7efoo/./a/../b%2fc?q=%c3%a9#Top";
const EXAMPLES = ["http://example.com/%7efoo", "HTTP://EXAMPLE.com:80/~foo"] as const;

const ENGINE_MEANINGS: { readonly [name in Engine]: string } = {
	"wasm-simd": "WebAssembly with SIMD",
	wasm: "WebAssembly without SIMD",
	js: "JavaScript, for there is no WebAssembly here",
};

/** From this length on a text is looked at when no more is typed for a moment. */
const LONG = 20_000;
const PAUSE = 150;

const url = elementById("url", HTMLTextAreaElement);
const first = elementById("first", HTMLTextAreaElement);
const second = elementById("second", HTMLTextAreaElement);
let view: ViewName = "one";
let waiting: number | undefined;

/** Takes over what the address says. */
function readAddress(): void {
	const state = stateOf(window.location.hash);
	setView(state.view);
	if (state.view === "one") setField(url, state.url ?? EXAMPLE);
	if (state.view === "two") {
		const isAsked = Boolean(state.first || state.second);
		setField(first, isAsked ? (state.first ?? "") : EXAMPLES[0]);
		setField(second, isAsked ? (state.second ?? "") : EXAMPLES[1]);
	}
	show();
}

function setView(name: ViewName): void {
	view = name;
	for (const section of document.querySelectorAll<HTMLElement>(".view")) section.hidden = section.id !== `view-${name}`;
	for (const link of document.querySelectorAll<HTMLElement>("nav a")) {
		if (link.dataset.view === name) link.setAttribute("aria-current", "page");
		else link.removeAttribute("aria-current");
	}
}

function show(): void {
	if (view === "one") showOne(url.value);
	else if (view === "two") showTwo(first.value, second.value);
}

/** Shows what was typed, and puts it into the address. */
function takeInput(): void {
	show();
	const state: PageState = view === "one" ? { view, url: url.value } : { view, first: first.value, second: second.value };
	history.replaceState(null, "", fragmentOf(state) ?? (view === "one" ? "#url" : "#first"));
}

for (const field of [url, first, second]) {
	field.addEventListener("input", () => {
		window.clearTimeout(waiting);
		if (field.value.length < LONG) takeInput();
		else waiting = window.setTimeout(takeInput, PAUSE);
	});
}
for (const link of document.querySelectorAll<HTMLAnchorElement>(".skip")) {
	link.addEventListener("click", (event) => {
		event.preventDefault();
		elementById("main", HTMLElement).focus();
	});
}
window.addEventListener("hashchange", readAddress);

elementById("engine", HTMLElement).textContent = engine;
elementById("engine-meaning", HTMLElement).textContent = `, ${ENGINE_MEANINGS[engine]}.`;
startListView();
readAddress();
void keepOffline();
