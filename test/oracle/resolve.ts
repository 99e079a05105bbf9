/**
 * A literal, slow resolution of references, step by step as the documents write it, for differential tests. It shares nothing
 * with the kernel. "2005" is RFC 3986, "2003" draft-fielding-uri-rfc2396bis-01, "1997" draft-fielding-url-syntax-05.
 */

export interface OracleResolveOptions {
	/** default "2005" */
	edition?: "1997" | "2003" | "2005";
	/** default true; 1997 has no non-strict mode */
	strict?: boolean;
	/** only for 2003; default "remove" */
	excessDots?: "keep" | "remove" | "error";
}

/** An error, as the documents call it. */
class OracleFault extends Error {
	readonly code: "base-not-absolute" | "excess-dots";
	constructor(code: "base-not-absolute" | "excess-dots") {
		super(code);
		this.code = code;
	}
}

interface Components {
	scheme: string | undefined;
	authority: string | undefined;
	path: string;
	query: string | undefined;
	fragment: string | undefined;
}

/** 2005 App. B (the same in 2003 and 1997): scheme = $2, authority = $4, path = $5, query = $7, fragment = $9. */
export function oracleSplit(reference: string): Components {
	const groups = APPENDIX_B.exec(reference)!;
	return { scheme: groups[2], authority: groups[4], path: groups[5]!, query: groups[7], fragment: groups[9] };
}

