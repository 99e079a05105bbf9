/**
 * `node build/editions.mjs`: generates the table of docs/reference/editions.md from src/editions/editions.ts and build/edition-facts.ts.
 * With `--check` it writes nothing, and exits with status 1 if the table is out of date.
 */
import { fillPage, importSource, table } from "./filled-page.mjs";

/** The document of each edition. */
const DOCUMENTS = {
	1994: "RFC 1738 and the draft of March 1994",
	1997: "draft-fielding-url-syntax-05",
	2003: "draft-fielding-uri-rfc2396bis-01",
	2005: "RFC 3986",
};

/** The lines of the table: head, and the text for the row of an edition. */
const LINES = [
	["document", (_, edition) => DOCUMENTS[edition]],
	["reference", ({ uriReference }) => rule(uriReference)],
	["with a scheme", ({ uri }) => rule(uri)],
	["with a scheme, without fragment", ({ absoluteUri }) => rule(absoluteUri)],
	["without a scheme", ({ relativeRef, relativeReferences }) => (relativeReferences ? rule(relativeRef) : "none")],
	["prefix, not part of the reference", ({ prefix }) => (prefix === undefined ? "none" : code(prefix))],
	["reserved", ({ reserved }) => characters(reserved)],
	["unreserved", ({ unreserved }) => characters(unreserved)],
	["triplets", ({ triplet }) => rule(triplet)],
	["percent-unreserved decodes", ({ decodes }) => characters(decodes)],
	["scheme", ({ scheme }) => classOf(scheme)],
	["scheme starts with", ({ schemeBegins }) => characters(schemeBegins)],
	["after `//`", ({ authority, registry }) => rule(authority) + (registry === undefined ? "" : `, or ${classOf(registry)}`)],
	["which ends before", ({ authorityEnds }) => characters(authorityEnds)],
	["which may be empty", ({ emptyAuthority, schemes }) => yes(emptyAuthority, named(schemes, "emptyHost"))],
	["schemes with a server", ({ schemes }) => named(schemes, "server") || "–"],
	["before `@`", ({ user }) => classOf(user)],
	["password", ({ password }) => (password === undefined ? "part of the userinfo" : classOf(password))],
	["host", ({ name, hostname }) => (name === undefined ? hostnames(hostname) : classOf(name))],
	["in square brackets", ({ ipLiteral }) => (ipLiteral === undefined ? "none" : literals(ipLiteral))],
	["port", ({ emptyPort }) => code(emptyPort ? "*digit" : "1*digit")],
	["path, `/` included", ({ path }) => classOf(path)],
	["segment parameters", ({ params }) => (params ? rule("param") : "in the segment")],
	["after `scheme:`, unless `/` follows", ({ opaque }) => (opaque === undefined ? "as a path" : classOf(opaque))],
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

/** Characters in US-ASCII order. Letters and digits are named by their classes. */
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
	return exceptions === "" ? "no" : `${exceptions} only`;
}

function hostnames({ hostnumber, topLabel, maxLabelLength }) {
	const top =
		topLabel === "last" ? "the last label starts with a letter" : "the last label starts with a letter if a dot follows";
	const length = maxLabelLength !== undefined ? `; labels of at most ${maxLabelLength} characters` : "";
	return `${rule("hostname")}: ${top}${length}${hostnumber ? `; or ${rule("hostnumber")}` : ""}`;
}

function literals({ address, future, zone }) {
	return [address, future, zone]
		.filter((name) => name !== undefined)
		.map(rule)
		.join(", ");
}

const { editions, EDITION_FACTS } = await importSource(
	'export { editions } from "./src/editions/editions"; export { EDITION_FACTS } from "./build/edition-facts";',
);
const rows = Object.entries(editions()).map(([name, row]) => [name, { ...row, ...EDITION_FACTS[name] }]);
const head = ["", ...rows.map(([name]) => name)];
const lines = LINES.map(([title, text]) => [title, ...rows.map(([name, row]) => text(row, name))]);
fillPage("docs/reference/editions.md", "build/editions.mjs", table([head, ...lines]));
