/** What an earlier URL left in memory after the end of the next one changes nothing. */

import { createNormalizer } from "urlsieve/crawl";
import { expect, it } from "vitest";

it("takes no slash of an earlier URL for the second one after a scheme", () => {
	const normalizer = createNormalizer({ engine: "js", profile: "safe-browsing@1" });
	expect(normalizer.key("http://a%41b")).toBe("aab/");
	expect(() => normalizer.key("http:/\t\t\t\t\t\t")).toThrow("scheme");
});
