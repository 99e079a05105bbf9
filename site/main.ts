/** The entry of the page. The state lives in the URL fragment, so every view can be linked. */
import { createNormalizer, type Engine } from "urlsieve";
import { elementById } from "../src/page/element";
import { startDropping } from "./file-choice";
import { LIST_FILES, startListView } from "./list-view";
import { enableOffline } from "./offline";
import { showOne } from "./one-view";
import {
	type Against,
	againstOf,
	againstOptions,
	DEFAULT_PROFILE,
	type PageProfile,
	profileOf,
	profileOptions,
	REFERENCE,
	referenceOptions,
	rulesOf,
} from "./page-profile";
import { fragmentOf, stateOf, type ViewName } from "./page-state";
import { FIRST_POLICY } from "./policy-examples";
import { PolicyView } from "./policy-view";
import { setField } from "./text-field";
import { showTwo } from "./two-view";

/** Initial texts of the fields. */
const EXAMPLES = {
	url: "HTTP://User@Example.COM:80/%7efoo/./a/../b%2fc?q=%c3%a9#Top",
	first: "http://example.com/%7efoo",
	second: "HTTP://EXAMPLE.com:80/~foo",
	policy: FIRST_POLICY,
};

const ENGINE_MEANINGS: { readonly [name in Engine]: string } = {
	wasm: "WebAssembly with SIMD",
	js: "JavaScript, because WebAssembly is not available",
};

const TITLES: { readonly [view in ViewName]: string } = { one: "One URL", two: "Two URLs", list: "A list", policy: "A policy" };

/** Texts of this length or more, and policies, are evaluated only after a pause in typing, in milliseconds. */
const LONG = 20_000;
const PAUSE = 150;
/** Longer texts are refused as policies. */
const MAX_POLICY = 1 << 20;

const fields = {
	url: elementById("url", HTMLTextAreaElement),
	first: elementById("first", HTMLTextAreaElement),
	second: elementById("second", HTMLTextAreaElement),
	policy: elementById("policy-text", HTMLTextAreaElement),
};
const NAMES = ["url", "first", "second", "policy"] as const;
const profiles = elementById("profile", HTMLSelectElement);
const rules = elementById("two-profile", HTMLSelectElement);
const against = elementById("against", HTMLSelectElement);
const policyView = new PolicyView();
let state = {
	view: "one" as ViewName,
	...EXAMPLES,
	profile: DEFAULT_PROFILE,
	rules: undefined as PageProfile | undefined,
	against: DEFAULT_PROFILE as Against,
};
let timer: number | undefined;

/** Applies the state in the URL fragment. Fields that it does not name keep their texts. */
function readAddress(): void {
	state = { ...state, ...history.state, ...stateOf(window.location.hash) };
	for (const name of NAMES) setField(fields[name], state[name]);
	profiles.value = state.profile;
	rules.value = state.rules ?? REFERENCE;
	against.value = state.against;
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
	else if (state.view === "policy") policyView.show(state.policy, state.against);
}

/** Takes what was typed and chosen into the state. */
function readFields(): void {
	const { url, first, second, policy } = fields;
	const texts = { url: url.value, first: first.value, second: second.value, policy: policy.value };
	const choices = { profile: profileOf(profiles.value), rules: rulesOf(rules.value), against: againstOf(against.value) };
	state = { ...state, ...texts, ...choices };
}

/** Shows the result of the state and updates the URL fragment. */
function showInput(): void {
	show();
	const fragment = fragmentOf(state);
	history.replaceState(fragment === undefined ? longTexts() : null, "", fragment ?? `#${state.view}`);
}

/** What survives a reload although it is too long for a link: policies take longer to write than URLs. */
function longTexts(): { policy: string; against: Against } | null {
	const { view, policy, against } = state;
	return view === "policy" && policy.length <= MAX_POLICY ? { policy, against } : null;
}

function endPause(): void {
	if (timer === undefined) return;
	window.clearTimeout(timer);
	timer = undefined;
	showInput();
}

function takeInput(): void {
	readFields();
	showInput();
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
		timer = undefined;
		readFields();
		const pause = field === fields.policy ? policyView.pause : field.value.length < LONG ? 0 : PAUSE;
		if (pause === 0) showInput();
		else timer = window.setTimeout(endPause, pause);
	});
	// A link that is clicked takes the focus, and its view an entry of its own in the history.
	field.addEventListener("change", endPause);
}
for (const choice of [profiles, rules, against]) choice.addEventListener("change", takeInput);
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
startDropping(() => (state.view === "policy" ? policyView.changes.files : LIST_FILES));
profiles.replaceChildren(...profileOptions());
rules.replaceChildren(...referenceOptions());
against.replaceChildren(...againstOptions());
readAddress();
void enableOffline();
