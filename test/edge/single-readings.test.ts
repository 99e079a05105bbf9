/** Views of single targets by single readers, the key of a rule, and fields at their limits. */

import { agree, cacheKey, noVarySearch, type ReaderId, type View } from "urlsieve/edge";
import { describe, expect, it } from "vitest";

const viewOf = (target: string, reader: ReaderId, host?: string) => agree(target, [reader], { host }).views[0] as View;

it.each<[ReaderId, string, Partial<View>]>([
	["envoy:none", "?a", { path: "", query: "a", sends: "?a" }],
	["envoy:none", "#a", { path: "", sends: "#a" }],
	["envoy:none", "/%00", { path: "/%00" }],
	["envoy:base", "/%00", { accepts: false, status: 400 }],
	["envoy:base", "a/../b", { path: "/b" }],
	["envoy:base", "./a", { path: "/a" }],
	["envoy:base", "/a//b", { path: "/a//b" }],
	["envoy:merge", "/a//b", { path: "/a/b" }],
	["envoy:merge", "/a%2f%5cb", { path: "/a%2f%5cb" }],
	["envoy:decode", "/a%2f%5cb", { path: "/a/b" }],
	["envoy:decode", "/a%5Cb", { path: "/a/b", sends: "/a/b" }],
	["go", "", { accepts: false, status: 400 }],
	["go", "http://u:p@h/a", { accepts: true, host: "u:p@h", path: "/a" }],
	["go", "http://%41/", { accepts: false, status: 400 }],
	["go", "http://%c3%a9/", { accepts: true, host: "%c3%a9" }],
	["go", "http://[::1]:80/", { accepts: true, host: "[::1]:80" }],
	["go", "http://a:b/", { accepts: false }],
	["go", "a", { accepts: false }],
	["go:mux", "/a/../b", { accepts: false, status: 307 }],
	["go:mux", "/a%2F..", { accepts: true, path: "/a/.." }],
	["caddy:matcher", "http://h", { path: ".", sends: "/" }],
	["caddy:matcher", "/a/b/..", { path: "/a" }],
	["caddy", "mailto:a?b", { sends: "a?b", query: "b" }],
	["caddy", "a:b/../c//d?e", { sends: "b/../c//d?e", query: "e" }],
	["caddy", "mailto::s://", { sends: ":s://" }],
	["caddy", "a:/b", { sends: "/b" }],
	["haproxy", "/a\t\t", { path: "/a", sends: "/a" }],
	["haproxy", "*?a", { path: "", query: "a", sends: "*?a" }],
	["haproxy", "a@b@/c?d", { path: "", query: "d", sends: "a@b@/c?d" }],
	["haproxy", "http://h?a@", { path: "", query: "a@", sends: "http://h?a@" }],
	["haproxy", "a@b/c", { accepts: false, status: 400 }],
	["haproxy", "http://h?a", { accepts: false, status: 400 }],
	["haproxy", "http://h:80/a", { host: "h:80", sends: "http://h/a" }],
	["haproxy", "https://h:443/a", { host: "h:443", sends: "https://h/a" }],
	["haproxy", "HTTPS://h:80/a", { sends: "HTTPS://h:80/a" }],
	["squid", "/a\v\f", { path: "/a", sends: "/a" }],
	["squid", "/a\tb\v", { path: "/ab", sends: "/ab" }],
	["squid", "a?b", { path: "/", query: "b", sends: "/?b" }],
	["squid", "http:5/..", { path: "/..", sends: "/.." }],
	["squid", "a:65536", { accepts: false, status: 400 }],
	["squid", "a:b:c?d", { sends: "/?d" }],
	["squid", "a..b", { accepts: false, status: 400 }],
	["squid", "x:9@b/c", { sends: "/c" }],
	["squid", "a@", { accepts: false, status: 400 }],
	["squid", "@[", { accepts: false, status: 400 }],
	["squid", "1://a/b", { host: "a", sends: "/b" }],
	["ats", "/a\t", { path: "/a", sends: "/a" }],
	["ats", "//a;", { path: "/a", sends: "/a" }],
	["ats", "/a;b;", { path: "/a;b;" }],
	["ats", "https://h/", { accepts: false, status: 400 }],
	["ats", "a:b@:1//x;#y", { sends: "/x" }],
	["ats", "a@b/x", { accepts: false, status: 400 }],
	["ats", "#a", { path: "", sends: "" }],
	["ats", "@?a", { query: "a", sends: "?a" }],
	["h2o", "a", { path: "/", sends: "/" }],
	["h2o", "ab", { path: "/ab", sends: "/ab" }],
	["varnish", "HTTP://h/a?b", { host: "h", path: "/a", query: "b", sends: "/a?b" }],
	["varnish", "http://h", { path: "http://h" }],
	["tomcat", "/a\t", { path: "/a" }],
	["tomcat", "/a;x/../b", { path: "/b" }],
	["tomcat", "/a/..", { path: "/" }],
	["tomcat", "/a/b/..", { path: "/a" }],
	["tomcat", "http://u@h/a", { host: "h" }],
	["rfc3986", "http://h#a", { host: "h", path: "/" }],
	["rfc3986", "/a?b#c", { path: "/a", query: "b" }],
	["rfc3986", "/a#b?c", { path: "/a" }],
	["whatwg", "//h:1/a?b", { host: "h:1", path: "/a", query: "b" }],
	["whatwg", "//[/", { accepts: false, status: 400 }],
	["aiohttp", "/a?b", { path: "/a", query: "b" }],
	["aiohttp", "/a?b#c#d", { path: "/a", query: "b" }],
	["aiohttp", "/a?#c", { path: "/a", query: "" }],
	["aiohttp", "/a?#c#d", { path: "/a", query: "" }],
	["aiohttp", "http://example.test/a?#c", { path: "/a", query: "" }],
	["aiohttp", "/%0a", { accepts: false, status: 404 }],
	["aiohttp", "/%c3%a9%c3", { path: "/\xc3\xa9%c3" }],
	["fastify", "/a#b?c", { path: "/a", query: "b?c" }],
	["express", "/a\\b#c", { path: "/a/b" }],
	["express", "//a@b/admin#", { path: "/admin" }],
	["express", "//a@b/admin", { path: "//a@b/admin" }],
	["express", "/\\a@b@c;d/e#", { path: ";d/e" }],
	["express", "//a?@b/c#", { accepts: false, status: 404 }],
	["express", "//a/x@b/c#", { path: "//a/x@b/c" }],
	["express", "/a\\b", { path: "/a\\b" }],
	["starlette", "/a%0ab", { accepts: false, status: 404 }],
	["starlette", "/a%0a", { path: "/a" }],
	["werkzeug", "/a b", { accepts: false, status: 400 }],
	["werkzeug", "\f/a", { accepts: true, path: "/a" }],
	["werkzeug", "\x1a//a", { accepts: true, path: "/a" }],
	["werkzeug", "\x01http:a", { accepts: true, path: "/a" }],
	["werkzeug", "", { accepts: false, status: 400 }],
	["werkzeug", "http:", { accepts: false, status: 308 }],
	["lighttpd", "http://h", { accepts: false, status: 400 }],
	["lighttpd", "/%c0", { accepts: false, status: 400 }],
	["lighttpd", "/a#\b", { accepts: true, path: "/a" }],
	["lighttpd", "/a?b#\x7f", { accepts: true, query: "b" }],
	["lighttpd", "/a\b#", { accepts: false, status: 400 }],
	["lighttpd", "/a?%7e%2f%zz", { path: "/a", query: "~%2F%25zz" }],
	["nginx", "http://h?", { path: "/", query: "", sends: "/" }],
	["nginx", "http://h?a?#b", { query: "a?", sends: "/?a?" }],
	["nginx", "http://h?#a", { path: "/", query: "", sends: "/" }],
	["nginx", "http://h#a", { accepts: false, status: 400 }],
	["nginx:uri", "/a/../b\x80", { path: "/b\x80", sends: "/b\x80" }],
	["apache", "/%2f", { accepts: false, status: 404 }],
	["apache:slashes-on", "/%2f..", { path: "/" }],
	["apache:nodecode", "/a%2f..", { path: "/a%2f.." }],
	// What `npm run test:readers` found on generated targets.
	["nginx", "ftp://example.test?", { path: "/", sends: "/" }],
	["nginx", "http://example.test?a", { query: "a", sends: "/?a" }],
	["ats", "ftp://example.test?", { sends: "" }],
	["haproxy", "*/a?b", { path: "", query: "b", sends: "*/a?b" }],
	["haproxy:normalized", "*?%00", { path: "", query: "%00" }],
	["squid", "/a/../b\t\v?a=%zz", { sends: "/a/../b?a=%zz" }],
	["squid", "/a\vb", { sends: "/a\vb" }],
	["express", "*/a\\b?a#b", { path: "*/a/b", query: "a" }],
	["express", '*?a="<', { path: "*", query: "a=%22%3C" }],
	["express", "http://example.test?a=\\", { path: "/", query: "a=%5C" }],
	["express", '/a?a="<', { path: "/a", query: 'a="<' }],
	["fastify", "http://example.test/a?b#c", { accepts: false, status: 400 }],
	["fastify", "/a?b#c", { path: "/a", query: "b#c" }],
	["aiohttp", "https://example.test/a%23#b?c", { path: "/a#" }],
	["go", "http://[::1]:80/a", { accepts: true, host: "[::1]:80", path: "/a" }],
	["go", "http:/a/b?c", { path: "/a/b", query: "c" }],
	["go", "http:a/b", { path: "" }],
	["haproxy", "/a\x80b", { accepts: true, path: "/a\x80b" }],
	["haproxy", "/abc\x80\x80\x80\x80", { accepts: false, status: 400 }],
	["go", "http://[::1/a", { accepts: false, status: 400 }],
	["caddy:matcher", "*", { path: "*", sends: "*" }],
	["envoy:base", "/a?b#c", { path: "/a", query: "b", sends: "/a?b#c" }],
	["envoy:base", "/a#b?c", { path: "/a", sends: "/a#b?c" }],
	["lighttpd", "/a?b=%zz%7e%2f", { path: "/a", query: "b=%25zz~%2F" }],
	["whatwg", "/a?b#c", { path: "/a", query: "b" }],
	["whatwg", "/a?#c", { query: "" }],
])("%s reads %j", (reader, target, expected) => {
	expect(viewOf(target, reader)).toMatchObject({ reader, ...expected });
});

