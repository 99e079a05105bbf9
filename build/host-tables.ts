/**
 * What hosts other than JavaScript ship beside the kernels: the profiles, the errors, the scripts of shared sets, the layout of stores, the classes of addresses, and
 * what is known of HTTP clients, as JSON.
 *
 * A profile is an options word and, unless that word is enough for the kernel, a program. Its other traits are found by
 * asking the normalizer, so that a new profile needs no line here unless it brings a new conversion to A-labels.
 */
import { Status } from "../assembly/layout/status";
import { CRAWL_FAULTS, REFUSED_PROGRAM } from "../src/crawl/crawl-errors";
import { createNormalizer } from "../src/crawl/crawl-normalizer";
import { NO_RULES, profileIds, resolveCrawlOptions } from "../src/crawl/crawl-options";
import { idnaOfJava, idnaOfSurt, idnaOfW3lib } from "../src/crawl/idna/idna-2003";
import { RANGES } from "../src/crawl/idna/idna-2003-table";
import { idnaOfHost } from "../src/crawl/idna/idna-of-host";
import { openCrawl } from "../src/crawl/open-crawl";
import type { ProfileId } from "../src/crawl/profiles";
import { CLIENTS } from "../src/edge/hosts/client-readings";
import { KINDS, type KindName, patternOf } from "../src/edge/hosts/kinds";
import { REASONS } from "../src/edge/hosts/read-host";
import { SPECIAL } from "../src/edge/hosts/special-addresses";
import { platformToAscii, type ToAscii } from "../src/engine/idna";
import { ERROR_CODES } from "../src/error-codes";
import { UriError } from "../src/errors";
import { BUCKETS, FORMAT, MAX_BATCH, MAX_BUCKET_BITS, MEMBER_BITS, MIN_KNOWN, SCRIPTS } from "../src/redis/scripts";
import { componentOf, FAULTS, type Faults } from "../src/statuses";
import { STORE_LAYOUT } from "./store-layout";

/** Names of the conversions to A-labels. Each host has its own implementation of them. */
const A_LABELS = new Map<ToAscii, string>([
	[platformToAscii, "uts46"],
	[idnaOfHost, "host"],
	[idnaOfSurt, "surt"],
	[idnaOfJava, "java"],
	[idnaOfW3lib, "w3lib"],
]);

const KIND_NAMES = Object.keys(KINDS) as KindName[];

/** Returns the tables as JSON. */
export function hostTables(): string {
	return JSON.stringify({
		profiles: Object.fromEntries(profileIds().map((id) => [id, profile(id)])),
		noRules: NO_RULES,
		idna2003: RANGES,
		components: Array.from({ length: 8 }, (_, component) => componentOf(component)),
		redis: {
			format: FORMAT,
			scripts: SCRIPTS,
			maxBatch: MAX_BATCH,
			memberBits: MEMBER_BITS,
			minKnown: MIN_KNOWN,
			buckets: BUCKETS,
			maxBucketBits: MAX_BUCKET_BITS,
		},
		store: STORE_LAYOUT,
		addresses: SPECIAL,
		clients: { ids: CLIENTS, kinds: KIND_NAMES.map((name) => [patternOf(name), KINDS[name][1].split(", ")]) },
		errors: {
			core: errorsOf(FAULTS),
			crawl: { ...errorsOf(CRAWL_FAULTS), [Status.INVALID_PROGRAM]: ["invalid-program", REFUSED_PROGRAM] },
		},
		errorClasses: Object.fromEntries(Object.entries(ERROR_CODES).map(([name, codes]) => [name, Object.keys(codes)])),
	});
}

/** The names that results of destinations have, as a module of Python. */
export function destinationNames(): string {
	const names = { AddressClass: Object.keys(SPECIAL).sort(), Reason: REASONS, ClientId: Object.keys(CLIENTS) };
	const lines = Object.entries(names).map(
		([type, values]) => `${type} = Literal[${values.map((name) => `"${name}"`).join(", ")}]\n`,
	);
	return `from typing import Literal\n\n${lines.join("")}`;
}

function profile(id: ProfileId) {
	const settings = resolveCrawlOptions({ profile: id });
	const { toAscii, word } = settings;
	const aLabels = A_LABELS.get(toAscii);
	if (aLabels === undefined) throw new Error(`${id}: unknown conversion to A-labels`);
	const surrogate = createNormalizer({ profile: id }).tryNormalize("http://h/\ud800");
	const replacesSurrogates = !(surrogate instanceof UriError && surrogate.code === "ill-formed-string");
	const { program } = openCrawl(settings);
	const base64 = program.length === 0 ? undefined : btoa(String.fromCharCode(...program));
	return { word, aLabels, replacesSurrogates, program: base64 };
}

/** Code and sentence of each status that is an error, without the place. */
function errorsOf(faults: Faults): { [status: string]: [string, string] } {
	return Object.fromEntries(Object.entries(faults).map(([status, [code, sentence]]) => [status, [code, sentence]]));
}
