/** The finding `readers-disagree`. */

import type { ReaderId } from "urlsieve/edge";
import { inspect } from "urlsieve/text";
import { describe, expect, it } from "vitest";

const ofReaders = (reference: string, ...readers: ReaderId[]) =>
	inspect(reference, { readers }).filter(({ code }) => code === "readers-disagree");

describe("readers-disagree", () => {
	it("names the class and what both readers read", () => {
		expect(ofReaders("http://e.com/public/..;/admin", "nginx", "tomcat")).toEqual([
			{
				code: "readers-disagree",
				component: "path",
				offset: 12,
				sentence: 'nginx reads the path "/public/..;/admin", but tomcat reads the path "/admin".',
				class: "segments",
				texts: ["/public/..;/admin", "/admin"],
				count: 1,
			},
		]);
		expect(ofReaders("https://e.com/%61?b", "haproxy", "go", "nginx")[0]).toMatchObject({ class: "unreserved", count: 2 });
	});

	it("is for readers that are asked for, and for what they reject", () => {
		expect(inspect("http://e.com/a/..;/b")).toEqual([]);
		expect(ofReaders("http://e.com/a%20b", "haproxy", "go")).toEqual([]);
		expect(ofReaders("http://e.com/%zz", "nginx", "haproxy")).toEqual([]);
		expect(ofReaders("/a/..;/b", "nginx", "tomcat")).toEqual([]);
		expect(ofReaders("ftp://e.com/a/..;/b", "nginx", "tomcat")).toEqual([]);
		expect(ofReaders("http://e.com", "nginx", "tomcat")).toEqual([]);
		expect(ofReaders("http://e.com/é//a", "nginx", "go")[0]).toMatchObject({ class: "segments" });
	});

	it("gives readers the host without userinfo, as clients do", () => {
		for (const userinfo of ["user:secret@", "secret@more@"]) {
			const found = ofReaders(`http://${userinfo}e.com//other.test/a`, "rfc3986", "whatwg");
			expect(found).toMatchObject([{ class: "host", texts: ["e.com", "other.test"] }, { class: "segments" }]);
			expect(JSON.stringify(found)).not.toMatch(/secret|more/);
		}
	});

	it("throws for unknown readers", () => {
		expect(() => inspect("http://e.com/%2F", { readers: ["iis" as "go"] })).toThrow(TypeError);
		expect(() => inspect("http://e.com/", { reader: [] } as never)).toThrow("reader");
		expect(() => inspect("http://e.com/", { readers: "nginx" } as never)).toThrow(
			'The option "readers" must be an array of names; got string.',
		);
	});
});
