/**
 * A literal, slow reference implementation of `shape@1`, for differential tests. It shares nothing with the kernel: each class is a regular
 * expression, as docs/guide/shapes.md has it. Texts are Latin-1 strings: one char per octet.
 */

const MONTH_NAME =
	/^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;
const YEAR = "(?:19|20)\\d\\d";
const MONTH = "(?:0[1-9]|1[0-2])";
const DAY = "(?:0[1-9]|[12]\\d|3[01])";
const COLON = "(?::|%3A)?";
const NO_ALNUM = "(?![0-9A-Za-z])";
const DATE_TIME = new RegExp(
	`^${YEAR}-?${MONTH}-?${DAY}T\\d\\d${COLON}\\d\\d(?:${COLON}\\d\\d(?:\\.\\d+)?)?(?:Z|[-+]\\d\\d${COLON}\\d\\d)?$`,
	"i",
);
const COMPACT_DATE = new RegExp(`^${YEAR}${MONTH}${DAY}$`);
/** Values with marks, by class, in their order. */
const MARKED: readonly (readonly [pattern: RegExp, shapeClass: string])[] = [
	[new RegExp(`^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}${NO_ALNUM}`, "i"), "uuid"],
	[new RegExp(`^${YEAR}([-_.])${MONTH}(?:\\1${DAY})?${NO_ALNUM}`), "date"],
	[new RegExp(`^${DAY}([-_.])${MONTH}\\1${YEAR}${NO_ALNUM}`), "date"],
	[/^(?:(?:0{0,2}\d|0?[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(?:\.(?=\d)|(?![.0-9A-Za-z]))){4}(?<!\.)/, "ip"],
	[new RegExp(`^\\d+\\.\\d+${NO_ALNUM}(?!\\.\\d+${NO_ALNUM})`), "float"],
	[new RegExp(`^\\d+(?:\\.\\d+){2,}${NO_ALNUM}`), "version"],
];
const EMAIL = /^[A-Za-z0-9._+-]+(?:@|%40)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;
const EXTENSION = /^(.+)(\.(?:[A-Za-z][A-Za-z0-9]{0,4}|7z))$/s;
const RUN = /^(?:[0-9A-Za-z\x80-\xff]|%[89A-Fa-f][0-9A-Fa-f])+/;
const SEPARATOR = /^(?:%[0-9A-Fa-f]{2}|.)/s;
const DIGESTS = [32, 40, 56, 64, 96, 128];
const NUMBERED = /^(?:p|pg|page|id)(?=\d+$)/i;
/** The first octet of a character of three octets in a script that does not divide its words. */
const WIDE = /[\xe3-\xef]|%[Ee][3-9A-Fa-f]/g;

/** A run, with its class or as a word, or a separator. */
interface Part {
	readonly text: string;
	readonly isRun: boolean;
	/** Empty: a word, or a separator. */
	readonly shapeClass: string;
}

/** The shape of a key. */
export function oracleShape(key: string): string {
	const [path, query] = split(key.replace(/#.*/s, ""));
	const start = pathStart(path);
	return path.slice(0, start) + pathShape(path.slice(start)) + queryShape(query ?? "");
}

/** A text before and after its first "?". */
function split(text: string): readonly [string, string?] {
	const at = text.indexOf("?");
	return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** The authority ends at "/"; without one, the path follows the scheme. `surt@1` has ")" before the path. */
function pathStart(text: string): number {
	const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text)?.[0].length ?? 0;
	const slash = (from: number) => (text.includes("/", from) ? text.indexOf("/", from) : text.length);
	if (text.startsWith("//", scheme)) return slash(scheme + 2);
	return scheme === 0 || (slash(0) > 0 && text[slash(0) - 1] === ")") ? slash(0) : scheme;
}

function pathShape(path: string): string {
	let before = "";
	return path
		.split("/")
		.map((segment) => {
			const shape = segmentShape(segment, before);
			before = /^\{(year|month)\}/.exec(shape)?.[1] ?? "";
			return shape;
		})
		.join("/");
}

function segmentShape(segment: string, before: string): string {
	const [own = "", ...parameters] = segment.split(";");
	const ends = parameters.map((parameter) =>
		parameter.includes("=") ? literal(parameter.replace(/=.*/s, "")) : stemShape(parameter),
	);
	return [wholeShape(own, before), ...ends].join(";");
}

function wholeShape(segment: string, before: string): string {
	if (EMAIL.test(segment)) return "{email}";
	if (DATE_TIME.test(segment)) return "{date}";
	const [, stem = segment, extension = ""] = EXTENSION.exec(segment) ?? [];
	return `${singleValue(stem, before) ?? stemShape(stem)}${extension}`;
}

/** The class of a stem that is one value, in its braces. */
function singleValue(stem: string, before: string): string | undefined {
	if (/^(?:19|20)\d\d$/.test(stem)) return "{year}";
	if (before === "year" && (/^(?:0?[1-9]|1[0-2])$/.test(stem) || MONTH_NAME.test(stem))) return "{month}";
	if (before === "month" && /^(?:0?[1-9]|[12]\d|3[01])$/.test(stem)) return "{day}";
	if (/^[+-]\d+$/.test(stem)) return "{int}";
	return /^[+-]?\d+\.\d+$/.test(stem) ? "{float}" : undefined;
}

function stemShape(stem: string): string {
	if (isMarkedId(stem)) return "{id}";
	const parts = partsOf(stem);
	const [from, to, need] = slugOf(parts);
	if (wordsIn(parts.slice(from, to)) < need) return parts.map(shapeOf).join("");
	return [...parts.slice(0, from).map(shapeOf), "{slug}", ...parts.slice(to).map(shapeOf)].join("");
}

/** Whether a stem of letters and digits, with one or two marks, is an identifier. */
function isMarkedId(stem: string): boolean {
	const runs = stem.split(/[-_]/);
	const isMarked = runs.length === 2 || (runs.length === 3 && runs[1] !== "");
	const text = runs.join("");
	if (stem.length < 10 || !isMarked || !/^[0-9A-Za-z]+$/.test(text)) return false;
	const chunks = runs.reduce((sum, run) => sum + chunksOf(run), 0);
	return /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text) && stem.length <= 2 * chunks;
}

/** Chunks are words by case, of which a single capital is a part, and runs of digits. */
function chunksOf(run: string): number {
	return run.match(/\d+|[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[A-Z]+(?=[A-Z][a-z])/g)?.length ?? 0;
}

function partsOf(stem: string): Part[] {
	const parts: Part[] = [];
	for (let rest = stem; rest !== ""; ) {
		const isFree = parts.at(-1)?.isRun !== true;
		const part = (isFree && markedPart(rest)) ||
			runPart(rest) || { text: SEPARATOR.exec(rest)?.[0] as string, isRun: false, shapeClass: "" };
		parts.push(part);
		rest = rest.slice(part.text.length);
	}
	return parts;
}

function markedPart(rest: string): Part | undefined {
	for (const [pattern, shapeClass] of MARKED) {
		const text = pattern.exec(rest)?.[0];
		if (text !== undefined) return { text, isRun: true, shapeClass };
	}
	return undefined;
}

function runPart(rest: string): Part | undefined {
	const text = RUN.exec(rest)?.[0];
	if (text === undefined) return undefined;
	const isAscii = /^[0-9A-Za-z]+$/.test(text);
	const isWide = (text.match(WIDE)?.length ?? 0) >= 8;
	return { text, isRun: true, shapeClass: isAscii ? classOf(text) : isWide ? "slug" : "" };
}

/** The class of a run of letters and digits; empty for a word. */
function classOf(run: string): string {
	const chunks = chunksOf(run);
	const { length } = run;
	if (/^\d+$/.test(run)) return COMPACT_DATE.test(run) ? "date" : "int";
	if (!/\d/.test(run)) return length >= 6 && chunks >= 4 && length <= 2 * chunks ? "id" : "";
	const isHex = /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(run) && length >= 8 && /\d.*\d/.test(run);
	if (isHex && DIGESTS.includes(length)) return "hash";
	if (isHex && chunks >= 3) return "hex";
	const isDense = length <= 2.5 * chunks || (length >= 16 && 3 * length <= 10 * chunks);
	return length >= 5 && chunks >= 4 && isDense ? "id" : "";
}

/** The parts that are a slug if they have enough words: from, to, and how many that are. Edges are set aside. */
function slugOf(parts: readonly Part[]): readonly [from: number, to: number, need: number] {
	let [from, to, need] = [0, parts.length, 4];
	const [first, second] = parts;
	const last = parts[to - 1];
	if (first?.shapeClass === "date" && parts.length > 1) [from, need] = [second?.isRun ? 1 : 2, 2];
	else if (first && isEdge(first) && isAside(second)) [from, need] = [2, 3];
	if (to - from > 2 && last && isEdge(last) && isAside(parts[to - 2])) [to, need] = [to - 2, Math.min(need, 3)];
	return [from, to, need];
}

function isEdge({ text, shapeClass }: Part): boolean {
	return ["hex", "hash", "uuid", "id"].includes(shapeClass) || (shapeClass === "int" && text.length >= 5);
}

/** Whether a separator sets an edge aside. */
function isAside(part: Part | undefined): boolean {
	return part !== undefined && !part.isRun && part.text !== ".";
}

/** Words between separators other than dots. A run that is a slug has enough by itself. */
function wordsIn(parts: readonly Part[]): number {
	let [words, isOpen] = [0, true];
	for (const { text, isRun, shapeClass } of parts) {
		if (!isRun) isOpen ||= text !== ".";
		else if (shapeClass === "slug") words += 64;
		else if (shapeClass === "" && isOpen) ++words;
		if (isRun && (shapeClass === "" || shapeClass === "slug")) isOpen = false;
	}
	return words;
}

/** A word has classes for its numbers. */
function shapeOf({ text, isRun, shapeClass }: Part): string {
	if (!isRun) return literal(text);
	if (shapeClass !== "") return `{${shapeClass}}`;
	if (NUMBERED.test(text)) return text.replace(/\d+$/, "{int}");
	return text.replace(/%..|\d{3,}/g, (match) => (match.startsWith("%") ? match : "{int}"));
}

/** Braces as triplets. */
function literal(text: string): string {
	return text.replace(/[{}]/g, (brace) => (brace === "{" ? "%7B" : "%7D"));
}

function queryShape(query: string): string {
	const pieces = query.split("&").filter((piece) => piece !== "");
	const names = pieces.map((piece) => (piece.includes("=") ? `${nameShape(piece.replace(/=.*/s, ""))}=` : stemShape(piece)));
	const sorted = [...new Set(names)].sort();
	return sorted.length === 0 ? "" : `?${sorted.join("&")}`;
}

/** A name has `{int}` for digits in brackets. */
function nameShape(name: string): string {
	return name
		.split(/((?:\[|%5B)\d+(?=\]|%5D))/i)
		.map((text, index) => (index % 2 === 1 ? text.replace(/\d+$/, "{int}") : literal(text)))
		.join("");
}
