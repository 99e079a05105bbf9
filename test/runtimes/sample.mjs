/** A program as users write it: several entries, one class of errors. Prints what it gets as JSON. */
import { normalize, SeenSet, UriError } from "urlsieve";
import { createNormalizer } from "urlsieve/crawl";
import { cacheKey, noVarySearch } from "urlsieve/edge";

const crawl = createNormalizer({ profile: "crawl@1" });
let code = "";
try {
	crawl.key("http://[");
} catch (error) {
	code = error instanceof UriError ? error.code : "of another class";
}
const set = new SeenSet({ normalizer: crawl });
const added = [set.add("http://e.com/?utm_source=1&a"), set.add("http://e.com/?a")];
const rule = noVarySearch('params=("a")');
const results = [normalize("HTTP://Example.com/%7Ea/../b"), code, added, cacheKey("http://e.com/?a&b", rule)];
console.log(`sample: ${JSON.stringify(results)}`);
