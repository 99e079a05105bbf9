/** A run of the fuzzer that hangs is a failure, and one that goes on is not. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { bundleScript } from "../../../build/bundle-script.mjs";

/** Runs a body with a watchdog that waits for a fifth of a second of CPU time. */
function watched(body: string) {
	const file = fileURLToPath(new URL("../../../build/out/watchdog/watchdog.js", import.meta.url));
	const program = `import { Watchdog } from ${JSON.stringify(file)};\nconst watchdog = new Watchdog(7, 0.2);\n${body}`;
	const { stdout, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
		encoding: "utf8",
		timeout: 60_000,
	});
	return { stdout, signal };
}

it("reports a batch that never ends, with its line and seed", async () => {
	await bundleScript({ watchdog: "test/qa/fuzz/watchdog.ts" }, "build/out/watchdog");
	const hung = watched("watchdog.beat(0); watchdog.beat(2000); for (;;);");
	expect(hung.signal).toBe("SIGKILL");
	expect(hung.stdout).toBe(
		'["nothing hangs","the batch after line 2000, seed 7","an end","none within 0.2 s of CPU time"]\n0 passed, 1 failed\n',
	);
	const busy = `for (let beat = 0; beat < 10; ++beat) {
		watchdog.beat(beat);
		for (const end = Date.now() + 60; Date.now() < end; );
	}
	await watchdog.end();
	console.log("end");`;
	expect(watched(busy)).toEqual({ stdout: "end\n", signal: null });
});
