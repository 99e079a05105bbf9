/** The crawl kernel as a host without JavaScript has it: a module, a memory, and programs that may be anything. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import type { CrawlOptions, Policy } from "urlsieve/crawl";
import { describe, expect, it } from "vitest";
import { Address, Component, Cursor, Limit } from "../../assembly/layout/addresses";
import { CrawlAddress, CrawlLimit } from "../../assembly/layout/crawl-addresses";
import { CrawlFlag, Profile } from "../../assembly/layout/crawl-options";
import { Flag } from "../../assembly/layout/options";
import { Status } from "../../assembly/layout/status";
import { Header } from "../../assembly/policy/program";
import { RESULT_ROOM } from "../../assembly/policy/rewrite/room";
import { programOf } from "../seams/kernels";
import { runs } from "../support/extent";

const POLICY: Policy = {
	base: "whatwg",
	key: {
		index: ["i"],
		query: { lists: ["tracking@1"], remove: [{ name: "a", match: "prefix", hosts: ["h.i"], exceptPath: ["x"] }], keep: ["ab"] },
		sessions: "sessions@1",
	},
	sites: [{ hosts: ["h.i", "www.b.c"], key: { www: "drop" } }],
};
const PROGRAM = programOf({ policy: POLICY });
const REWRITES = programOf({
	policy: {
		base: "whatwg",
		key: { hostAlias: { "www.h.i": "h.i", "*.b": "*.c" }, pathCase: "lower" },
		rewrite: [
			{ from: "https://{x.}?h.i/:a{/:b}?", to: "https://y.i/:a/:b?:a" },
			{ from: "https://*.i/*", unwrap: { query: "u" } },
			{ from: "/A/:b/*", unwrap: { path: "*" } },
		],
		sites: [
			{
				hosts: ["y.i"],
				rewrite: [1, 2, 3, 4, 5].flatMap((at) => [
					{ from: `/${at}/:x`, to: "/z/:x" },
					{ from: `/*/i${at}`, to: "/*" },
				]),
			},
		],
	},
});
const INPUT = "http://www.h.i/i?ab=1&abc=2&utm_source=3&c";

class Host {
	readonly call: { readonly [name: string]: (...words: number[]) => number };
	readonly memory: WebAssembly.Memory;
	readonly program: number;
	readonly input: number;
	readonly output: number;

	constructor(file: string) {
		const module = new WebAssembly.Module(readFileSync(new URL(`../../build/out/${file}`, import.meta.url)));
		expect(WebAssembly.Module.imports(module)).toEqual([]);
		const { memory, ...functions } = new WebAssembly.Instance(module).exports;
		this.memory = memory as WebAssembly.Memory;
		this.call = functions as never;
		this.run("initialize");
		this.memory.grow(68);
		this.program = Math.ceil(this.run("heapBase") / 64) * 64;
		// A program with rewrites has megabytes of its own.
		this.input = this.program + (4 << 20);
		this.output = this.input + 1024;
	}

	run(name: string, ...words: number[]): number {
		return (this.call[name] as (...words: number[]) => number)(...words);
	}

	/** Sets a program, its checksum made right. */
	set(program: Uint8Array): number {
		const octets = new Uint8Array(this.memory.buffer);
		octets.set(program, this.program);
		const [start, end] = [this.program + Header.BASE, this.program + program.length];
		if (program.length >= Header.SIZE) this.run("fingerprint", 0, start, end, this.program + Header.CHECKSUM);
		return this.run("setProgram", this.program, program.length);
	}

	/** Writes text to an address. Returns its end. */
	put(text: string, at = this.input): number {
		return at + Buffer.from(this.memory.buffer).write(text, at);
	}

	text(start: number, end: number): string {
		return Buffer.from(this.memory.buffer, start, end - start).toString();
	}

	/** A form of a reference, or `-Status`. */
	form(name: "normalize" | "key", options: number, reference: string): string | number {
		const end = this.run(name, options, this.input, this.put(reference), this.output);
		return end > 0 ? this.text(this.output, end) : end === 0 ? reference : end;
	}

	key(): string {
		return String(this.form("key", CrawlFlag.POLICY, INPUT));
	}
}

describe.each(["crawl.wasm", "crawl.simd.wasm"])("%s", (file) => {
	const host = new Host(file);

	it("exports the functions of its page, and nothing else", () => {
		const page = readFileSync(new URL("../../docs/internals/crawl-abi.md", import.meta.url), "utf8");
		const listed = [...page.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
		expect(Object.keys(host.call).sort()).toEqual(listed.sort());
	});

	it("keeps its areas below heapBase", () => {
		expect(host.run("heapBase")).toBeGreaterThanOrEqual(CrawlAddress.RESERVED_END);
	});

	it("runs a program", () => {
		expect(host.set(PROGRAM)).toBe(0);
		expect(host.key()).toBe("http://h.i/?ab=1&c");
	});

	it("writes nothing beyond the memory that a program asks for", () => {
		const lengths = [{}, { strict: true }, { idna: false }, { strict: true, idna: false }].map((options) => {
			const octets = programOf({ policy: {}, ...options } as CrawlOptions);
			const end = host.program + octets.length + new DataView(octets.buffer).getInt32(Header.WORK, true);
			const after = () => new Uint8Array(host.memory.buffer, end, 64);
			after().fill(0xa5);
			expect(host.set(octets)).toBe(0);
			expect(after().every((octet) => octet === 0xa5)).toBe(true);
			return octets.length % 4;
		});
		expect(new Set(lengths).size).toBeGreaterThan(2);
	});

	it("locates a fault in the zone of an IPv6 address", () => {
		expect(host.set(programOf({ policy: { base: "rfc3986" } }))).toBe(0);
		const fault = new Int32Array(host.memory.buffer, Address.FAILURE, 2).fill(-1);
		const status = host.form("normalize", CrawlFlag.POLICY | Flag.STRICT, "http://[fe80::1%25a%zz]/");
		expect([status, ...fault]).toEqual([-Status.INVALID_PERCENT_ENCODING, Component.HOST, host.input + 19]);
	});

	it("refuses an answer that is no domain", () => {
		const normalized = (answer: string) => {
			const form = () => host.form("normalize", Profile.WHATWG, "http://\u00fc/");
			expect(form()).toBe(-Status.NEEDS_ALABEL);
			const length = host.put(answer, CrawlAddress.ANSWER) - CrawlAddress.ANSWER;
			new Int32Array(host.memory.buffer)[Address.ANSWER_LENGTH >> 2] = length;
			return form();
		};
		expect(normalized("xn--tda")).toBe("http://xn--tda/");
		for (const octet of "%\0 #/:<>?@[\\]^|\x7f")
			expect([octet, normalized(`a${octet}b`)]).toEqual([octet, -Status.INVALID_DOMAIN]);
	});

	it("resolves a line once there is room for the base", () => {
		const own = new Host(file);
		const base = `http://h/${"b".repeat(500)}/`;
		const start = own.put(base) + 256;
		expect(own.run("setBase", 0, own.input, start - 256)).toBe(0);
		const [output, end] = [start + 256, own.put("x\n", start)];
		const records = output + 32_768;
		const words = new Int32Array(own.memory.buffer, Address.CURSOR);
		const cursor = { [Cursor.RECORDS_AT]: records, [Cursor.MAX_RECORDS]: 2, [Cursor.REJECTS_AT]: records + 128 };
		for (const [field, value] of Object.entries(cursor)) words[Number(field) >> 2] = value;
		const resolved = (room: number) => own.run("normalizeLines", Flag.RESOLVE, start, end, output, output + room);
		const needed = CrawlLimit.GROWTH * ("x".length + base.length) + Limit.SLACK;
		expect(resolved(needed - 1)).toBe(-Status.NEEDS_ROOM);
		expect(resolved(needed)).toBe(0);
		expect(own.text(output, words[Cursor.WRITTEN >> 2] as number)).toBe(`${base}x\n`);
	});

	it("asks for the registrable domain of each host", () => {
		const own = new Host(file);
		const options = Profile.SAFE_BROWSING | CrawlFlag.EXPRESSIONS | CrawlFlag.HOSTS_V5;
		const expressions = () => own.run("normalize", options, own.input, own.put("http://a.b.c/"), own.output);
		for (let turn = 0; turn < 2; ++turn) {
			expect(expressions()).toBe(-Status.NEEDS_ALABEL);
			new Int32Array(own.memory.buffer)[CrawlAddress.REGISTRABLE >> 2] = 3;
			expect(expressions()).toBeGreaterThan(own.output);
		}
	});

	it("resolves nothing under profiles that copy a library, whatever the base", () => {
		const setBase = () => {
			const end = host.put(`http://h/${"\u00d4".repeat(900)}/`, host.program);
			const normal = host.run("normalize", 0, host.program, end, host.input);
			expect(host.run("setBase", 0, host.input, normal)).toBe(0);
			return normal;
		};
		const start = setBase() + 256;
		const to = start + 1024;
		for (const profile of [Profile.SURT, Profile.SURT_JAVA, Profile.W3LIB, Profile.SAFE_BROWSING, Profile.CRAWLEE]) {
			const formsOf = (options: number) =>
				["t/?ref=\u00c3&a=b", "/a", "", "http://H/a?b=1&a"].map((text) => {
					const end = host.run("normalize", options, start, host.put(text, start), to);
					return end <= 0 ? end : host.text(to, end);
				});
			expect([profile, formsOf(profile | Flag.RESOLVE)]).toEqual([profile, formsOf(profile)]);
		}
	});

	it("runs none that was refused", () => {
		const damaged = PROGRAM.with(Header.CHECKSUM, (PROGRAM[Header.CHECKSUM] as number) ^ 1);
		new Uint8Array(host.memory.buffer).set(damaged, host.program);
		expect(host.run("setProgram", host.program, damaged.length)).toBe(-Status.INVALID_PROGRAM);
		expect(host.key()).toBe(String(-Status.INVALID_PROGRAM));
		expect(host.run("setProgram", host.program + 1, damaged.length)).toBe(-Status.INVALID_PROGRAM);
	});

	it.each([PROGRAM, REWRITES])("refuses any other program, or runs it without a trap", (program) => {
		const word = fc.oneof(fc.integer(), fc.integer({ min: -8, max: program.length + 8 }));
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.nat((program.length >> 2) - 1), word), { minLength: 1, maxLength: 4 }), (changes) => {
				const changed = program.slice();
				const view = new DataView(changed.buffer);
				for (const [index, value] of changes) view.setInt32(index * 4, value, true);
				if (host.set(changed) === 0) host.key();
			}),
			{ numRuns: runs(20_000) },
		);
	});
});

describe("the header of programs in other languages", () => {
	const offsets = { PROGRAM_IDENTITY: Header.IDENTITY, PROGRAM_WORK: Header.WORK, PROGRAM_HEADER: Header.SIZE };

	it.each(["python/urlsieve/_abi.py", "java/src/main/java/urlsieve/Urlsieve.java"])("is that of the kernel: %s", (path) => {
		const source = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
		const found = [...source.matchAll(/(PROGRAM_\w+) = (\d+)/g)].map(([, name, value]) => [name, Number(value)]);
		expect(found.length).toBeGreaterThan(1);
		for (const [name, value] of found) expect([name, value]).toEqual([name, offsets[name as keyof typeof offsets]]);
		expect(source).toContain(`REWRITE_ROOM = ${RESULT_ROOM}`);
	});
});
