/**
 * Whether all who read a request target read the same.
 *
 * ```
 *   /public/..;/admin ──▶ nginx ──sends──▶ tomcat
 *                         /public/..;/admin   /admin      class: segments
 * ```
 */
import { checkNames, checkOptions } from "./checked-options";
import { decode } from "./readers/octets";
import type { Reading } from "./readers/reading";
import { type Reader, type ReaderId, readerOf } from "./readers/table";

/** In what two readers differ; `too-long` for a target that is not read. */
export const DIFFERENCE_CLASSES = ["host", "segments", "query", "unreserved", "spelling", "acceptance", "too-long"] as const;

/** A kind of disagreement between two readers. docs/reference/edge.md explains each. */
export type DifferenceClass = (typeof DIFFERENCE_CLASSES)[number];

/** Kinds of disagreement that are rejected by default. */
const REJECTED: readonly DifferenceClass[] = ["host", "segments", "query", "unreserved"];

/** Longer targets are not read. Octets. */
const MAX_TARGET = 16_384;

/** Options of `agree`. */
export interface AgreeOptions {
	/** The field Host of the request. */
	readonly host?: string | undefined;
	/** The classes for which `agree` is false. The default is host, segments, query and unreserved. */
	readonly reject?: readonly DifferenceClass[] | undefined;
}

/** A reader's view of the target. Paths and queries are octets: one UTF-16 unit each. */
export interface View {
	readonly reader: ReaderId;
	readonly accepts: boolean;
	/** The status of its response to a target that it does not accept: an error or a redirect. */
	readonly status?: number;
	readonly host?: string;
	/** The path that it routes on. */
	readonly path?: string;
	/** Whether the triplets of `path` are still encoded. */
	readonly raw: boolean;
	/** Without `?`. */
	readonly query?: string;
	/** The target that it sends on. */
	readonly sends?: string;
}

/** Two readers that disagree. */
export interface Difference {
	readonly class: DifferenceClass;
	readonly readers: readonly [ReaderId, ReaderId];
}

/** The result of `agree`. */
export interface Agreement {
	readonly agree: boolean;
	readonly differences: readonly Difference[];
	/** In the order of the readers. Empty for a target that is too long. */
	readonly views: readonly View[];
}

/** Targets that all readers take as they are. */
const PLAIN = /^(?:\/(?![./])[\w.~-]*)+$/;

/**
 * Whether all readers of a request target route on the same host, path and query. `target` is what stands in the request line, one
 * UTF-16 unit for each octet; `readers` are in the order in which the request meets them, and each reads what the one before it sends.
 *
 * Throws TypeError if there is no reader, for an unknown reader or class, and for a target that is no string or has units above 0xFF.
 *
 * @example
 * ```ts
 * agree("/public/..;/admin", ["nginx", "tomcat"]).agree; // false
 * agree("/public/..;/admin", ["nginx", "tomcat"]).differences[0]?.class; // "segments"
 * agree("/a%20b", ["nginx", "express"]).agree; // true
 * ```
 */
export function agree(target: string, readers: readonly ReaderId[], options: AgreeOptions = {}): Agreement {
	checkOptions(options, ["host", "reject"]);
	const { host, reject } = options;
	if (host !== undefined && typeof host !== "string") throw new TypeError("The option host must be a string.");
	const rejected = reject === undefined ? REJECTED : checkClasses(reject);
	if (!Array.isArray(readers)) throw new TypeError("The argument readers must be an array of ids; readers() lists all.");
	const asked = Array.from(readers, (id) => readerOf(id));
	if (asked.length === 0) throw new TypeError("agree requires at least one reader.");
	if (typeof target !== "string") throw new TypeError("A target must be a string.");
	if (target.length > MAX_TARGET) return tooLong(asked);
	if (PLAIN.test(target)) return { agree: true, differences: [], views: asked.map((reader) => plainView(target, reader, host)) };
	if (/[^\0-\xff]/.test(target)) throw new TypeError("A target must have one UTF-16 unit for each octet, none above 0xFF.");
	const views = viewsOf(target, asked, host);
	const differences = differencesOf(views, /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i.test(target));
	return { agree: !differences.some((difference) => rejected.includes(difference.class)), differences, views };
}

function checkClasses(classes: readonly DifferenceClass[]): readonly DifferenceClass[] {
	if (!Array.isArray(classes)) throw new TypeError("The option reject must be an array of classes.");
	checkNames(classes, DIFFERENCE_CLASSES, "class", "es");
	return classes;
}

function tooLong(readers: readonly Reader[]): Agreement {
	const ends = [readers[0], readers.at(-1)].map((reader) => reader?.id) as [ReaderId, ReaderId];
	return { agree: false, differences: [{ class: "too-long", readers: ends }], views: [] };
}

function plainView(target: string, { id, raw }: Reader, host: string | undefined): View {
	const view = { reader: id, accepts: true, path: target, raw, sends: target };
	return host === undefined ? view : { ...view, host };
}

/** Each reader reads what the one before it sends; after a reader that rejects the target, the same. */
function viewsOf(target: string, readers: readonly Reader[], host: string | undefined): View[] {
	let [next, field] = [target, host];
	return readers.map(({ id, read, raw }) => {
		const reading = read(next);
		const view = viewOf(id, reading, raw, field);
		next = view.sends ?? next;
		// A proxy sends the host that it has read: RFC 9112 §3.2.2.
		field = view.host ?? field;
		return view;
	});
}

function viewOf(reader: ReaderId, reading: Reading, raw: boolean, field: string | undefined): View {
	if (typeof reading === "number") return { reader, accepts: false, status: reading, raw };
	const { path, query, sends } = reading;
	const host = reading.host ?? field;
	return { reader, accepts: true, ...(host !== undefined && { host }), path, raw, ...(query !== undefined && { query }), sends };
}

function differencesOf(views: readonly View[], hasUnreserved: boolean): Difference[] {
	const compared = views.map((view) => ({ ...view, host: hostOf(view), segments: segmentsOf(view) }));
	return compared.flatMap((a, index) =>
		compared
			.slice(index + 1)
			.flatMap((b) => classesOf(a, b, hasUnreserved).map((name): Difference => ({ class: name, readers: [a.reader, b.reader] }))),
	);
}

interface Compared extends View {
	readonly segments: string;
}

function classesOf(a: Compared, b: Compared, hasUnreserved: boolean): DifferenceClass[] {
	if (a.accepts !== b.accepts) return ["acceptance"];
	if (!a.accepts) return [];
	const classes: DifferenceClass[] = [];
	if (a.host !== b.host) classes.push("host");
	if (a.segments !== b.segments) classes.push("segments");
	// `?` before nothing begins no query.
	if ((a.query ?? "") !== (b.query ?? "")) classes.push("query");
	if (a.segments === b.segments && a.path !== b.path) classes.push(hasUnreserved ? "unreserved" : "spelling");
	return classes;
}

/** Without userinfo and default port, in lowercase. */
function hostOf({ host = "" }: View): string {
	const authority = host.slice(host.lastIndexOf("@") + 1);
	return authority.replace(/:(?:80|443)?$/, "").toLowerCase();
}

/** A decoded path has no other text with the same segments. In one that is encoded, `%2F` is data. */
function segmentsOf({ path = "", raw }: View): string {
	return JSON.stringify((path || "/").split("/").map((segment) => (raw ? decode(segment) : segment)));
}
