/**
 * Compares the profiles that copy a library with that library, line by line, in every engine. A difference without a known cause is a
 * failure.
 *
 * Differences with a known cause are counted by cause: a host beyond ASCII that the profile refuses (`profile-cannot`), and deviations
 * of the running `URL` from the Standard.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Engine } from "urlsieve";
import {
	type CrawlNormalizer,
	createNormalizer,
	expressionLines,
	expressions,
	fromTldts,
	hashLines,
	type ProfileId,
} from "urlsieve/crawl";
import { idnaOfSurt } from "../../src/crawl/idna/idna-2003";
import { deviation } from "../support/platform-url";
import { generatedLines, realLines } from "./lines";
import { literalExpressions, type Tldts } from "./literal-expressions";
import { crawleeKeys, javaKeys, type Key, pythonKeys } from "./original-keys";
import { compareRemoveParam } from "./removeparam";
import { Run } from "./run";

const SEED = 15;
/** URLs for each filter list. */
const MAX_URLS = 20_000;
const ENGINES: readonly Engine[] = ["wasm", "js"];

/** Loaders of the original libraries. Each throws if its library cannot be installed. */
export interface Originals {
	readonly python: () => string;
	readonly npm: () => NodeJS.Require;
	/** A class path. */
	readonly java: () => string;
	/** A folder with packages of npm. */
	readonly adguard: () => string;
}

/** The known cause of a difference, or undefined. */
type Explanation = (line: string, original: Key, answer: Answer) => string | undefined;

interface Answer {
	readonly key: Key;
	readonly code: string | undefined;
}

/** Runs all checks on `count` lines, half of them real if available. Prints one line per check, then the totals. */
export function runEmulations(root: string, originals: Originals, count: number, isRequired: boolean) {
	const real = realLines(Math.floor(count / 2), join(root, "..", "shared", "data"));
	const lines = [...generatedLines(count - real.length, SEED), ...real];
	console.log(`${lines.length} lines, of them ${real.length} real; seed ${SEED}`);
	const run = new Run(lines);
	const script = join(root, "test", "emulations", "originals.py");
	run.withOriginal("surt and w3lib", isRequired, originals.python, (python) => {
		for (const library of ["surt", "surt-www", "surt-scheme", "surt-comma", "surt-scheme-comma", "w3lib"] as const) {
			const { keys, minor } = pythonKeys(python, script, library, lines);
			compareKeys(run, `${library}@1`, keys, (...row) => beyondAscii(...row) ?? mappedAddress(minor, ...row));
		}
		compareHosts(run, (hosts) => pythonKeys(python, script, "idna", hosts).keys);
	});
	run.withOriginal("@apify/utilities and tldts", isRequired, originals.npm, (load) => {
		compareKeys(run, "crawlee@1", crawleeKeys(load, lines), platformUrl);
		compareExpressions(run, load("tldts") as Tldts);
	});
	run.withOriginal("webarchive-commons", isRequired, originals.java, (classPath) => {
		const keys = javaKeys(classPath, join(root, "test", "emulations", "java", "Keys.java"), lines);
		compareKeys(run, "surt-java@1", keys, (...row) => notInJava(...row) ?? beyondAscii(...row));
	});
	run.withOriginal("@adguard/tsurlfilter", isRequired, originals.adguard, (folder) => {
		compareRemoveParam(run, folder, root, Math.min(count, MAX_URLS));
	});
	return { passed: run.passed, failed: run.failed };
}

/** A profile may refuse hosts beyond ASCII, percent-encoded or not, but no other host. */
function beyondAscii(line: string, _: Key, { code }: Answer): string | undefined {
	return code === "profile-cannot" && /[\x80-\xff]|%[89a-f][\da-f]/i.test(line) ? "host beyond ASCII: profile-cannot" : undefined;
}

/** Java's strings have no octets that are not UTF-8: the program that decodes them decides. It returns some inputs as they are. */
function notInJava(line: string, _: Key, { code }: Answer): string | undefined {
	const isText = Buffer.from(Buffer.from(line, "latin1").toString()).toString("latin1") === line;
	if (code !== "profile-cannot") return undefined;
	if (!isText) return "octets that are not UTF-8: profile-cannot";
	return /^\s+(?:dns:|filedesc|warcinfo)/.test(line) ? "white space before what is no URL: profile-cannot" : undefined;
}

