/**
 * A process that makes and drops whatever it can for minutes: making.mjs. Its resident memory, the heap in use and its descriptors
 * must be flat after the first tenth of the time.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAKING = fileURLToPath(new URL("making.mjs", import.meta.url));

/**
 * MiB of V8's young generation. It would grow with the garbage of a process, and its pages stay resident or not by chance: with 16 MiB, the
 * same process had 89 to 102 MiB from one minute to the next.
 */
const YOUNG = 1;
/**
 * Every function is compiled once, when it is first called. V8 would optimize one rarely called function after another for hours, and
 * the heap in use would grow by 0.8 kB a round. With these flags it stays the same within 3 kB in 750 rounds.
 */
const COMPILE_ONCE = ["--no-opt", "--always-sparkplug"];

/**
 * All threads allocate in one place. With an arena for each, the C library keeps what ended threads have freed: 72 to 74.5 MiB in 800 rounds
 * instead of 69 throughout.
 */
const ONE_ARENA = { MALLOC_ARENA_MAX: "1" };

/** The samples, and their maximum growth after the first tenth. Resident memory depends on the allocator, too. */
const CURVES = [
	{ name: "resident", unit: 2 ** 20, units: "MiB", most: 1.05 },
	{ name: "used", unit: 2 ** 10, units: "KiB", most: 1.01 },
	{ name: "descriptors", unit: 1, units: "descriptors", most: 1 },
];

const TENTHS = 10;
/** Fewer samples than this show nothing. */
const LEAST_SAMPLES = 40;
/** @returns {Promise<{ checks: number, failures: number }>} */
export async function soakProcess({ minutes, seed }) {
	const { samples, status, message } = await make(minutes * 60_000, seed);
	if (status !== 0) console.log(`✗ the process has ended with status ${status}: ${message}`);
	if (samples.length < LEAST_SAMPLES) console.log(`✗ ${samples.length} samples, not ${LEAST_SAMPLES}`);
	const failures = (status === 0 ? 0 : 1) + (samples.length < LEAST_SAMPLES ? 1 : 0);
	if (failures > 0) return { checks: 2, failures };
	console.log(`${samples.at(-1).rounds} rounds, ${samples.length} samples`);
	const growths = CURVES.map(({ name, unit, units, most }) => grows(samples, name, unit, units, most));
	return { checks: 2 + growths.length, failures: growths.filter(Boolean).length };
}

async function make(milliseconds, seed) {
	const folder = mkdtempSync(join(tmpdir(), "urlsieve-soak-"));
	try {
		const young = [`--min-semi-space-size=${YOUNG}`, `--max-semi-space-size=${YOUNG}`];
		const args = ["--expose-gc", ...COMPILE_ONCE, ...young, MAKING, folder, milliseconds, seed].map(String);
		const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...ONE_ARENA } });
		let [text, message] = ["", ""];
		child.stdout.on("data", (octets) => {
			text += octets;
		});
		child.stderr.on("data", (octets) => {
			message += octets;
		});
		const status = await new Promise((resolve) => child.on("close", resolve));
		return { samples: text.split("\n").slice(0, -1).map(sampleOf), status, message };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function sampleOf(line) {
	const [resident, used, descriptors, rounds] = line.split(" ").map(Number);
	return { resident, used, descriptors, rounds };
}

/** Whether the median of any tenth is above that of the second one by more than is allowed. Prints both. */
function grows(samples, name, unit, units, limit) {
	const size = samples.length / TENTHS;
	const medians = Array.from({ length: TENTHS }, (_, tenth) =>
		median(samples.slice(Math.round(tenth * size), Math.round((tenth + 1) * size)).map((sample) => sample[name])),
	);
	const [start, most] = [medians[1], Math.max(...medians.slice(1))];
	const isGrown = most > start * limit;
	const percent = (100 * (most / start - 1)).toFixed(1);
	console.log(
		`${isGrown ? "✗" : "✓"} ${name}: ${(start / unit).toFixed(0)} ${units} in the second tenth, at most ${percent} % more since`,
	);
	return isGrown;
}

function median(values) {
	return [...values].sort((a, b) => a - b)[values.length >> 1];
}
