/**
 * Parts of the references of a batch, for new columns:
 *
 * ```
 *   output  http://h/a LF  /b LF ──writeParts──▶  h LF /a LF  NUL LF /b LF        a line each, in the order of the parts
 * ```
 */
import { LineRecord } from "../../assembly/layout/addresses";
import { NO_PART, Part, partRoom } from "../../assembly/layout/parts";
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
	shape: Part.SHAPE,
} as const satisfies { readonly [part in PartName]: Part };

/**
 * A part of a reference in normal form. `site`: the registrable domain of its host. `politeness`: host and, unless it is the default, port,
 * without the final dot of a host; crawlers wait between two requests to it. Port, query and fragment come without their delimiter.
 * `shape`: the key with classes in place of values, `shape@1`.
 */
export type PartName = "scheme" | "host" | "site" | "port" | "path" | "query" | "fragment" | "politeness" | "shape";

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
	readonly #parts: readonly PartName[];
	readonly #known: Sites;
	readonly #learned: ShapeSource | undefined;

	/** `learned`: for learned shapes. Requires: `suffixes` for a site. */
	constructor({ columns, suffixes }: PartColumns, learned?: ShapeSource) {
		this.#learned = learned;
		this.#parts = columns.map(({ part }) => part);
		this.#known = new Sites(suffixes);
	}

	/**
	 * The parts of all lines of a batch, whose output has one form of each. `keyShapes`: those of the keys, under rules with two forms. Valid
	 * until the workspace is used again.
	 */
	linesOf(batch: Batch, keyShapes?: Uint8Array): Uint8Array {
		// The kernel writes Part.MAX parts at a time: all but the shape.
		const shapes = keyShapes ?? this.#shapesOf(batch);
		const lines = shapes === undefined ? writeParts(batch, this.#parts) : this.#withShapes(batch, shapes);
		return this.#parts.includes("site") ? this.#withSites(lines) : lines;
	}

	/** The shapes that the kernel does not write with the other parts. */
	#shapesOf(batch: Batch): Uint8Array | undefined {
		if (this.#parts.includes("shape") && this.#learned !== undefined) return this.#learned.shapesOf(batch);
		return this.#parts.length > Part.MAX ? writeParts(batch, ["shape"]).slice() : undefined;
	}

	/** Puts the shape of each row between its other parts. */
	#withShapes(batch: Batch, shapes: Uint8Array): Uint8Array {
		const place = this.#parts.indexOf("shape");
		const others = this.#parts.toSpliced(place, 1);
		if (others.length === 0) return shapes;
		const lines = writeParts(batch, others);
		const sink = new OctetSink(lines.length + shapes.length);
		for (let [start, shape] = [0, 0]; start < lines.length; ) {
			const middle = skipLines(lines, start, place);
			const end = skipLines(lines, middle, others.length - place);
			const shapeEnd = skipLines(shapes, shape, 1);
			sink.append(lines.subarray(start, middle));
			sink.append(shapes.subarray(shape, shapeEnd));
			sink.append(lines.subarray(middle, end));
			[start, shape] = [end, shapeEnd];
		}
		return sink.octets();
	}

	/** Puts sites in the place of their hosts. Other parts keep their octets, which need not be UTF-8. */
	#withSites(lines: Uint8Array): Uint8Array {
		const sink = new OctetSink(lines.length);
		let copied = 0;
		for (let start = 0, line = 0; start < lines.length; ++line) {
			const end = lines.indexOf(Octet.LF, start);
			if (this.#parts[line % this.#parts.length] === "site") {
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

/** Writes parts of all lines of a batch, a line each, after the areas of its workspace. Valid until that is used again. */
export function writeParts({ workspace, records }: Pick<Batch, "workspace" | "records">, parts: readonly PartName[]): Uint8Array {
	const { output } = workspace;
	const word = partWord(parts);
	const size = parts.length * (partRoom(word, outputEndOf(workspace, records) - output) + records);
	const to = workspace.reserveScratch(size);
	const { call, octets } = workspace.kernel;
	return octets.subarray(to, call.writeParts(workspace.records, records, output, word, to));
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

/** Whether one of the new columns has shapes: they need the keys. */
export function haveShape(parts: PartColumns | undefined): boolean {
	return parts?.columns.some(({ part }) => part === "shape") ?? false;
}

/** Makes shapes in its own way. */
interface ShapeSource {
	/** The shapes of a batch whose output has the keys: a copy. */
	shapesOf(batch: Batch): Uint8Array;
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

/** The end of the output of the first `count` records: its start, if there are none. */
export function outputEndOf({ kernel, records, output }: LineWorkspace, count: number): number {
	if (count === 0) return output;
	return unmark(kernel.words[(records + (count - 1) * LineRecord.SIZE + LineRecord.OUTPUT_END) >> 2] as number);
}

/** The end of `count` lines from `start` on. */
export function skipLines(lines: Uint8Array, start: number, count: number): number {
	let at = start;
	for (let line = 0; line < count; ++line) at = lines.indexOf(Octet.LF, at) + 1;
	return at;
}
