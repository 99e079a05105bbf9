/** The page: its state is in the fragment of its address, its views read and write it. */
import { type Engine, engine } from "urlsieve";
import { elementById } from "./element";
import { startListView } from "./list-view";
import { keepOffline } from "./offline";
import { showOne } from "./one-view";
import { fragmentOf, stateOf, type ViewName } from "./page-state";
import { setField } from "./text-field";
import { showTwo } from "./two-view";

/** The texts of the fields that are shown when nothing else is asked for. */
const EXAMPLES = {
	url: "HTTP://User@Example.COM:80/%7efoo/./a/../b%2fc?q=%c3%a9#Top",
	first: "http://example.com/%7efoo",
	second: "HTTP://EXAMPLE.com:80/~foo",
};

const ENGINE_MEANINGS: { readonly [name in Engine]: string } = {
	"wasm-simd": "WebAssembly with SIMD",
	wasm: "WebAssembly without SIMD",
	js: "JavaScript, for there is no WebAssembly here",
};

const TITLES: { readonly [view in ViewName]: string } = { one: "One URL", two: "Two URLs", list: "A list" };

/** From this length on a text is looked at when no more is typed for a moment. */
const LONG = 20_000;
const PAUSE = 150;

const fields = {
	url: elementById("url", HTMLTextAreaElement),
	first: elementById("first", HTMLTextAreaElement),
	second: elementById("second", HTMLTextAreaElement),
};
let state = { view: "one" as ViewName, ...EXAMPLES };
let waiting: number | undefined;

/** Takes over what the address says; of what it does not say, what there was stays. */
function readAddress(): void {
	state = { ...state, ...stateOf(window.location.hash) };
	for (const name of ["url", "first", "second"] as const) setField(fields[name], state[name]);
	showView();
	show();
}

function showView(): void {
	for (const section of document.querySelectorAll<HTMLElement>(".view")) section.hidden = section.id !== `view-${state.view}`;
	for (const link of document.querySelectorAll<HTMLElement>("nav a")) {
		if (link.dataset.view === state.view) link.setAttribute("aria-current", "page");
		else link.removeAttribute("aria-current");
	}
	document.title = `${TITLES[state.view]} – urlsieve`;
}

function show(): void {
	if (state.view === "one") showOne(state.url);
	else if (state.view === "two") showTwo(state.first, state.second);
}

/** Shows what was typed, and puts it into the address. */
function takeInput(): void {
	state = { ...state, url: fields.url.value, first: fields.first.value, second: fields.second.value };
	show();
	history.replaceState(null, "", fragmentOf(state) ?? `#${state.view}`);
}

for (const field of Object.values(fields)) {
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
