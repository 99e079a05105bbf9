/** Runs the bundled fuzzer in a process of its own: its options are the argument, as JSON. */
import { main } from "../../build/out/fuzz/main.js";

process.exitCode = await main({ minutes: Number.POSITIVE_INFINITY, ...JSON.parse(process.argv[2]) });
