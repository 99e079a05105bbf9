/** Runs in every runtime: checks the package with the vectors and measures throughput. Uses only APIs that all hosts share. */

/** The calls that vectors name. The first argument holds the modules of the package. */
const CALLS = {
	normalize: ({ urlsieve }, input, options) => urlsieve.createNormalizer(options).normalize(input),
	resolve: ({ urlsieve }, reference, base, options) => {
		try {
			return urlsieve.resolve(reference, base, options);
		} catch (error) {
			return `error: ${error.code}`;
		}
	},
	isSameDocument: ({ urlsieve }, reference, base, options) => urlsieve.isSameDocument(reference, base, options),
	compare: ({ urlsieve }, a, b) => urlsieve.compare(a, b),
	parse: ({ urlsieve }, input, components) => {
		const uri = urlsieve.parse(input);
		return Object.fromEntries(components.map((name) => [name, uri[name]]));
	},
	extract: ({ text }, input) => text.extract(input).map((found) => found.text),
	expandSuffix: ({ text }, input) => text.expandSuffix(input),
	normalizeLines: ({ urlsieve }, lines) =>
		latin1(urlsieve.createNormalizer({ invalid: "blank" }).normalizeLines(octetsOf(lines)).lines),
	digest: async ({ urlsieve }, lines) => {
		const forms = urlsieve.createNormalizer({ invalid: "blank" }).normalizeLines(octetsOf(lines)).lines;
		return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", forms)));
	},
	lineStream: ({ urlsieve }, lines, size) => through(lines, size, urlsieve.createNormalizer({ invalid: "blank" }).lineStream()),
	addLines: ({ urlsieve }, lines) => {
		const { added, duplicates, rejects, fresh } = new urlsieve.SeenSet({
			normalizer: urlsieve.createNormalizer({ invalid: "drop" }),
		}).addLines(octetsOf(lines));
		return [added, duplicates, rejects.length, latin1(fresh)];
	},
	dedupeStream: ({ urlsieve }, lines, size) =>
		through(lines, size, urlsieve.createNormalizer({ invalid: "drop" }).dedupeStream()),
	fingerprint: ({ urlsieve }, key, reference) => new urlsieve.SeenSet({ key: keyOf(key) }).fingerprint(reference),
	save: async ({ urlsieve }, key, references) => {
		const seen = new urlsieve.SeenSet({ key: keyOf(key) });
		for (const reference of references) seen.add(reference);
		return latin1(await collect(seen.save()));
	},
	load: async ({ urlsieve }, saved, references) => {
		const seen = await urlsieve.SeenSet.load(new Response(octetsOf(saved)).body);
		return references.map((reference) => seen.has(reference));
	},
};

/**
 * Runs all vectors with `modules`, which is `{ urlsieve, text }`. Returns the engine, the numbers of passed and failed vectors, and
 * the first failures.
 */
export async function conform(modules, vectors) {
	const failed = [];
	for (const { call, args, expected } of vectors) {
		const actual = await outcome(call, modules, args);
		if (canonical(actual) !== canonical(expected)) failed.push({ call, args, expected, actual });
	}
	return {
		engine: modules.urlsieve.engine,
		passed: vectors.length - failed.length,
		failed: failed.length,
		faults: failed.slice(0, 5),
	};
}

async function outcome(call, modules, args) {
	try {
		return await CALLS[call](modules, ...args);
	} catch (error) {
		return error instanceof modules.urlsieve.UriError
			? `error ${error.code} ${error.component ?? "-"} ${error.offset}`
			: `thrown ${error}`;
	}
}

/** JSON with sorted property names, and null for undefined. */
function canonical(value) {
	return JSON.stringify(value ?? null, (_, part) =>
		part !== null && typeof part === "object" && !Array.isArray(part)
			? Object.fromEntries(
					Object.entries(part)
						.sort(([a], [b]) => (a < b ? -1 : 1))
						.map(([name, inner]) => [name, inner ?? null]),
				)
			: part,
	);
}

/** Normalizes a list `times` times. Returns the number of octets processed. */
export function normalizeTimes({ urlsieve }, list, times) {
	const normalizer = urlsieve.createNormalizer();
	for (let time = 0; time < times; ++time) normalizer.normalizeLines(list);
	return list.length * times;
}

/** Bulk throughput in MB/s by this host's clock, after a warm-up, over at least half a second. */
export function bulkSpeed(modules, bulk) {
	const list = octetsOf(bulk);
	normalizeTimes(modules, list, 20);
	const start = performance.now();
	let octets = 0;
	while (performance.now() - start < 500) octets += normalizeTimes(modules, list, 10);
	return octets / 1000 / (performance.now() - start);
}

/**
 * The complete report, for a host with a clock. `load` imports the modules. `firstCall` is the time in ms from before the import to
 * after the first call.
 */
export async function report(load, { vectors, bulk }) {
	const start = performance.now();
	const modules = await load();
	modules.urlsieve.normalize("HTTP://Example.com:80/%7Efoo");
	const firstCall = performance.now() - start;
	return { ...(await conform(modules, vectors)), firstCall, bulk: bulkSpeed(modules, bulk) };
}

/** The whole output of a stream whose input comes in chunks of `size` octets. */
async function through(lines, size, transform) {
	const octets = octetsOf(lines);
	let at = 0;
	const source = new ReadableStream({
		pull(controller) {
			if (at >= octets.length) return controller.close();
			controller.enqueue(octets.slice(at, at + size));
			at += size;
		},
	});
	return latin1(await collect(source.pipeThrough(transform)));
}

async function collect(stream) {
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

function hexOf(octets) {
	return [...octets].map((octet) => octet.toString(16).padStart(2, "0")).join("");
}

function keyOf(hex) {
	return Uint8Array.from(hex.match(/../g), (octet) => Number.parseInt(octet, 16));
}

export function octetsOf(text) {
	return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function latin1(octets) {
	const parts = [];
	for (let at = 0; at < octets.length; at += 8192) parts.push(String.fromCharCode(...octets.subarray(at, at + 8192)));
	return parts.join("");
}
