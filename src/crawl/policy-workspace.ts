/** Workspaces of the crawl kernel with a program in them: each policy has a kernel of its own. */
import { CrawlLimit } from "../../assembly/crawl-layout";
import { Component } from "../../assembly/layout";
import { Header } from "../../assembly/policy/program";
import type { Engine, Kernel } from "../engine/kernel";
import { ALIGNMENT, REFERENCE_CAPACITY, Workspace } from "../engine/workspace";
import { UriError } from "../errors";
import { compile, type Forms } from "./compile";
import { crawlError } from "./crawl-errors";
import { type CrawlFunctions, type CrawlWorkspace, crawlKernels } from "./crawl-kernel";
import type { CrawlSettings } from "./crawl-options";
import { keyForm } from "./crawl-reference";
import type { Origin } from "./key-options";
import type { ParameterList, Policy } from "./policy";
import { PolicyError } from "./policy-error";
import { namesOf, namesOfParameters } from "./policy-names";

/** Octets between the areas of a program and a workspace. */
const SLACK = 64;

/** A workspace, and what the entries of the program in it were made from: none without a program. */
export interface PolicyWorkspace {
	readonly workspace: CrawlWorkspace;
	readonly origins: readonly (Origin | undefined)[];
}

/** A workspace whose kernel runs a checked policy. Throws PolicyError for a name that is not a host, and ListError. */
export function policyWorkspace(policy: Policy, lists: readonly ParameterList[], settings: CrawlSettings): PolicyWorkspace {
	const forms = new NameForms(policy, settings);
	for (const { kind, name, path } of namesOf(policy)) forms[kind](name, path);
	for (const list of lists) for (const { kind, name, path } of namesOfParameters(list.params, "/params")) forms[kind](name, path);
	const { octets, origins } = compile(policy, lists, settings.identity, forms);
	return { workspace: workspaceWith(octets, settings.engine), origins };
}

function workspaceWith(program: Uint8Array, engine: Engine): CrawlWorkspace {
	const size = program.length + new DataView(program.buffer).getInt32(Header.WORK, true) + SLACK;
	return new Workspace(() => kernelWith(program, size, engine), REFERENCE_CAPACITY, CrawlLimit.GROWTH, size + ALIGNMENT);
}

/** Creates a kernel with the program in the first `size` octets of its heap. */
function kernelWith(program: Uint8Array, size: number, engine: Engine): Kernel<CrawlFunctions> {
	const kernel = crawlKernels.create(engine);
	const start = Math.ceil(kernel.call.heapBase() / ALIGNMENT) * ALIGNMENT;
	kernel.reserve(start + size);
	kernel.octets.set(program, start);
	kernel.call.fingerprint(0, start + Header.BASE, start + program.length, start + Header.CHECKSUM);
	const status = kernel.call.setProgram(start, program.length);
	if (status < 0) throw crawlError(-status, Component.NONE, 0, "");
	return kernel;
}

/** How the names in a policy are written, by the kernel itself: with a policy that drops what scopes leave out. */
class NameForms implements Forms {
	readonly #workspace: CrawlWorkspace;
	readonly #settings: CrawlSettings;

	constructor({ base }: Policy, settings: CrawlSettings) {
		const comparable: Policy = { ...(base && { base }), key: { hostDot: "drop", www: "drop" } };
		const none: Forms = { host: (host) => ({ host, isExact: false }), path: (text) => text };
		this.#workspace = workspaceWith(compile(comparable, [], "", none).octets, settings.engine);
		this.#settings = settings;
	}

	host(name: string, place = "") {
		const url = `http://${name}/`;
		const key = keyForm(url, this.#settings, this.#workspace);
		const host = key instanceof UriError ? undefined : /^http:\/\/([^/:@?#]+)\/$/.exec(key)?.[1];
		const isPlain = /^[^/:@?#\\[\]]+$/.test(name);
		if (host === undefined || !isPlain) throw notA("host name", name, place);
		return { host, isExact: /^www\./i.test(name) && !/^www\./.test(host) };
	}

	path(text: string, place = ""): string {
		const start = text.startsWith("/") ? "http://h" : "http://h/";
		const key = keyForm(start + text, this.#settings, this.#workspace);
		const path = key instanceof UriError ? "" : key.slice(start.length).replace(/\/$/, "");
		if (path === "" || /[?#]/.test(text)) throw notA("part of a path", text, place);
		return path;
	}
}

function notA(noun: string, text: string, path: string): PolicyError {
	return new PolicyError("invalid-policy", `Invalid policy: ${path} must be a ${noun}, not ${JSON.stringify(text)}.`, path);
}
