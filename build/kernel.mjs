/**
 * Compiles one kernel: `node build/kernel.mjs TARGET FILE SOURCE…`. kernels.mjs runs this for each target of asconfig.json.
 *
 * With `--map`, FILE keeps the names of functions, and gets a source map, FILE.map. Its code is the same.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as asc from "assemblyscript/asc";
import { root } from "./root.mjs";

/**
 * Functions that Binaryen must not inline in the scalar builds, because they are rarely called or long. HotSpot interprets methods of
 * more than 8,000 octets of bytecode, and java/ runs these builds. The SIMD builds inline with one exception: lists of them made no
 * core faster, and took a tenth more time for keys.
 */
const NO_INLINE = [
	"reference/resolve/isEmpty",
	"octets/memory/copy",
	"octets/memory/copyLower",
	"seen/seen/setPage",
	"seen/seen-page/clearSlots",
	"seen/seen-page/pageDepth",
	"reference/percent/lowerCase",
	"reference/record/fail",
	"reference/percent/tripletValue",
	"reference/dot-segments/dotsAfter",
	"reference/dot-segments/dotsIn",
	"octets/memory/equal",
	"octets/white-space/*",
	"reference/ipv6/group",
	"reference/ipv6/zerosEnd",
	"seen/seen-page/copyFingerprint",
	"seen/seen-page/ordinalAddress",
];
/** The same in the crawl kernel, where `writeForm` has to stay small. */
const CRAWL_NO_INLINE = [
	"crawl/write-form/writeEmulated",
	"profiles/surt/key/writeSurt",
	"policy/key/*",
	"policy/session-path/*",
	"whatwg/host/*",
	"policy/pieces/*",
	"policy/decoded/*",
	"policy/program/setPolicy",
	"policy/program/isBelow",
	"policy/program/isOn",
	"reference/record/record",
	"whatwg/utf8/*",
	"profiles/emulation/*",
	"reference/percent/tripletValue",
	"octets/memory/clear",
	"octets/memory/copyLower",
	"profiles/gsb/expressions/host",
	"reference/ipv6/*",
	"reference/record/fail",
	"policy/query-sort/*",
	"policy/merge-sort/*",
	"policy/name-radix/*",
	"policy/piece-order/*",
	"octets/memory/copy",
	"octets/memory/equal",
	"octets/white-space/*",
	"reference/dot-segments/dotsAfter",
	"reference/dot-segments/dotsIn",
	"octets/span/find",
];
/** The one exception in a SIMD build, because V8 reloads the locals of an inner loop beside calls: 1.10 times as fast on Node.js 24. */
const LEAF_LOOP = "reference/guard/passNormal";
const OPTIMIZE = ["--all-features", "--strip-producers", "--strip-target-features"];
/**
 * What flattening gains is not worth the octets: at -O4, the core is no faster, and larger once compressed. A second round of -O3
 * saves some, and so do annotations of what a call can change. Locals that are used often get short indices. So do functions
 * in the crawl kernel; the core is larger with them once compressed.
 * `--low-memory-unused` moves constants below 1,024 into the offsets of loads and stores. There `base + offset` does not wrap around,
 * so a base that is negative would trap. Only what is stored below 1,024 could have one, and what indexes it is never negative: the
 * numbers of components and of groups, and addresses (layout/addresses.ts).
 */
const ROUND = ["--generate-global-effects", "-O3"];
const ROUNDS = ["--low-memory-unused", ...ROUND, ...ROUND, "--reorder-locals"];
const LEVELS = { core: ROUNDS, crawl: [...ROUNDS, "--reorder-functions"] };
const FAST = ["--flexible-inline-max-function-size=44", "--inline-functions-with-loops"];
const INLINE = {
	simd: FAST,
	scalar: ["--flexible-inline-max-function-size=32"],
	"crawl-simd": FAST,
	"crawl-scalar": ["--flexible-inline-max-function-size=8"],
	"tables-simd": FAST,
	"learn-simd": FAST,
	"store-simd": FAST,
};
/** What few runs of a shape need. Inlined, it would double the octets of shapes in all builds. */
const SHAPE_NO_INLINE = [
	"shape/calendar/*",
	"shape/email/*",
	"shape/marked/*",
	"shape/marked-id/*",
	"shape/names/*",
	"shape/numbers/*",
	"shape/query/*",
	"shape/run/wideEnd",
	"shape/segment/writeParameter",
	"shape/stem/writeParts",
	"shape/stem/writeSlug",
];
/** Functions that stay calls, by target. */
const CALLS = {
	simd: [LEAF_LOOP, ...SHAPE_NO_INLINE],
	scalar: [...NO_INLINE, ...SHAPE_NO_INLINE],
	"crawl-simd": SHAPE_NO_INLINE,
	"crawl-scalar": [...CRAWL_NO_INLINE, ...SHAPE_NO_INLINE],
};

/** Throws if a name is not that of a function. Binaryen ignores such names silently. */
function checkNames(octets, names) {
	const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(octets), "name");
	const known = Buffer.from(section).toString();
	const unknown = names.filter((name) => !known.includes(`assembly/${name.replace("*", "")}`));
	if (unknown.length > 0) throw new Error(`no function of the kernel is named ${unknown.join(", ")}`);
}

const args = process.argv.slice(2);
const hasMap = args.includes("--map");
const [target, file, ...sources] = args.filter((arg) => arg !== "--map");
const calls = CALLS[target] ?? [];

// Any output of asc is an error: it only warns about an unknown flag.
const settings = ["--target", target, "--outFile", file, "--baseDir", root, ...(hasMap ? ["--sourceMap"] : [])];
const { error, stdout, stderr } = await asc.main([...sources, ...settings], {});
const output = stderr.toString() + stdout.toString();
if (error || output !== "") throw new Error(`asc, target ${target}: ${output || error}`);
checkNames(readFileSync(file), calls);
const noInline = calls.map((name) => `--no-inline=assembly/${name}`);
const levels = LEVELS[target.startsWith("crawl") ? "crawl" : "core"];
const optimizer = join(root, "node_modules", ".bin", "wasm-opt");
const debug = hasMap ? ["-g", `--input-source-map=${file}.map`, `--output-source-map=${file}.map`] : ["--strip-debug"];
execFileSync(optimizer, [...noInline, ...INLINE[target], ...levels, ...OPTIMIZE, ...debug, file, "-o", file], {
	stdio: "inherit",
});
