/** `dedupe` in passes with several threads gives the same octets and counts as with the set in memory. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listOfDuplicates } from "../support/duplicates";
import { size } from "../support/extent";
import { runWithFaults, useFolder } from "./command";

const { path, write } = useFolder();

/** Long enough that all threads take part. */
const LIST = write("list.txt", listOfDuplicates(size(150_000, 80_000), 21));

describe("dedupe in passes, in several threads", () => {
	it.each(["rfc3986@1", "crawl@1"])("lets all threads take part under %s", (profile) => {
		const threads = ["--memory", "16M", "--threads", "3"];
		const args = ["dedupe", "--quiet", "-o", path("out.txt"), ...threads, "--profile", profile, LIST, LIST];
		// A thread may start late on a busy machine, but not a hundred times.
		for (let left = 100; left > 0; --left) {
			const spools = write("spools", "");
			expect(runWithFaults(args, { spools }).status).toBe(0);
			if (new Set(readFileSync(spools, "utf8").match(/.+/g)).size > 1) return;
		}
		expect.fail("only one thread has written fingerprints");
	});
});
