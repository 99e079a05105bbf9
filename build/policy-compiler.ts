/**
 * The compiler of policies, for hosts that have no JavaScript but can embed an engine such as QuickJS: the sources of
 * `urlsieve policy compile` as one script. It defines `compilePolicy` and expects two functions of its host: `decodeUtf8`
 * (text-coding.ts) and `toAscii`, which is a ToAscii.
 *
 * Arguments and results of all three are JSON, since engines pass on strings up to U+0000. A string with a character for each octet
 * stands for octets.
 */

import { resolveCrawlOptions } from "../src/crawl/crawl-options";
import { formatOf } from "../src/crawl/lists/list-format";
import { type ReadList, readList } from "../src/crawl/lists/read-list";
import { openCrawl } from "../src/crawl/open-crawl";
import { readPolicy } from "../src/crawl/policy/check-policy";
import { fromBinary, toBinary } from "./text-coding";

/** The host, as JSON, in A-labels; null if it has none. */
declare const toAscii: (host: string) => string;

/** A policy as JSON, and the contents of list files with the names that the policy has for them. */
interface Request {
	readonly policy: string;
	readonly lists: readonly { readonly name: string; readonly octets: string }[];
}

/** A program, or what was wrong. */
type Answer = { readonly program: string } | { readonly code: string; readonly message: string };

/** What errors of policies and lists have, and UriError. */
interface Coded extends Error {
	readonly code?: string;
	readonly path?: string;
	readonly line?: number;
}

function compilePolicy(request: string): string {
	return JSON.stringify(answerTo(JSON.parse(request)));
}

function answerTo({ policy, lists }: Request): Answer {
	try {
		const options = { policy: readPolicy(policy), lists: lists.map(listOf), engine: "js" } as const;
		const settings = resolveCrawlOptions({ ...options, idna });
		return { program: toBinary(openCrawl(settings).program) };
	} catch (error) {
		return answerOf(error as Coded);
	}
}

function idna(host: string): string | undefined {
	return JSON.parse(toAscii(JSON.stringify(host))) ?? undefined;
}

function listOf({ name, octets }: Request["lists"][number]): ReadList {
	const content = fromBinary(octets);
	try {
		return readList(formatOf(content), content, { name, idna });
	} catch (error) {
		throw Object.assign(error as Error, { list: name });
	}
}

/** Names the list and the place in it. An error without a code is a fault of the compiler. */
function answerOf(error: Coded & { readonly list?: string }): Answer {
	const { code, message, path = "", line, list } = error;
	if (code === undefined) throw error;
	const at = path !== "" && !message.includes(path) ? `, at ${path}` : path === "" && line !== undefined ? `, line ${line}` : "";
	return { code, message: list === undefined ? message : `The list "${list}"${at}: ${message}` };
}

Object.assign(globalThis, { compilePolicy });
