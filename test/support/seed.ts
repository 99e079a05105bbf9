/** Property tests use the same random values in every run. For others: `URLSIEVE_SEED=$RANDOM npm test`. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.URLSIEVE_SEED ?? 3986) });
