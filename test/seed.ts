/** The properties are tried on the same values in every run, unless URLSIEVE_SEED names others: `URLSIEVE_SEED=$RANDOM npm test`. */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.URLSIEVE_SEED ?? 3986) });