/** The regexp of App. B, verbatim. Flag s, because the fragment may be any text. */
export const APPENDIX_B = /^(([^:/?#]+):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?/s;

/** 2005 §5.3, the same in 2003 §5.2 and in step 7 of 1997 §5.2. */
export function oracleRecompose({ scheme, authority, path, query, fragment }: Components): string {
	let result = "";
	if (scheme !== undefined) result += `${scheme}:`;
	if (authority !== undefined) result += `//${authority}`;
	result += path;
	if (query !== undefined) result += `?${query}`;
	if (fragment !== undefined) result += `#${fragment}`;
	return result;
}

/** The target of a reference. Throws OracleFault. */
export function oracleResolve(reference: string, base: string, options: OracleResolveOptions = {}): string {
	return oracleRecompose(oracleTarget(reference, base, options));
}

/** The same in components: 2005 §5.2.2, 2003 §5.2, 1997 §5.2. */
export function oracleTarget(reference: string, base: string, options: OracleResolveOptions = {}): Components {
	const r = oracleSplit(reference);
	const b = oracleSplit(base);
	if (b.scheme === undefined) throw new OracleFault("base-not-absolute");
	const { edition = "2005", strict = true, excessDots = "remove" } = options;
	if (edition === "1997") return target1997(r, b);
	// 2005: "A non-strict parser may ignore a scheme in the reference if it is identical to the base URI's scheme"; 2003 the same.
	if (!strict && r.scheme === b.scheme) r.scheme = undefined;
	return edition === "2003" ? target2003(r, b, excessDots) : target2005(r, b);
}

/**
 * Whether a reference points to the same document. 2005 §4.4: its target is, "aside from its fragment component (if any), identical to
 * the base URI"; 2003 §4.2 and 1997 §3: it "does not contain a URI".
 */
export function oracleIsSameDocument(reference: string, base: string, options: OracleResolveOptions = {}): boolean {
	if ((options.edition ?? "2005") !== "2005") return isEmpty(oracleSplit(reference));
	const withoutFragment = (components: Components) => oracleRecompose({ ...components, fragment: undefined });
	return withoutFragment(oracleTarget(reference, base, options)) === withoutFragment(oracleSplit(base));
}

function isEmpty({ scheme, authority, path, query }: Components): boolean {
	return path === "" && scheme === undefined && authority === undefined && query === undefined;
}

/** 2005 §5.2.2, line by line. */
function target2005(r: Components, b: Components): Components {
	const t: Components = { scheme: undefined, authority: undefined, path: "", query: undefined, fragment: undefined };
	if (r.scheme !== undefined) {
		t.scheme = r.scheme;
		t.authority = r.authority;
		t.path = oracleRemoveDotSegments(r.path);
		t.query = r.query;
	} else {
		if (r.authority !== undefined) {
			t.authority = r.authority;
			t.path = oracleRemoveDotSegments(r.path);
			t.query = r.query;
		} else {
			if (r.path === "") {
				t.path = b.path;
				if (r.query !== undefined) t.query = r.query;
				else t.query = b.query;
			} else {
				if (r.path.startsWith("/")) {
					t.path = oracleRemoveDotSegments(r.path);
				} else {
					t.path = merge2005(b, r.path);
					t.path = oracleRemoveDotSegments(t.path);
				}
				t.query = r.query;
			}
			t.authority = b.authority;
		}
		t.scheme = b.scheme;
	}
	t.fragment = r.fragment;
	return t;
}

/** 2005 §5.2.3. */
function merge2005(base: Components, path: string): string {
	if (base.authority !== undefined && base.path === "") return `/${path}`;
	return allButLastSegment(base.path) + path;
}

/** "excluding any characters after the right-most "/" in the base URI path, or excluding the entire base URI path if it does not contain any". */
function allButLastSegment(path: string): string {
	return path.slice(0, path.lastIndexOf("/") + 1);
}

/** One line of a trace as in 2005 §5.2.4: the step that was taken, and both buffers after it. */
export interface DotStep {
	step: string;
	output: string;
	input: string;
}

/** 2005 §5.2.4, with every step. */
export function oracleDotSteps(path: string): DotStep[] {
	let input = path;
	let output = "";
	const trace: DotStep[] = [{ step: "1", output, input }];
	const dropLastSegment = () => {
		output = output.slice(0, Math.max(output.lastIndexOf("/"), 0));
	};
	while (input !== "") {
		let step = "2E";
		if (input.startsWith("../") || input.startsWith("./")) {
			step = "2A";
			input = input.slice(input.indexOf("/") + 1);
		} else if (input.startsWith("/./") || input === "/.") {
			step = "2B";
			input = `/${input.slice(3)}`;
		} else if (input.startsWith("/../") || input === "/..") {
			step = "2C";
			input = `/${input.slice(4)}`;
			dropLastSegment();
		} else if (input === "." || input === "..") {
			step = "2D";
			input = "";
		} else {
			const end = input.indexOf("/", 1);
			const segment = end < 0 ? input : input.slice(0, end);
			output += segment;
			input = input.slice(segment.length);
		}
		trace.push({ step, output, input });
	}
	return trace;
}

/** 2005 §5.2.4, its result. */
export function oracleRemoveDotSegments(path: string): string {
	return oracleDotSteps(path).at(-1)!.output;
}

/** 2003 §5.2, line by line. The current document is the base without its fragment. */
function target2003(r: Components, b: Components, excessDots: "keep" | "remove" | "error"): Components {
	if (r.scheme !== undefined) return r;
	if (r.authority !== undefined) return { ...r, scheme: b.scheme };
	const t = { ...r, scheme: b.scheme, authority: b.authority };
	if (r.path === "") {
		t.path = b.path;
		if (r.query === undefined) t.query = b.query;
	} else if (!r.path.startsWith("/")) {
		t.path = merge2003(b.path, r.path, excessDots);
	}
	return t;
}

/** The merge routine of 2003 §5.2, by its eight steps. */
function merge2003(base: string, path: string, excessDots: "keep" | "remove" | "error"): string {
	let buffer = base === "" ? "/" : allButLastSegment(base);
	buffer += path;
	buffer = withoutDots(buffer);
	const excess = /^\/?(?:\.\.(?:\/|$))+/.exec(buffer)?.[0];
	if (excess === undefined || excessDots === "keep") return buffer;
	if (excessDots === "error") throw new OracleFault("excess-dots");
	return (buffer.startsWith("/") ? "/" : "") + buffer.slice(excess.length);
}

/** 1997 §5.2, steps 1 to 7. The current document of step 2 is the base without its fragment. */
function target1997(r: Components, b: Components): Components {
	if (isEmpty(r)) return { ...b, fragment: r.fragment };
	if (r.scheme !== undefined) return r;
	const t = { ...r, scheme: b.scheme };
	if (r.authority !== undefined) return t;
	t.authority = b.authority;
	if (r.path.startsWith("/")) return t;
	let buffer = allButLastSegment(b.path);
	buffer += r.path;
	if (r.query !== undefined) buffer += `?${r.query}`;
	buffer = withoutDots(buffer);
	const mark = buffer.indexOf("?");
	t.query = mark < 0 ? undefined : buffer.slice(mark + 1);
	t.path = mark < 0 ? buffer : buffer.slice(0, mark);
	return t;
}

/**
 * Steps 6d to 6g of 1997 §5.2, which are steps 3 to 6 of 2003 §5.2. A segment may be empty, but no segment precedes the slash at
 * the start of the buffer: otherwise `/../g` would lose its dots, which the tables keep.
 */
function withoutDots(start: string): string {
	let buffer = start;
	while (/(^|\/)\.\//.test(buffer)) buffer = buffer.replace(/(^|\/)\.\//, "$1");
	buffer = buffer.replace(/(^|\/)\.$/, "$1");
	for (let at = leftmostPair(buffer); at !== undefined; at = leftmostPair(buffer)) {
		buffer = buffer.slice(0, at.start) + buffer.slice(at.end);
	}
	const last = segmentsOf(buffer).slice(-2);
	if (last.length === 2 && last[0]!.text !== ".." && last[1]!.text === "..") buffer = buffer.slice(0, last[0]!.start);
	return buffer;
}

/** The place of the leftmost `<segment>/../`, "where <segment> is a complete path segment not equal to '..'". */
function leftmostPair(buffer: string): { start: number; end: number } | undefined {
	for (const { text, start } of segmentsOf(buffer)) {
		const end = start + text.length + "/../".length;
		if (text !== ".." && buffer.slice(start + text.length, end) === "/../") return { start, end };
	}
	return undefined;
}

function segmentsOf(buffer: string): { text: string; start: number }[] {
	const root = buffer.startsWith("/") ? 1 : 0;
	let start = root;
	return buffer
		.slice(root)
		.split("/")
		.map((text) => {
			const segment = { text, start };
			start += text.length + 1;
			return segment;
		});
}
