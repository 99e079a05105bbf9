/** The entry of the page. The state lives in the URL fragment, so every view can be linked. */
import { createNormalizer, type Engine } from "urlsieve";
import { elementById } from "./element";
import { startDropping } from "./file-choice";
import { LIST_FILES, startListView } from "./list-view";
import { enableOffline } from "./offline";
import { showOne } from "./one-view";
import {
	DEFAULT_PROFILE,
	type PageProfile,
	profileOf,
	profileOptions,
	REFERENCE,
	referenceOptions,
	rulesOf,
} from "./page-profile";
import { fragmentOf, stateOf, type ViewName } from "./page-state";
import { setField } from "./text-field";
import { showTwo } from "./two-view";

/** Initial texts of the fields. */
const EXAMPLES = {
	url: "HTTP://User@Example.COM:80/%7efoo/./a/../b%2fc?q=%c3%a9#Top",
	first: "http://example.com/%7efoo",
	second: "HTTP://EXAMPLE.com:80/~foo",
};

const ENGINE_MEANINGS: { readonly [name in Engine]: string } = {
	wasm: "WebAssembly with SIMD",
	js: "JavaScript, because WebAssembly is not available",
};

const TITLES: { readonly [view in ViewName]: string } = { one: "One URL", two: "Two URLs", list: "A list" };

/** Texts of this length or more are evaluated only after a pause in typing, in milliseconds. */
const LONG = 20_000;
const PAUSE = 150;

const fields = {
	url: elementById("url", HTMLTextAreaElement),
	first: elementById("first", HTMLTextAreaElement),
	second: elementById("second", HTMLTextAreaElement),
};
const profiles = elementById("profile", HTMLSelectElement);
const rules = elementById("two-profile", HTMLSelectElement);
let state = { view: "one" as ViewName, ...EXAMPLES, profile: DEFAULT_PROFILE, rules: undefined as PageProfile | undefined };
let timer: number | undefined;

/** Applies the state in the URL fragment. Fields that it does not name keep their texts. */
function readAddress(): void {
	state = { ...state, ...stateOf(window.location.hash) };
	for (const name of ["url", "first", "second"] as const) setField(fields[name], state[name]);
	profiles.value = state.profile;
	rules.value = state.rules ?? REFERENCE;
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
	if (state.view === "one") showOne(state.url, state.profile, (text) => accept("url", text));
	else if (state.view === "two") showTwo(state.first, state.second, state.rules, accept);
}

/** Shows the result of the typed text and updates the URL fragment. */
function takeInput(): void {
	const { url, first, second } = fields;
	const choices = { profile: profileOf(profiles.value), rules: rulesOf(rules.value) };
	state = { ...state, url: url.value, first: first.value, second: second.value, ...choices };
	show();
	history.replaceState(null, "", fragmentOf(state) ?? `#${state.view}`);
}

/** Puts a proposed text into a field, as if it were typed. */
function accept(name: keyof typeof fields, text: string): void {
	fields[name].value = text;
	takeInput();
	fields[name].focus();
}

for (const field of Object.values(fields)) {
	field.addEventListener("input", () => {
		window.clearTimeout(timer);
		if (field.value.length < LONG) takeInput();
		else timer = window.setTimeout(takeInput, PAUSE);
	});
}
for (const choice of [profiles, rules]) choice.addEventListener("change", takeInput);
for (const link of document.querySelectorAll<HTMLAnchorElement>(".skip")) {
	link.addEventListener("click", (event) => {
		event.preventDefault();
		elementById("main", HTMLElement).focus();
	});
}
window.addEventListener("hashchange", readAddress);

const { engine } = createNormalizer().settings;
elementById("engine", HTMLElement).textContent = engine;
elementById("engine-meaning", HTMLElement).textContent = `, ${ENGINE_MEANINGS[engine]}.`;
startListView();
startDropping(() => LIST_FILES);
profiles.replaceChildren(...profileOptions());
rules.replaceChildren(...referenceOptions());
readAddress();
void enableOffline();
