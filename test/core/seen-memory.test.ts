/** How much memory a set of fingerprints needs from its host. */
import { expect, it } from "vitest";
import { Status } from "../../assembly/layout/status";
import { Page } from "../../assembly/seen/seen-page";
import { createKernel } from "../seams/kernels";
import { describeEngines } from "../support/engines";

describeEngines("a set of fingerprints", (engine) => {
	it.each([0, 1, 10])("is not created in %i pages of memory, too few for two pages of fingerprints", (pages) => {
		const kernel = createKernel(engine);
		const base = kernel.octets.length;
		kernel.reserve(base + pages * Page.SIZE);
		expect(kernel.call.seenCreate(base, 0)).toBe(-Status.NEEDS_MEMORY);
	});

	it("is created in 704 KiB", () => {
		const kernel = createKernel(engine);
		const base = kernel.octets.length;
		kernel.reserve(base + 704 * 1024);
		expect(kernel.call.seenCreate(base, 0)).toBe(Status.OK);
	});
});
