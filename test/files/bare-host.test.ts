/** Lines that begin with a host get a scheme, in chunks of any size, and no other octet changes. */
import { expect, it } from "vitest";
import { completedChunks, SchemeSink, withScheme } from "../../src/files/input/bare-host";
import { type LineSink, pushInto } from "../../src/lines/lines";

const octetsOf = (text: string) => Buffer.from(text, "latin1");

/** Keeps what it is given, and counts its ends. */
class Kept implements LineSink {
	lines = 7;
	text = "";
	ends = 0;
	readonly #space = new Uint8Array(64);

	space(): Uint8Array {
		return this.#space;
	}

	advance(count: number): void {
		this.text += Buffer.from(this.#space.subarray(0, count)).toString("latin1");
	}

	end(): void {
		++this.ends;
	}
}

async function completed(text: string, size: number): Promise<string> {
	async function* chunks() {
		for (let at = 0; at < text.length; at += size) yield octetsOf(text.slice(at, at + size));
	}
	const parts: Uint8Array[] = [];
	for await (const part of completedChunks(chunks(), "s://")) parts.push(part.slice());
	return Buffer.concat(parts).toString("latin1");
}

it.each<[text: string, result: string]>([
	["a.example/b\n", "s://a.example/b\n"],
	["A.EXAMPLE", "s://A.EXAMPLE"],
	["/a\na.example\r\n\n?b\na.example:80/\n", "/a\ns://a.example\r\n\n?b\ns://a.example:80/\n"],
	["http://a.example/\n", "http://a.example/\n"],
	["\n\n", "\n\n"],
	["", ""],
])("completes %j to %j", async (text, result) => {
	for (const size of [1, 2, 5, 1000]) expect(await completed(text, size)).toBe(result);
	expect(Buffer.from(withScheme(octetsOf(text), "s://")).toString("latin1")).toBe(result);
});

it("returns the same octets if no line begins with a host", () => {
	const lines = octetsOf("/a\n?b\n");
	expect(withScheme(lines, "s://")).toBe(lines);
	const part = Buffer.from("xxa.example\n").subarray(2);
	expect(Buffer.from(withScheme(part, "s://")).toString()).toBe("s://a.example\n");
});

it("passes on a long line before its end, and completes the line after it", () => {
	const kept = new Kept();
	const sink = new SchemeSink(kept, "s://");
	const long = `a.example/${"x".repeat(1014)}`;
	pushInto(sink, octetsOf(long));
	expect(kept.text).toBe("");
	pushInto(sink, octetsOf("y"));
	expect(kept.text).toBe(`s://${long}y`);
	pushInto(sink, octetsOf("z.example"));
	expect(kept.text).toBe(`s://${long}yz.example`);
	pushInto(sink, octetsOf("\nb.example"));
	expect(kept.text).toBe(`s://${long}yz.example\n`);
	pushInto(sink, octetsOf("\n"));
	expect([kept.text, kept.ends, sink.lines]).toEqual([`s://${long}yz.example\ns://b.example\n`, 0, 7]);
});

it("begins anew after the end of a stream", () => {
	const kept = new Kept();
	const sink = new SchemeSink(kept, "s://");
	pushInto(sink, octetsOf("a.example"));
	sink.end();
	expect([kept.text, kept.ends]).toEqual(["s://a.example", 1]);
	pushInto(sink, octetsOf(`b.example/${"x".repeat(2000)}`));
	sink.end();
	kept.text = "";
	pushInto(sink, octetsOf("c.example"));
	sink.end();
	expect([kept.text, kept.ends]).toEqual(["s://c.example", 3]);
	sink.end();
	expect([kept.text, kept.ends]).toEqual(["s://c.example", 4]);
});