it.each<[ReaderId, string]>([
	["envoy:base", "/a#b?c"],
	["whatwg", "/a#?c"],
	["rfc3986", "/a#?c"],
])("%s reads no query in %s", (reader, target) => {
	expect(viewOf(target, reader).query).toBeUndefined();
});

describe("views", () => {
	it("have the parts of the target and nothing else", () => {
		expect(viewOf("/a", "nginx")).toEqual({ reader: "nginx", accepts: true, path: "/a", raw: false, sends: "/a" });
		expect(viewOf("/a", "nginx", "h")).toEqual({
			reader: "nginx",
			accepts: true,
			path: "/a",
			raw: false,
			sends: "/a",
			host: "h",
		});
		expect(viewOf("/a?b", "whatwg", "h")).toEqual({
			reader: "whatwg",
			accepts: true,
			host: "h",
			path: "/a",
			raw: true,
			query: "b",
			sends: "/a?b",
		});
		expect(viewOf("/a?b", "whatwg")).not.toHaveProperty("host");
		expect(viewOf("a", "go")).toEqual({ reader: "go", accepts: false, status: 400, raw: false });
	});

	it("differ by one class where segments do, whatever their paths", () => {
		expect(agree("/a/..;/b", ["nginx", "tomcat"]).differences).toEqual([{ class: "segments", readers: ["nginx", "tomcat"] }]);
		expect(agree("/a%20", ["rfc3986", "nginx"]).differences).toEqual([{ class: "spelling", readers: ["rfc3986", "nginx"] }]);
		expect(agree("/%7e", ["haproxy", "nginx"]).differences).toEqual([{ class: "unreserved", readers: ["haproxy", "nginx"] }]);
		expect(agree("/a?", ["ats", "nginx"]).agree).toBe(true);
	});
});

it("keys of rules never change", () => {
	const keyOf = (field: string) => cacheKey("https://e.com/p?b=2&a=1", noVarySearch(field)).split("nvs=")[1];
	expect([keyOf('params=("a")'), keyOf("key-order"), keyOf('key-order, except=("a" "b")'), keyOf("")]).toEqual([
		"756b8b367a61d6e4",
		"c4649466457fc3ae",
		"bb865c33afb3f0a3",
		"0",
	]);
});
