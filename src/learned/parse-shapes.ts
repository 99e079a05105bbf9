/** Checks a file of shapes, which may be hostile: whatever is in it, applying it to a key takes time in proportion to the key. */
import { CLASS_TEXTS } from "../../assembly/layout/shapes";
import { FileError } from "../errors";
import { requireString } from "../input";
import { SHAPE_IDENTITY } from "../reference/shape";
import { WORD } from "./kinds";
import { type Position, SHAPES_FORMAT, type ShapeCount, type ShapesFile, type SiteShapes, type Trap } from "./schema";

/** Max positions, words that stay and paths above years in a file. */
const MAX_ENTRIES = 1_000_000;
/** Max traps of a site, which a key is compared with one by one. A sample has too few keys for as many. */
const MAX_TRAPS = 10_000;
const MAX_TEXT = 16_384;
const TRAP_KINDS: ReadonlySet<string> = new Set<Trap["trap"]>(["cycle", "growth", "calendar", "facets", "session", "pages"]);

const CLASSES: ReadonlySet<string> = new Set([WORD, ...CLASS_TEXTS.split(" ").filter((text) => text.startsWith("{"))]);

/** The checked content of a file. Throws FileError `invalid-shapes`. */
export function parseShapes(text: string): ShapesFile {
	requireString(text, "text");
	const file = asObject(parsed(text), "The file");
	const { format, shape, keys } = file;
	if (format !== SHAPES_FORMAT) throw invalid(`The format must be "${SHAPES_FORMAT}", not ${shown(format)}`);
	if (shape !== SHAPE_IDENTITY)
		throw invalid(`These shapes are made of ${shown(shape)}, and this release knows "${SHAPE_IDENTITY}"`);
	if (typeof keys !== "string") throw invalid(`"keys" must be the identity of a profile, not ${shown(keys)}`);
	let entries = 0;
	for (const site of listOf(file, "sites", "The file")) {
		entries += checkSite(asObject(site, "A site") as unknown as SiteShapes);
		if (entries > MAX_ENTRIES) throw invalid(`The file has more than ${MAX_ENTRIES} positions, words and paths`);
	}
	return file as unknown as ShapesFile;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw invalid(`The file is not JSON: ${(error as Error).message}`);
	}
}

/** Checks a site. Returns the number of its positions, words and paths. */
function checkSite(site: SiteShapes): number {
	const name = textIn(site, "site", "A site");
	const positions = listOf(site, "positions", name) as Position[];
	const years = textsOf(site, "years", name);
	const traps = listOf(site, "traps", name);
	if (traps.length > MAX_TRAPS) throw invalid(`${name} has more than ${MAX_TRAPS} traps`);
	for (const trap of traps) checkTrap(asObject(trap, `A trap of ${name}`) as unknown as Trap, name);
	for (const shape of listOf(site, "shapes", name))
		checkShape(asObject(shape, `A shape of ${name}`) as unknown as ShapeCount, name);
	return positions.reduce((sum, position) => sum + checkPosition(position, name), positions.length + years.length);
}

/** Checks a position of a site. Returns the number of words that stay. */
function checkPosition(position: Position, site: string): number {
	const at = textIn(asObject(position, `A position of ${site}`), "at", site);
	textsOf(position, "rules", `${site}${at}`);
	if (!at.startsWith("/")) throw invalid(`The position ${shown(at)} of ${site} must begin with "/"`);
	checkClasses(at, `The position ${shown(at)} of ${site}`);
	if (!at.slice(at.lastIndexOf("/")).includes(WORD)) throw invalid(`The position ${shown(at)} of ${site} must end with ${WORD}`);
	return textsOf(position, "kept", `${site}${at}`).length;
}

function checkClasses(tokens: string, what: string): void {
	const unknown = tokens.match(/\{[^{}]*\}|[{}]/g)?.find((found) => !CLASSES.has(found));
	if (unknown !== undefined) throw invalid(`${what} has the class ${shown(unknown)}, which does not exist`);
}

function checkTrap(trap: Trap, site: string): void {
	const kind = textIn(trap, "trap", site);
	if (!TRAP_KINDS.has(kind)) throw invalid(`The trap ${shown(kind)} of ${site} does not exist`);
	if (trap.at !== undefined) textIn(trap, "at", site);
	checkProposal(trap, `The proposal of a ${kind} trap of ${site}`);
}

/** Checks what is shown of a proposal. Nothing applies it. */
function checkProposal(trap: Trap, what: string): void {
	const proposal = asObject(trap.proposal, what);
	if ("options" in proposal) textIn(proposal, "options", what);
	else if (jsonOf(asObject(proposal.policy, `${what} for a policy`)) === undefined) throw invalid(`${what} is nested too deeply`);
}

function checkShape(shape: ShapeCount, site: string): void {
	const text = textIn(shape, "shape", site);
	checkClasses(text, `The shape ${shown(text)} of ${site}`);
	const keys: unknown = shape.keys;
	if (!Number.isSafeInteger(keys)) throw invalid(`The shapes of ${site} must have a number of keys, not ${shown(keys)}`);
}

function asObject(value: unknown, what: string): { readonly [name: string]: unknown } {
	if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as { readonly [name: string]: unknown };
	throw invalid(`${what} must be an object, not ${shown(value)}`);
}

function listOf(object: object, name: string, of: string): readonly unknown[] {
	const value: unknown = (object as { readonly [name: string]: unknown })[name];
	if (Array.isArray(value)) return value;
	throw invalid(`${of} must have a list "${name}", not ${shown(value)}`);
}

function textsOf(object: object, name: string, of: string): readonly string[] {
	const texts = listOf(object, name, of);
	const wrong = texts.find((text) => typeof text !== "string" || text.length > MAX_TEXT);
	if (wrong === undefined) return texts as readonly string[];
	throw invalid(`${of} has ${shown(wrong)} in "${name}", where a text of at most ${MAX_TEXT} characters must be`);
}

function textIn(object: object, name: string, of: string): string {
	const value: unknown = (object as { readonly [name: string]: unknown })[name];
	if (typeof value === "string" && value.length <= MAX_TEXT && !value.includes("\n")) return value;
	throw invalid(`${of} must have a text "${name}" of at most ${MAX_TEXT} characters and one line, not ${shown(value)}`);
}

const SHOWN = 60;

function shown(value: unknown): string {
	const text = value === undefined ? "nothing" : (jsonOf(value) ?? "a value that is nested too deeply");
	return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** Undefined for a value that is nested too deeply for the stack. */
function jsonOf(value: unknown): string | undefined {
	try {
		return JSON.stringify(value);
	} catch {
		return undefined;
	}
}

function invalid(sentence: string): FileError {
	return new FileError("invalid-shapes", `${sentence}.`);
}
