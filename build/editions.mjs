/**
 * `node build/editions.mjs`: writes the table of docs/editions.md anew from src/editions/editions.ts and src/editions/edition-facts.ts. With `--check` nothing is written:
 * exit status 1 when the table is not what the data says.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { root } from "./prepare.mjs";

const PAGE = join(root, "docs", "editions.md");
const START = "<!-- made by build/editions.mjs -->\n";
const END = "<!-- end -->\n";

/** The documents that the editions are. */
const DOCUMENTS = {
	1994: "RFC 1738 and the draft of March 1994",
	1997: "draft-fielding-url-syntax-05",
	2003: "draft-fielding-uri-rfc2396bis-01",
	2005: "RFC 3986",
};

/** What is said of each edition: the head of a line of the table, and the text for a row of the data. */
const LINES = [
	["document", (_, edition) => DOCUMENTS[edition]],
	["reference", ({ reference }) => rule(reference)],
	["with a scheme", ({ uri }) => rule(uri)],
	["the same without fragment", ({ absoluteUri }) => rule(absoluteUri)],
	["without scheme", ({ relativeRef, relativeReferences }) => (relativeReferences ? rule(relativeRef) : "none")],
	["prefix that is no part of it", ({ prefix }) => (prefix === undefined ? "none" : code(prefix))],
	["reserved", ({ reserved }) => characters(reserved)],
	["unreserved", ({ unreserved }) => characters(unreserved)],
	["triplets", ({ triplet }) => rule(triplet)],
	["percent-unreserved decodes", ({ decodes }) => characters(decodes)],
	["scheme", ({ scheme }) => classOf(scheme)],
	["scheme begins with", ({ schemeBegins }) => characters(schemeBegins)],
	["behind `//`", ({ authority, registry }) => rule(authority) + (registry === undefined ? "" : `, or ${classOf(registry)}`)],
	["which ends at", ({ authorityEnds }) => characters(authorityEnds)],
	["which may be empty", ({ emptyAuthority, schemes }) => yes(emptyAuthority, named(schemes, "emptyHost"))],
	["schemes that name a server", ({ schemes }) => named(schemes, "server") || "–"],
	["before `@`", ({ user }) => classOf(user)],
	["password", ({ password }) => (password === undefined ? "part of it" : classOf(password))],
	["host", ({ name, hostname }) => (name === undefined ? hostnames(hostname) : classOf(name))],
	["in square brackets", ({ ipLiteral }) => (ipLiteral === undefined ? "none" : literals(ipLiteral))],
	["port", ({ emptyPort }) => code(emptyPort ? "*digit" : "1*digit")],
	["path, `/` included", ({ path }) => classOf(path)],
	["parameters of segments", ({ params }) => (params ? rule("param") : "in the segment")],
	["behind `scheme:`, no `/` following", ({ opaque }) => (opaque === undefined ? "as a path" : classOf(opaque))],
	["query", ({ query }) => classOf(query)],
	["fragment", ({ fragment, fragments }) => (fragments ? classOf(fragment) : "none")],
];

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";

function code(text) {
	return `\`${text}\``;
}

function rule(name) {
	return `*${name}*`;
}

function classOf({ rule: name, allows }) {
	return `${rule(name)}: ${characters(allows)}`;
}

/** Characters in the order of US-ASCII, letters and digits by the names of their classes. */
function characters(text) {
	const others = [...new Set(text)].filter((character) => !(letters + digits).includes(character)).sort();
	const classes = [
		text.includes("A") ? "ALPHA" : "",
		text.includes("0") ? "DIGIT" : "",
		others.length > 0 ? code(others.join("")) : "",
	];
	return classes.filter((name) => name !== "").join(" ");
}

function named(schemes, fact) {
	return Object.keys(schemes)
		.filter((scheme) => schemes[scheme][fact])
		.join(", ");
}

function yes(always, exceptions) {
	if (always) return "yes";
	return exceptions === "" ? "no" : `${exceptions} alone`;
}

function hostnames({ hostnumber, topLabel, maxLabelLength }) {
	const top =
		topLabel === "last" ? "the last label begins with a letter" : "the last label begins with a letter if a dot follows";
	const length = maxLabelLength !== undefined ? `; labels of at most ${maxLabelLength} characters` : "";
	return `${rule("hostname")}: ${top}${length}${hostnumber ? `; or ${rule("hostnumber")}` : ""}`;
}

function literals({ address, future, zone }) {
	return [address, future, zone]
		.filter((name) => name !== undefined)
		.map(rule)
		.join(", ");
}

function table(editions) {
	const names = Object.keys(editions);
	const line = (cells) => `| ${cells.join(" | ")} |\n`;
	const body = LINES.map(([head, text]) => line([head, ...names.map((name) => text(editions[name], name))]));
	return line(["", ...names]) + line(["", ...names].map(() => "---")) + body.join("");
}

const ENTRY = 'export { editions } from "./editions"; export { EDITION_FACTS } from "./edition-facts";';

/** The data, as the sources have it now. */
async function readEditions() {
	const { outputFiles } = await esbuild.build({
		absWorkingDir: root,
		stdin: { contents: ENTRY, resolveDir: join(root, "src"), loader: "ts" },
		bundle: true,
		format: "esm",
		write: false,
		resolveExtensions: [".host.ts", ".ts"],
	});
	const { editions, EDITION_FACTS } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
	return Object.fromEntries(Object.entries(editions()).map(([name, row]) => [name, { ...row, ...EDITION_FACTS[name] }]));
}

const page = readFileSync(PAGE, "utf8");
const start = page.indexOf(START) + START.length;
const written = `${page.slice(0, start)}\n${table(await readEditions())}\n${page.slice(page.indexOf(END))}`;
if (process.argv[2] !== "--check") {
	writeFileSync(PAGE, written);
} else if (page !== written) {
	console.error("docs/editions.md is not what src/editions/editions.ts says: run node build/editions.mjs");
	process.exitCode = 1;
}
