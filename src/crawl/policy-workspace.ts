/** Workspaces of the crawl kernel with a program in them: each policy has a kernel of its own. */

import { Header } from "../../assembly/policy/program";
import { FINGERPRINT_SIZE } from "../../assembly/seen/fingerprint";
import type { Engine, Kernel } from "../engine/kernel";
import { ALIGNMENT } from "../engine/workspace";
import { UriError } from "../errors";
import { type CompiledPolicy, compile } from "./compile/compile";
import { partsOf, pathGlob } from "./compile/globs";
import type { Forms } from "./compile/place-octets";
import type { ScopeName } from "./compile/scope-names";
import { REFUSED_PROGRAM } from "./crawl-errors";
import { type CrawlFunctions, CrawlWorkspace, crawlKernels, crawlWorkspace } from "./crawl-kernel";
import type { CrawlSettings } from "./crawl-options";
import { keyForm } from "./crawl-reference";
import { invalidList } from "./lists/list-error";
import { eachName, eachNameOfList, type PlacedName } from "./policy/policy-names";
import { formedFrom } from "./rewrites/formed";
import { parseFrom } from "./rewrites/parse-from";
import { isPlainHost } from "./schema/filter";
import type { PlainList, PlainPolicy } from "./schema/plain";
import { invalidPolicy, PolicyError, type PolicyFault } from "./schema/policy-error";
import { hostAdvice } from "./schema/remedies";

/** A text of a path without anything to encode or decode, and without dot-segments. */
const PLAIN_PART = /^(?:[\w~/-]|(?<=[\w~-])\.)*$/;
const PLAIN_PATTERN = /^(?:https?:\/\/(?:[a-z][a-z\d-]*\.)+[a-z]+)?\/[\w~/:*-]*$/;
/** Octets between the areas of a program and a workspace. */
const SLACK = 64;

/** Compiles a checked policy. Throws PolicyError for a name that is not a host, and ListError. */
export function programOf(policy: PlainPolicy, lists: readonly PlainList[], settings: CrawlSettings): CompiledPolicy {
	const forms = new NameForms(policy, settings);
	const faults = forms.faults((take) => eachName(policy, take));
	if (faults.length > 0) throw invalidPolicy(faults);
	for (const list of lists) {
		const faults = forms.faults((take) => eachNameOfList(list, take));
		if (faults.length > 0) throw invalidList(faults, `list "${list.name}"`);
	}
	const program = compile(policy, lists, settings.identity, forms);
	writeChecksum(program.octets, settings.engine);
	return program;
}

function writeChecksum(octets: Uint8Array, engine: Engine): void {
	const workspace = crawlWorkspace(engine);
	workspace.reserve(octets.length);
	workspace.inputOctets.set(octets);
	const { kernel, input, output } = workspace;
	workspace.setKey(new Uint8Array(FINGERPRINT_SIZE));
	kernel.call.fingerprint(workspace.key, input + Header.BASE, input + octets.length, output);
	octets.set(kernel.octets.subarray(output, output + FINGERPRINT_SIZE), Header.CHECKSUM);
}

/** A workspace whose kernel runs a program. Throws PolicyError `invalid-program`. Requires: `compile` made it. */
export function workspaceWith(program: Uint8Array, engine: Engine): CrawlWorkspace {
	const size = program.length + new DataView(program.buffer, program.byteOffset).getInt32(Header.WORK, true) + SLACK;
	return new CrawlWorkspace(() => kernelWith(program, size, engine), size + ALIGNMENT);
}

/** Creates a kernel with the program in the first `size` octets of its heap. */
function kernelWith(program: Uint8Array, size: number, engine: Engine): Kernel<CrawlFunctions> {
	const kernel = crawlKernels.create(engine);
	const start = Math.ceil(kernel.call.heapBase() / ALIGNMENT) * ALIGNMENT;
	kernel.reserve(start + size);
	kernel.octets.set(program, start);
	const status = kernel.call.setProgram(start, program.length);
	if (status < 0) throw new PolicyError("invalid-program", `${REFUSED_PROGRAM} (at 0).`, []);
	return kernel;
}

/** Has the kernel itself convert the names of a policy, under a policy that drops the parts that scopes leave out. */
class NameForms implements Forms {
	readonly #workspace: CrawlWorkspace;
	readonly #settings: CrawlSettings;
	readonly #keys = new Map<string, string | UriError>();

	constructor({ base }: PlainPolicy, settings: CrawlSettings) {
		const comparable: PlainPolicy = { ...(base && { base }), key: { hostDot: "drop", www: "drop" } };
		const same = (text: string) => text;
		const none: Forms = { host: (host) => ({ host, isExact: false }), path: same, part: same, label: same, alias: same };
		const { octets } = compile(comparable, [], "", none);
		writeChecksum(octets, settings.engine);
		this.#workspace = workspaceWith(octets, settings.engine);
		this.#settings = settings;
	}