/** Python 3.13 and later write the last 32 bits of an IPv4-mapped address as IPv4. */
function mappedAddress(minor: number, _: string, original: Key, { key }: Answer): string | undefined {
	const isMapped = /\[::ffff:\d+\.\d+\.\d+\.\d+/.test(original ?? "") && /\[::ffff:[\da-f]+:[\da-f]+/.test(key ?? "");
	return minor >= 13 && isMapped ? "IPv4-mapped address: Python 3.13" : undefined;
}

/** Crawlee runs the platform's `URL`, which may deviate from the Standard. */
function platformUrl(line: string): string | undefined {
	const text = Buffer.from(line, "latin1").toString().trim();
	const url = createNormalizer({ profile: "whatwg@1" }).tryNormalize(text);
	const cause = deviation(text, undefined, typeof url === "string" ? url : "error");
	return cause === "unexplained" ? undefined : cause && `URL of Node.js ${process.version}: ${cause}`;
}

/** Compares the keys of a profile with those of its library. */
function compareKeys(run: Run, profile: ProfileId, originals: readonly Key[], explanation: Explanation): void {
	for (const engine of ENGINES) {
		const answers = keysOf(createNormalizer({ profile, engine }), run.lines);
		run.compare(`${profile}, ${engine}`, run.lines, (line, index) => {
			const [original, answer] = [originals[index], answers[index] as Answer];
			if (answer.key === original && answer.code !== "profile-cannot") return undefined;
			return explanation(line, original, answer) ?? { original, answer };
		});
	}
}

/** Compares hosts of all code points whose mapping src/crawl/idna/idna-2003-table.ts knows with Python's codec: by themselves, and between
 * letters of either direction. */
function compareHosts(run: Run, encode: (hosts: readonly string[]) => readonly Key[]): void {
	const points = Array.from({ length: 0x110000 - 0x80 }, (_, index) => index + 0x80).filter((point) => point >> 11 !== 27);
	const known = points.map((point) => String.fromCodePoint(point)).filter((character) => idnaOfSurt(character) !== undefined);
	// Planes 15 and 16 are for private use: nameprep prohibits them wherever they stand.
	const hosts = known.flatMap((character) =>
		character >= "\u{f0000}" ? [character] : [character, `a${character}a`, `\u05d0${character}\u05d0`],
	);
	const originals = encode(hosts.map((host) => Buffer.from(host).toString("latin1")));
	run.compare(`idna-2003-table.ts, ${known.length} code points`, hosts, (host, index) => {
		const answer = idnaOfSurt(host) || undefined;
		return answer === (originals[index] || undefined) ? undefined : { original: originals[index], answer };
	});
}

/** Compares expressions of both versions, and their hashes, with a literal reading of the documents and node:crypto. */
function compareExpressions(run: Run, tldts: Tldts): void {
	const publicSuffix = fromTldts(tldts);
	for (const engine of ENGINES)
		for (const hosts of ["v4", "v5"] as const) {
			const urls = keysOf(createNormalizer({ profile: "safe-browsing@1", engine }), run.lines, "normalize");
			const octets = octetsOf(run.lines);
			const options = { hosts, publicSuffix, engine, invalid: "blank" } as const;
			const texts = Buffer.from(expressionLines(octets, options).lines).toString().split("\n");
			const digests = Buffer.from(hashLines(octets, options).lines).toString().split("\n");
			run.compare(`expressions ${hosts}, ${engine}`, run.lines, (_, index) => {
				const { key } = urls[index] as Answer;
				if (key === undefined) return texts[index] === "" && digests[index] === "" ? undefined : { original: "rejected" };
				const found: string[] = JSON.parse(texts[index] as string);
				const expected = literalExpressions(key, hosts === "v5" ? tldts : undefined);
				const hashes = found.map((text) => createHash("sha256").update(text).digest("hex"));
				const isRight = found.toSorted().join() === expected.toSorted().join() && digests[index] === JSON.stringify(hashes);
				return isRight ? undefined : { original: expected, answer: found };
			});
		}
	run.compare("expressions v5, suffixes that are known", SUFFIXES, ([host, domain]) => {
		const found = expressions(`http://a.${host}/`, { hosts: "v5", publicSuffix })[1];
		return found === `${domain}/` ? undefined : { original: domain, answer: found };
	});
}

/** Registrable domains by the Public Suffix List, in its public and its private section; a suffix itself has none. */
const SUFFIXES: readonly (readonly [host: string, domain: string])[] = [
	["b.example.co.uk", "example.co.uk"],
	["b.example.com", "example.com"],
	["b.user.github.io", "user.github.io"],
	["b.city.kawasaki.jp", "city.kawasaki.jp"],
];

/** The key, or another form, of each line. */
function keysOf(normalizer: CrawlNormalizer, lines: readonly string[], form: "key" | "normalize" = "key"): Answer[] {
	const octets = octetsOf(lines);
	const { lines: keys, rejects } = form === "key" ? normalizer.keyLines(octets) : normalizer.normalizeLines(octets);
	const codes = new Map(rejects.map(({ line, code }) => [line, code]));
	const texts = Buffer.from(keys).toString("latin1").split("\n");
	return lines.map((_, index) => {
		const code = codes.get(index + 1);
		return { key: code === undefined ? texts[index] : undefined, code };
	});
}

function octetsOf(lines: readonly string[]): Buffer {
	return Buffer.from(lines.map((line) => `${line}\n`).join(""), "latin1");
}
