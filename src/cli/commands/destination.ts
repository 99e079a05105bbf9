/** `urlsieve destination`: URLs that HTTP clients may take to different hosts. */

import { isUtf8 } from "node:buffer";
import { parse } from "../../arguments/arguments";
import { helpOf } from "../../arguments/help";
import { type Destination, destination } from "../../edge/destination";
import { REASONS } from "../../edge/hosts/read-host";
import { type ClientId, type ClientView, clients } from "../../edge/hosts/views";
import { EXIT, usageFailure } from "../../failure";
import { printText } from "../../files/output/octet-writer";
import { suggestion } from "../../nearest";
import { TEXT_OPTIONS, TEXT_OPTIONS_HELP, TextRun } from "./text-command";

/** The options that are used most. */
const MAIN_OPTIONS = ["public", "ports", "clients", "all", "uri", "output", "json", "quiet"];

const HELP = `Usage: urlsieve destination [options] [FILE... | URI...]

Find URLs that HTTP clients may take to different hosts, such as http://a.test\\@b.test/: Node.js connects to a.test, curl to b.test.
Print a JSON object per rejected line: line (number), url, reason, offset. What is accepted leads every client to one host. The
summary counts the lines by reason. Names are not resolved.

  urlsieve destination urls.txt
  urlsieve destination --public --ports 80,443 -o rejected.jsonl webhooks.txt.gz
  urlsieve destination --all urls.txt | jq -r 'select(.accepted) | .host' | sort -u
  urlsieve destination --clients curl,node-fetch --uri 'http://a.test\\@b.test/'

Options:
  --public           Also reject hosts that are addresses of any class but public, and localhost: forbidden-address.
  --ports PORT,...   Also reject other ports: forbidden-port. May be repeated.
  --clients ID,...   Add clients to a rejected line: where these go with it. "all" stands for the ${clients().length} clients that were tried, such as
                     curl, wget, go, node-fetch, python-requests, java-okhttp. May be repeated. See docs/reference/edge.md.
  --all              Print an object per line: for accepted ones scheme, host, port and, of an address, its class.
${TEXT_OPTIONS_HELP} Lines that are not UTF-8 are rejected,
and so are arguments with U+FFFD, which may stand for such octets.

Exit status: 0 no line was rejected; 1 a line was rejected; 2 usage error; 3 input or output error.
`;

const OPTIONS = {
	...TEXT_OPTIONS,
	public: { type: "boolean" },
	ports: { type: "string", multiple: true },
	clients: { type: "string", multiple: true },
	all: { type: "boolean" },
} as const;

interface Rules {
	readonly isPublic: boolean;
	readonly ports: readonly number[] | undefined;
	readonly clients: readonly ClientId[] | undefined;
}

export async function run(args: string[]): Promise<void> {
	const { values, positionals } = parse("destination", args, OPTIONS);
	const text = helpOf(values, HELP, MAIN_OPTIONS);
	if (text !== undefined) return printText(text);
	const rules = { isPublic: values.public === true, ports: portsOf(values.ports), clients: clientsOf(values.clients) };
	const run = new TextRun("destination", values, positionals);
	const counts = new Map<string, number>();
	let rejected = 0;
	await run.each((url, line, octets) => {
		const found = resultOf(url, octets, rules);
		if (found.accepted) return values.all ? { line, url, ...found } : undefined;
		counts.set(found.reason, (counts.get(found.reason) ?? 0) + 1);
		++rejected;
		const { accepted, ...fault } = found;
		return values.all ? { line, url, accepted, ...fault } : { line, url, ...fault };
	});
	const found = [...REASONS, "forbidden-address", "forbidden-port"].flatMap((name) =>
		counts.has(name) ? [[name, counts.get(name) as number]] : [],
	);
	run.finish({ flagged: rejected, rejects: rejected, findings: Object.fromEntries(found) });
	if (rejected > 0) process.exitCode = EXIT.NO;
}

type Result =
	| Extract<Destination, { accepted: true }>
	| { accepted: false; reason: string; offset: number; clients?: readonly ClientView[] };

function resultOf(url: string, octets: Uint8Array | undefined, { isPublic, ports, clients: ids }: Rules): Result {
	const found = destination(url, { clients: ids ?? [] });
	if (!found.accepted) {
		const { clients: views, ...fault } = found;
		return ids === undefined || views === undefined ? fault : { ...fault, clients: views };
	}
	const replaced = replacedIn(url, octets);
	if (replaced >= 0) return { accepted: false, reason: "characters", offset: replaced };
	if (isPublic && (found.address ?? "public") !== "public") return forbidden("address", url);
	return ports?.includes(found.port) === false ? forbidden("port", url) : found;
}

/** Where a URL may have U+FFFD for octets that are not UTF-8, which clients read as they are; -1 if it has none. */
function replacedIn(url: string, octets: Uint8Array | undefined): number {
	const at = url.indexOf("\ufffd");
	return at >= 0 && octets !== undefined && isUtf8(octets) ? -1 : at;
}

/** The offset is where the host begins, or the port if there is one. */
function forbidden(what: "address" | "port", url: string): Result {
	const [all, scheme = "", colon] = /^(\w+:\/\/)(?:\[[^\]]*\]|[^:/?#]*)(:?)/.exec(url) as RegExpExecArray;
	return { accepted: false, reason: `forbidden-${what}`, offset: what === "port" && colon ? all.length : scheme.length };
}

/** Throws Failure. */
function portsOf(lists: readonly string[] | undefined): number[] | undefined {
	const texts = lists?.flatMap((list) => list.split(","));
	const wrong = texts?.find((text) => !/^[1-9]\d{0,4}$/.test(text) || Number(text) > 65_535);
	if (wrong === undefined) return texts?.map(Number);
	throw usageFailure("destination", `--ports takes ports from 1 to 65535, such as 80,443, not "${wrong}"`);
}

/** Throws Failure. */
function clientsOf(lists: readonly string[] | undefined): ClientId[] | undefined {
	const known: string[] = clients().map(({ id }) => id);
	const ids = lists?.flatMap((list) => list.split(",")).flatMap((id) => (id === "all" ? known : [id]));
	const unknown = ids?.find((id) => !known.includes(id));
	if (unknown === undefined) return ids as ClientId[] | undefined;
	throw usageFailure("destination", `--clients takes ids of clients, and "${unknown}" is not one${suggestion(unknown, known)}`);
}
