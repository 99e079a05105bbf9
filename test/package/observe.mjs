/**
 * Results of the package for rows: the same program for the sources, and for the installed package in a process of its own. It uses
 * the modules that it is given, and nothing else of the project.
 */

/** Ways to read tables, with a table that each fits. */
const TABLES = [
	[
		{ format: "csv", column: "url" },
		(lines) => `id,url\n${lines.map((line, at) => `${at},"${line.replaceAll('"', '""')}"\n`).join("")}`,
	],
	[
		{ format: "tsv", column: "url" },
		(lines) => `id\turl\n${lines.map((line, at) => `${at}\t${line.replace(/[\t\r\n]/g, "")}\n`).join("")}`,
	],
	[{ format: "jsonl", column: "url" }, (lines) => lines.map((url, id) => `${JSON.stringify({ id, url })}\n`).join("")],
];
const KEY = Uint8Array.from({ length: 16 }, (_, at) => at);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns one answer for each row of each section. `modules` has `urlsieve`, `crawl`, `tables`, `text` and `schemes`; `inputs` has
 * `references`, `pairs`, `profiles`, `policies` and `lines`; `engine` is an option of all normalizers.
 */
export async function observe(modules, inputs, engine) {
	const { urlsieve, crawl } = modules;
	const core = urlsieve.createNormalizer({ engine });
	return {
		normalForms: inputs.references.map((input) => answer(() => core.normalize(input))),
		explanations: inputs.references.map((input) => answer(() => core.explain(input))),
		components: inputs.references.map((input) => answer(() => urlsieve.parse(input))),
		faults: inputs.references.map((input) => answer(() => urlsieve.validate(input).map(({ code, offset }) => [code, offset]))),
		targets: inputs.pairs.map(([reference, base]) => answer(() => core.resolve(reference, base))),
		findings: inputs.references.map((input) => answer(() => modules.text.inspect(input))),
		found: inputs.references.map((input) => answer(() => modules.text.extract(`<${input}> ${input}`))),
		schemes: inputs.references.map((input) => answer(() => modules.schemes.parseScheme(input))),
		profiles: profileForms(crawl, inputs.profiles, engine),
		policies: policyAnswers(crawl, inputs.policies, engine),
		lines: lineForms(modules, inputs.lines, engine),
		sets: await setAnswers(urlsieve, core, inputs.lines),
		tables: await tableAnswers(modules, core, inputs.lines, engine),
	};
}

/** A result or an error as text. */
function answer(run) {
	try {
		return JSON.stringify(run()) ?? "undefined";
	} catch (error) {
		return `${error.name} ${error.code} ${error.component ?? "-"} ${error.offset ?? error.path ?? "-"} ${error.message}`;
	}
}

/** Both forms of rows that name a profile. */
function profileForms(crawl, rows, engine) {
	const normalizers = new Map();
	return rows.map(({ profile, input }) => {
		const normalizer = normalizers.get(profile) ?? crawl.createNormalizer({ profile, engine });
		normalizers.set(profile, normalizer);
		return answer(() => normalizer.both(input));
	});
}

/** Identity, reports, forms and steps of references by policies with lists, each of which is compiled once. */
function policyAnswers(crawl, rows, engine) {
	const compiled = new Map();
	return rows.map(({ input, policy, lists = [] }) =>
		answer(() => {
			const name = JSON.stringify([policy, lists]);
			const { normalizer, reports } = compiled.get(name) ?? compiledPolicy(crawl, policy, lists, engine);
			compiled.set(name, { normalizer, reports });
			const [forms, steps] = [answer(() => normalizer.both(input)), answer(() => normalizer.explain(input))];
			return [normalizer.settings?.identity, reports, forms, steps];
		}),
	);
}

/** Compiles a policy with its lists, which it reports on. */
function compiledPolicy(crawl, policy, lists, engine) {
	const read = lists.map(({ id, format, text, strict = false }) =>
		crawl.readList(format === "urlsieve" ? "urlsieve-list" : format, encoder.encode(text), { name: id, strict }),
	);
	const reports = read.map(({ identity, rules, reports }) => [identity, rules, reports]);
	return { normalizer: crawl.createNormalizer({ policy, lists: read, engine }), reports };
}

/** The lines in bulk, by the core and by profiles: one answer a line. */
function lineForms({ urlsieve, crawl }, lines, engine) {
	const octets = encoder.encode(lines.map((line) => `${line}\n`).join(""));
	const split = (result) => decoder.decode(result).split("\n");
	const levels = ["syntax", "scheme"].map((level) =>
		split(urlsieve.createNormalizer({ engine, level, invalid: "blank" }).normalizeLines(octets).lines),
	);
	const keys = ["whatwg@1", "crawl@1", "surt@1", "surt-java@1", "w3lib@1", "crawlee@1"].map((profile) =>
		split(crawl.createNormalizer({ engine, profile, invalid: "blank" }).keyLines(octets).lines),
	);
	return [...levels, ...keys].flat();
}

/** Results of a set for lines, and its snapshot. */
async function setAnswers(urlsieve, normalizer, lines) {
	const seen = new urlsieve.SeenSet({ normalizer, key: KEY });
	const { added, duplicates, rejects, fresh } = seen.addLines(encoder.encode(lines.join("\n")));
	const fingerprints = lines.slice(0, 2000).map((line) => answer(() => seen.fingerprint(line)));
	const saved = new Uint8Array(await new Response(seen.save()).arrayBuffer());
	return [JSON.stringify([added, duplicates, rejects.length]), decoder.decode(fresh), ...fingerprints, await digest(saved)];
}

/** Tables with the lines as a column, normalized and deduplicated. */
async function tableAnswers({ tables }, core, lines, engine) {
	const answers = [];
	for (const [options, tableOf] of TABLES) {
		const table = encoder.encode(tableOf(lines.slice(0, 5000)));
		const seen = new tables.SeenSet({ normalizer: core, key: KEY });
		for (const stream of [tables.normalizeTable({ ...options, engine }), tables.dedupeTable(seen, options)]) {
			const octets = await new Response(new Response(table).body.pipeThrough(stream)).arrayBuffer();
			answers.push(...decoder.decode(octets).split("\n"), JSON.stringify(stream.counts));
		}
	}
	return answers;
}

async function digest(octets) {
	return Buffer.from(await crypto.subtle.digest("SHA-256", octets)).toString("hex");
}
