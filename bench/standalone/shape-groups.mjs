/**
 * `node bench/standalone/shape-groups.mjs FILE [COUNT [SEED]]`: merged groups of a file of shapes, drawn at random, to be read: where they
 * are, the rules, how many words, three samples and the first words that stay.
 */
import { readFileSync } from "node:fs";

const [file, count = "200", seed = "60"] = process.argv.slice(2);
const { sites } = JSON.parse(readFileSync(file, "utf8"));
const groups = sites.flatMap(({ site, positions }) => positions.map((position) => ({ site, ...position })));

let state = Number(seed);

/** The next number of a linear congruential generator, below 1. */
function random() {
	state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
	return state / 2 ** 32;
}

/** Fisher and Yates: the first `Number(count)` groups of a shuffle. */
for (let at = 0; at < Math.min(Number(count), groups.length); ++at) {
	const other = at + Math.floor(random() * (groups.length - at));
	[groups[at], groups[other]] = [groups[other], groups[at]];
	const { site, at: place, rules, merged, words, kept, samples } = groups[at];
	console.log(`${at + 1} ${site}${place}: ${rules.join(", ")}, ${merged} of ${words} words`);
	for (const sample of samples) console.log(`   ${sample.slice(0, 160)}`);
	if (kept.length > 0) console.log(`   stay: ${kept.slice(0, 8).join(" ").slice(0, 160)}`);
}
