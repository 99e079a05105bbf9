/** whatwg@1 against the runtime's `URL`: every deviation has a known cause. */
import fc from "fast-check";
import { UriError } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { crawlNormalizerOn, describeCrawlEngines } from "../support/crawl-engines";
import { base, reference, relativeReference } from "../support/crawl-references";
import { runs } from "../support/extent";
import { deviation } from "../support/platform-url";

/** Number of references: `URLSIEVE_RUNS=1000000 npx vitest run test/crawl/differential.test.ts`. */
const RUNS = Number(process.env.URLSIEVE_RUNS ?? runs(30_000));

describeCrawlEngines("whatwg@1 and the runtime's URL agree", (engine) => {
	const normalizer = crawlNormalizerOn(engine, { profile: "whatwg@1" });
	const causes = new Map<string, number>();

	function check(input: string, against: string | undefined): void {
		const result = against === undefined ? normalizer.tryNormalize(input) : normalizer.tryResolve(input, against);
		const cause = deviation(input, against, result instanceof UriError ? "error" : result);
		if (cause !== undefined) causes.set(cause, (causes.get(cause) ?? 0) + 1);
		expect([input, against, cause === "unexplained" ? result : cause]).toEqual([input, against, cause]);
	}

	it("on generated references", () => {
		fc.assert(
			fc.property(reference, (input) => check(input, undefined)),
			{ numRuns: RUNS },
		);
	});

	it("on generated references against a base", () => {
		fc.assert(fc.property(fc.oneof(reference, relativeReference), base, check), { numRuns: RUNS });
		if (process.env.URLSIEVE_RUNS) console.log(engine, Object.fromEntries(causes));
	});
});