	/** The faults of the names that `each` passes on. */
	faults(each: (take: (name: PlacedName) => void) => void): PolicyFault[] {
		const faults: PolicyFault[] = [];
		each(({ kind, name, path }) => {
			try {
				this[kind](name, path);
			} catch (error) {
				if (!(error instanceof PolicyError)) throw error;
				faults.push(...error.faults);
			}
		});
		return faults;
	}

	/** Sites have many names in common, and each is asked for when it is checked and when it is written. */
	#key(reference: string): string | UriError {
		const key = this.#keys.get(reference) ?? keyForm(reference, this.#settings, this.#workspace);
		this.#keys.set(reference, key);
		return key;
	}

	host(name: string, place = ""): ScopeName {
		if (name.startsWith("*.")) return { host: this.alias(name, place), isExact: false, isBelow: true };
		if (name.startsWith("=")) return { ...this.#named(name.slice(1), place), isExact: true };
		return this.#named(name, place);
	}

	#named(name: string, place: string): ScopeName {
		// Fast path only: the kernel changes nothing in such a name.
		if (isPlainHost(name)) return { host: name, isExact: false };
		const key = this.#key(`http://${name}/`);
		const host = key instanceof UriError ? undefined : /^http:\/\/(\[[^\]]+\]|[^/:@?#*]+)\/$/.exec(key)?.[1];
		const isPlain = /^(?:\[[^\]/]+\]|[^/:@?#\\[\]]+)$/.test(name);
		if (host === undefined || !isPlain) throw notA("host", name, place, hostAdvice(name));
		return { host, isExact: isAddress(host) || (/^www\./i.test(name) && !/^www\./.test(host)) };
	}

	/** A host as it stands, but for a final dot. */
	alias(name: string, place = ""): string {
		const host = name.replace(/^\*\./, "");
		// Fast path only, as for scopes.
		if (isPlainHost(host.replace(/^(?:www\.)+/, ""))) return host;
		// A label in front keeps `www.` labels; no address has one.
		const below = this.#key(`http://x.${host}/`);
		const own = below instanceof UriError ? undefined : /^http:\/\/x\.([^/:@?#*]+)\/$/.exec(below)?.[1];
		return own ?? this.#named(host, place).host;
	}

	label(text: string, place = ""): string {
		const host = this.#key(`http://${text}.x/`);
		const label = host instanceof UriError ? undefined : /^http:\/\/([^./:@?#*]+)\.x\/$/.exec(host)?.[1];
		if (label === undefined) throw notA("label of a host", text, place);
		return label;
	}

	pattern(text: string, place = ""): void {
		pathGlob(text, (part, index) => this.part(part, index, place));
	}

	from(text: string, place = ""): void {
		// Fast path only: keys have all texts of such a pattern.
		if (PLAIN_PATTERN.test(text)) return;
		formedFrom(parseFrom(text), {
			part: (part, index) => this.part(part, index, place),
			alias: (host) => this.alias(host, place),
			label: (label) => this.label(label, place),
		});
	}

	segment(text: string, place = ""): void {
		if (!text.includes("*")) this.path(text, place);
		else for (const part of partsOf(text)) this.part(part, 1, place);
	}

	part(text: string, index: number, place = ""): string {
		// Fast path only: no base changes such a text.
		if (PLAIN_PART.test(text)) return text;
		// A letter on either side, so that neither end is a segment of its own.
		const start = index === 0 ? "http://h" : "http://h/x";
		const key = this.#key(`${start}${text}x`);
		if (key instanceof UriError || !key.startsWith(start) || !key.endsWith("x"))
			throw notA("pattern of paths", text, place, 'no path of a key has segments "." or ".."');
		return key.slice(start.length, -1);
	}

	path(text: string, place = ""): string {
		const start = text.startsWith("/") ? "http://h" : "http://h/";
		const key = this.#key(start + text);
		const path = key instanceof UriError ? "" : key.slice(start.length).replace(/\/$/, "");
		if (path === "" || /[?#]/.test(text)) throw notA("part of a path", text, place);
		return path;
	}
}

/** Whether a host is an IP address, which has no hosts below it. */
function isAddress(host: string): boolean {
	return host.startsWith("[") || /^(?:\d{1,3}\.){3}\d{1,3}$/.test(host);
}

function notA(noun: string, text: string, path: string, advice = ""): PolicyError {
	const message = `${path} must be a ${noun}, not ${JSON.stringify(text)}${advice === "" ? "" : `: ${advice}`}`;
	return invalidPolicy([{ path, message }]);
}
