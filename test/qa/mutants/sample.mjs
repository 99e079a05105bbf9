/** A plugin of Stryker that ignores functions outside the sample. */
const [SHARE, SEED] = (process.env.URLSIEVE_MUTANT_SAMPLE ?? "100,0").split(",").map(Number);

/**
 * Whether the sample has a function, by a hash of its name and the seed: FNV-1a with the finalizer of MurmurHash3. Two commits have
 * the same sample of what they share.
 */
function isChosen(name) {
	let hash = 0x811c9dc5 ^ SEED;
	for (const octet of Buffer.from(name)) hash = Math.imul(hash ^ octet, 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return ((hash ^ (hash >>> 16)) >>> 0) % 10_000 < 100 * SHARE;
}

const sample = {
	shouldIgnore(path) {
		if (!path.isFunctionDeclaration() || isChosen(path.node.id?.name ?? "")) return undefined;
		return "not in the sample";
	},
};

export const strykerPlugins = [{ kind: "Ignore", name: "sample", value: sample }];
