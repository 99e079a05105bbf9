/**
 * Parts of the references of a batch, for new columns:
 *
 * ```
 *   output  http://h/a LF  /b LF ──writeParts──▶  h LF /a LF  NUL LF /b LF        a line each, in the order of the parts
 * ```
 */
import { LineRecord } from "../../assembly/layout/addresses";
import { NO_PART, Part } from "../../assembly/layout/parts";
import { unmark } from "../../assembly/lines/line-record";
import { Octet } from "../../assembly/octets/char";
import type { LineWorkspace } from "../engine/workspace";
import { decoder, encoder } from "../utf8";
import type { Batch } from "./batch";
import { OctetSink } from "./octet-sink";

/** Says which part of a host can be registered: the Public Suffix List, `fromTldts(tldts)` of `urlsieve/crawl`. */
export interface PublicSuffix {
	/** The registrable domain that a host ends with: `example.co.uk` for `a.example.co.uk`; undefined when there is none. */
	registrableDomain(host: string): string | undefined;
}

/** The parts, and which of them the kernel writes. That of `site` is made from the host. */
const CODES = {
	scheme: Part.SCHEME,
	host: Part.HOST,
	site: Part.HOST,
	port: Part.PORT,
	path: Part.PATH,
	query: Part.QUERY,
	fragment: Part.FRAGMENT,
	politeness: Part.POLITENESS,
} as const satisfies { readonly [part in PartName]: Part };

/**
 * A part of a reference in normal form. `site`: the registrable domain of its host. `politeness`: host and, unless it is the default, port,
 * without the final dot of a host; crawlers wait between two requests to it. Port, query and fragment come without their delimiter.
 */
export type PartName = "scheme" | "host" | "site" | "port" | "path" | "query" | "fragment" | "politeness";

export const PART_NAMES = Object.keys(CODES) as readonly PartName[];

export function isPart(name: string): name is PartName {
	return Object.hasOwn(CODES, name);
}

/** The word that names these parts to the kernel. */
export function partWord(parts: readonly PartName[]): number {
	return parts.reduce((word, part, place) => word | (CODES[part] << (Part.BITS * place)), 0);
}

/** The site of a host. Undefined if it has none, such as an address. */
export function siteOf(host: string, suffixes: PublicSuffix): string | undefined {
	return suffixes.registrableDomain(host.replace(/\.$/, ""));
}

/** Sites that are remembered. */
const MAX_SITES = 65536;
const NONE = String.fromCharCode(NO_PART);

export class PartLines {
	readonly #word: number;
	/** By part: whether it is a site. */
	readonly #isSite: readonly boolean[];
	readonly #known: Sites;

	/** Requires: at most Part.MAX parts, and `suffixes` for a site. */
	constructor({ columns, suffixes }: PartColumns) {
		const parts = columns.map(({ part }) => part);
		this.#word = partWord(parts);
		this.#isSite = parts.map((part) => part === "site");
		this.#known = new Sites(suffixes);
	}

	/** The parts of all lines of a batch, whose output has one form of each. Valid until the workspace is used again. */
	linesOf({ workspace, records }: Batch): Uint8Array {
		const { output } = workspace;
		const size = this.#isSite.length * (outputEndOf(workspace, records) - output + records);
		const to = workspace.reserveScratch(size);
		const { call, octets } = workspace.kernel;
		const lines = octets.subarray(to, call.writeParts(workspace.records, records, output, this.#word, to));
		return this.#isSite.includes(true) ? this.#withSites(lines) : lines;
	}

	/** Puts sites in the place of their hosts. Other parts keep their octets, which need not be UTF-8. */
	#withSites(lines: Uint8Array): Uint8Array {
		const sink = new OctetSink(lines.length);
		let copied = 0;
		for (let start = 0, line = 0; start < lines.length; ++line) {
			const end = lines.indexOf(Octet.LF, start);
			if (this.#isSite[line % this.#isSite.length]) {
				sink.append(lines.subarray(copied, start));
				sink.append(encoder.encode(this.#siteOf(decoder.decode(lines.subarray(start, end)))));
				copied = end;
			}
			start = end + 1;
		}
		sink.append(lines.subarray(copied));
		return sink.octets();
	}

	#siteOf(host: string): string {
		return host === NONE ? NONE : (this.#known.of(host) ?? NONE);
	}
}

/** The sites of hosts, some of which it remembers. */
export class Sites {
	readonly #suffixes: PublicSuffix | undefined;
	/** By host. */
	readonly #known = new Map<string, string | undefined>();

	constructor(suffixes: PublicSuffix | undefined) {
		this.#suffixes = suffixes;
	}

	/** Undefined: the host has no site, or is empty. */
	of(host: string): string | undefined {
		if (host === "") return undefined;
		if (this.#known.has(host)) return this.#known.get(host);
		const site = this.#suffixes && siteOf(host, this.#suffixes);
		if (this.#known.size === MAX_SITES) this.#known.clear();
		this.#known.set(host, site);
		return site;
	}
}

/** New columns for parts. */
export interface PartColumns {
	readonly columns: readonly { readonly part: PartName; readonly name: string }[];
	/** Needed for sites. */
	readonly suffixes?: PublicSuffix | undefined;
}

/** The part that a line stands for. Null: the reference does not have it. */
export function partOf(line: string | undefined): string | null {
	return line === undefined || line === NONE ? null : line;
}

/** Whether a line of parts stands for a part that is not there. */
export function isAbsent(lines: Uint8Array, start: number): boolean {
	return lines[start] === NO_PART && lines[start + 1] === Octet.LF;
}

/** The end of the output of the first `count` records. */
export function outputEndOf({ kernel, records, output }: LineWorkspace, count: number): number {
	if (count === 0) return output;
	return unmark(kernel.words[(records + (count - 1) * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] as number);
}
