/** URLs for filter lists: of the hosts, paths and parameters that their own rules name, and real ones. */
import { random } from "../../bench/lists/random.mjs";

const SEED = 56;
const SUFFIXES = [".com", ".co.uk", ".de", ".com.br"];
const LABELS = ["", "", "", "", "www.", "m.", "sub.", "x"];
const PATHS = ["", "", "a/b", "index.html", "keep", "landing", "Aa"];
const VALUES = ["", "=", "=1", "=7x", "=http%3A%2F%2Fads.x%2F", "x=1", "=a%20b", "=0123456789abcdef"];
const KEPT = ["id=7", "q", "ref=x", "keep=1", ""];

/** The texts of a rule from which URLs are made. */
interface Source {
	/** Hosts with the beginnings of paths. */
	readonly starts: readonly string[];
	readonly name: string;
}

/** `count` URLs that rules of the list are about. The first parameters of each rule come as they are, in other case, and encoded. */
export function urlsOfRules(list: string, count: number): string[] {
	const below = random(SEED);
	const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
	const sources = list.split("\n").flatMap((line) => sourceOf(line, () => pick(SUFFIXES)));
	const pieceOf = ({ name }: Source) => pick([name, name, name, name, name.toUpperCase(), encoded(name)]) + pick(VALUES);
	const made = (_: unknown, index: number) => {
		const source = sources[index % sources.length] as Source;
		const start = pick(LABELS) + pick(pick([source, source, pick(sources)]).starts) + pick(PATHS);
		const pieces = Array.from({ length: 1 + below(5) }, () => pieceOf(pick([source, pick(sources)])));
		pieces.splice(below(pieces.length + 1), 0, pick(KEPT));
		return `${pick(["http", "https"])}://${start}${start.includes("?") ? "&" : "?"}${pieces.join("&")}`;
	};
	return Array.from({ length: count }, made).filter((url) => URL.canParse(url));
}

/** Real URLs that have a query, at regular intervals. */
export function urlsWithQuery(lines: readonly string[], count: number): string[] {
	const urls = lines.filter((line) => /^https?:[^#]*\?/i.test(line) && URL.canParse(line));
	const step = Math.max(1, Math.floor(urls.length / count));
	return urls.filter((_, index) => index % step === 0).slice(0, count);
}

function sourceOf(line: string, suffix: () => string): Source[] {
	const [, pattern = "", options] = /^(?!!|.*##)(?:@@)?(.*?)\$([a-z~].*)$/.exec(line) ?? [];
	const [, value] = /(?:removeparam|queryprune)=?(~?\/(?:\\.|[^\\/])*\/|[^,]*)/.exec(options ?? "") ?? [];
	if (value === undefined) return [];
	const domains = /\bdomain=([^,]*)/.exec(options ?? "")?.[1]?.split("|") ?? [];
	const named = domains.map((domain) => `${domain.replace(/^~/, "").replace(/\.\*$/, suffix)}/`);
	const text = pattern.startsWith("/^") ? textOf(pattern).replace(/^https?:\/\//, "") : pattern;
	const [, host = "", path = text] = /^(?:\|\||\|?https?:\/\/|(?=[a-z0-9.-]+\.[a-z]))([a-z0-9.*-]*)(.*)$/i.exec(text) ?? [];
	const rest = path
		.replace(/^[\^/]?/, "/")
		.replace(/\*/g, "x")
		.replace(/[\^|]/g, "/");
	// A host that ends within a label goes on by any.
	const whole = host.replace(/\.\*?$/, suffix).replace(/\*/g, "x");
	const hosts = whole === "" ? named.map((start) => start + rest.slice(1)) : [whole + rest];
	return [{ starts: hosts.length > 0 ? hosts : [`example.org${rest}`], name: textOf(value.replace(/^~/, "")) }];
}

/** A text in which an expression finds something, roughly. Others are returned as they are. */
function textOf(value: string): string {
	if (!/^\/.*\/[a-z]*$/s.test(value)) return value;
	return value
		.replace(/^\/|\/[a-z]*$/g, "")
		.replace(/\((?:\?:)?\[a-z0-9-\]\+\\\.\)\*/g, "")
		.replace(/\|[^)]*/g, "")
		.replace(/\[\^?[^\]]*\]/g, "a")
		.replace(/\{[^}]*\}|\(\?:|\?|=$/g, "")
		.replace(/\\d/g, "1")
		.replace(/[^\w./=&%:-]/g, "");
}

/** The first letter of a name as a triplet. */
function encoded(name: string): string {
	return name.replace(/[a-z_]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}
