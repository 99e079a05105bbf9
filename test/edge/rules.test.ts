/** Rules that servers teach: section 3 of the specification. */

import { cacheKey, createRules, noVarySearch, type Rules } from "urlsieve/edge";
import { describe, expect, it } from "vitest";

const request = (url: string) => new Request(new URL(url, "https://e.com/"));
const response = (field?: string) => new Response("", { headers: field === undefined ? {} : { "no-vary-search": field } });
const isSame = (rules: Rules, a: string, b: string) => rules.key(request(a)) === rules.key(request(b));

describe("createRules", () => {
	it("keeps the rule of the response that was stored last, for each origin and path", () => {
		const rules = createRules();
		expect(isSame(rules, "/p?a", "/p?b")).toBe(false);
		const key = rules.learn(request("/p?a"), response("params"));
		expect(key).toBe(cacheKey("https://e.com/p?a", noVarySearch("params")));
		expect(rules.key(request("/p?b#f"))).toBe(key);
		for (const [a, b] of [
			["/q?a", "/q?b"],
			["/p/?a", "/p/?b"],
			["http://e.com/p?a", "http://e.com/p?b"],
			["https://e.com:8443/p?a", "https://e.com:8443/p?b"],
		] as const) {
			expect(isSame(rules, a, b)).toBe(false);
		}
		rules.learn(request("/p?c"), response('params=("a")'));
		expect([isSame(rules, "/p?a", "/p?b"), isSame(rules, "/p?a&b", "/p?b")]).toEqual([false, true]);
	});

	it("is reset by a response without the field, and by an invalid one", () => {
		for (const field of [undefined, "params=1"]) {
			const rules = createRules();
			rules.learn(request("/p"), response("params"));
			rules.learn(request("/p"), response(field));
			expect(isSame(rules, "/p?a", "/p?b")).toBe(false);
		}
	});

	it("never finds a response that was stored under another rule", () => {
		const rules = createRules();
		const stored = new Set<string>();
		for (const field of [undefined, "params", 'params=("a")', "key-order", undefined]) {
			const before = new Set(stored);
			const key = rules.learn(request("/p?a=1"), response(field));
			if (field !== undefined) expect(before.has(key)).toBe(false);
			stored.add(key);
		}
		expect(stored.size).toBe(4);
	});

	it("speaks for silent origins by the longest path, until a response does", () => {
		const rules = createRules({
			given: { "/s": 'except=("q")', "/*": 'params=("utm")', "/a/*": "except=()", "/a/b*": "key-order" },
		});
		expect(isSame(rules, "/s?q&x", "/s?q")).toBe(true);
		expect(isSame(rules, "/s/?q&x", "/s/?q")).toBe(false);
		expect(isSame(rules, "/t?utm&x", "/t?x")).toBe(true);
		expect(isSame(rules, "/a/c?x", "/a/c")).toBe(true);
		expect(isSame(rules, "/a/bc?x", "/a/bc")).toBe(false);
		rules.learn(request("/a/c"), response('params=("z")'));
		expect(isSame(rules, "/a/c?x", "/a/c")).toBe(false);
		rules.learn(request("/a/c"), response());
		expect(isSame(rules, "/a/c?x", "/a/c")).toBe(true);
	});

	it("forgets the least recently used paths beyond max", () => {
		const rules = createRules({ max: 100 });
		rules.learn(request("/kept"), response("params"));
		for (let index = 0; index < 1000; ++index) {
			rules.learn(request(`/${index}`), response("params"));
			rules.key(request("/kept?x"));
		}
		const known = Array.from({ length: 1000 }, (_, index) => index).filter((index) => rules.knows(request(`/${index}`)));
		expect(known).toEqual(Array.from({ length: 99 }, (_, index) => 901 + index));
		expect(isSame(rules, "/kept?x", "/kept?y")).toBe(true);
	});

	it("shares a rule with other isolates by a record, at a place that no request has", () => {
		const [mine, yours] = [createRules(), createRules()];
		const key = mine.learn(request("/p?a"), response('params=("a"), key-order'));
		expect([mine.knows(request("/p?b")), yours.knows(request("/p?b"))]).toEqual([true, false]);
		yours.adopt(request("/p?b"), mine.record(request("/p?a")));
		expect([yours.knows(request("/p")), yours.key(request("/p"))]).toEqual([true, key]);
		// Caches keep the record for a day.
		expect(mine.record(request("/p")).headers.get("cache-control")).toBe("max-age=86400");
		const place = mine.place(request("/p?x#f"));
		expect(place).toBe(yours.place(request("/p")));
		for (const forged of [place, `${place}&nvs=rule`, "/p?nvs=0", `/p?${key.slice(key.indexOf("nvs="))}`]) {
			expect([place, key]).not.toContain(cacheKey(request(forged), noVarySearch(null)));
		}
	});

	it("adopts that there is no rule", () => {
		const rules = createRules({ given: { "/p": "params" } });
		rules.adopt(request("/p"), undefined);
		expect([rules.knows(request("/p")), isSame(rules, "/p?a", "/p?b")]).toEqual([true, true]);
		const other = createRules();
		other.adopt(request("/p"), rules.record(request("/p")));
		expect(isSame(other, "/p?a", "/p?b")).toBe(false);
	});

	it("adopts nothing for a path that is known by now", () => {
		const rules = createRules();
		const key = rules.learn(request("/p?a"), response("params"));
		rules.adopt(request("/p?b"), undefined);
		rules.adopt(request("/p?b"), response("key-order"));
		expect(rules.key(request("/p?c"))).toBe(key);
	});

	it("refuses wrong options", () => {
		for (const max of [0, -1, 1.5, Number.NaN, "1"]) expect(() => createRules({ max: max as number })).toThrow(RangeError);
		expect(() => createRules({ given: { "search*": "params" } })).toThrow('write "/search*"');
	});
});
