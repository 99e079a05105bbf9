/** The memory of a program: what it held before counts for nothing, and nothing else changes. */
import { createHash } from "node:crypto";
import { type KeyRules, readList } from "urlsieve/crawl";
import { expect, it } from "vitest";
import { CrawlAddress, Policy } from "../../assembly/layout/crawl-addresses";
import { CrawlFlag } from "../../assembly/layout/crawl-options";
import { Status } from "../../assembly/layout/status";
import { Machine } from "../../assembly/policy/automaton";
import { Header } from "../../assembly/policy/program";
import { workOf } from "../qa/fuzz/hosts/programs";
import type { Engine } from "../seams/kernels";
import { programOf as compiled, crawlKernels } from "../seams/kernels";
import { describeCrawlEngines } from "../support/crawl-engines";

/** Enough for a program, and enough for its memory. */
const ROOM = 1 << 16;

function programOf(key: KeyRules, filters: string): Uint8Array {
	const list = readList("removeparam", new TextEncoder().encode(filters), { name: "filters" });
	const policy = { base: "whatwg", key: { ...key, query: { ...key.query, lists: ["filters"] } } } as const;
	return compiled({ policy, lists: [list] });
}

/** A kernel whose memory is full of one octet, above its own areas. */
class Host {
	readonly kernel;
	readonly program: number;
	readonly input: number;
	readonly output: number;

	constructor(engine: Engine, octet: number) {
		this.kernel = crawlKernels.create(engine);
		const start = this.kernel.call.heapBase();
		this.program = Math.ceil(start / 64) * 64 + ROOM;
		this.input = this.program + 2 * ROOM;
		this.output = this.input + ROOM;
		this.kernel.reserve(this.output + 2 * ROOM);
		this.kernel.octets.fill(octet, start, this.output + 2 * ROOM);
	}

	/** Sets a program with `work` octets of memory, by default the size that it asks for. Returns the status. */
	set(program: Uint8Array, work?: number): number {
		const { call, octets } = this.kernel;
		octets.set(program, this.program);
		if (work !== undefined) this.kernel.words[(this.program + Header.WORK) >> 2] = work;
		octets.fill(0, this.input, this.input + 16);
		call.fingerprint(this.input, this.program + Header.BASE, this.program + program.length, this.program + Header.CHECKSUM);
		return call.setProgram(this.program, program.length);
	}

	key(reference: string, options: number = CrawlFlag.POLICY): string {
		const { call, octets } = this.kernel;
		const memory = Buffer.from(octets.buffer);
		const length = memory.write(reference, this.input);
		const end = call.key(options, this.input, this.input + length, this.output);
		return end === 0 ? reference : memory.toString("latin1", this.output, end);
	}

	/** Returns the program and the `length` octets at `start` as they are now. */
	octetsAt(start: number, length: number): Buffer {
		return Buffer.from(this.kernel.octets.subarray(start, start + length));
	}
}

it("is small without patterns, and has room for the states that large ones need, up to 2 MiB", () => {
	const kib = (program: Uint8Array) => Math.floor(workOf(program) / 1024);
	expect(kib(compiled({ policy: { key: { www: "drop", query: { sort: "name" } } } }))).toBe(0);
	const sizes = [2, 50, 100, 200, 400].map((states) => kib(programOf({}, `$removeparam=/${"a".repeat(states)}/`)));
	// Twice the states take four times the room.
	expect(sizes).toEqual([71, 71, 188, 682, 1673]);
	expect(kib(programOf({}, `$removeparam=/${"a".repeat(2000)}/`))).toBe(2 * 1024 + 38);
});

const LONG = Array.from({ length: 63 }, (_, index) => `abc=${index}`).join("&");

describeCrawlEngines("The memory of a program", (engine) => {
	it.each(["\0", "\xff", "c", "x"])("may be full of %j before", (octet) => {
		const host = new Host(engine, octet.charCodeAt(0));
		const remove = [
			{ name: "s", hosts: ["h.i"] },
			{ name: "t", exceptPath: ["xx"] },
		];
		expect(host.set(programOf({ query: { remove, sort: "name" } }, "$removeparam=u"))).toBe(Status.OK);
		expect(host.key("http://h.i/x?s&t&u&v")).toBe("http://h.i/x?v");
		expect(host.key("http://h.j/xx?s&t&u&v")).toBe("http://h.j/xx?s&t&v");
		expect(host.key(`http://h/?${LONG}&ab`)).toBe(`http://h/?ab&${LONG}`);
	});

	it("is all that changes, and the least suffices", () => {
		const program = programOf({}, "$removeparam=/^utm/\n||a.*/x$removeparam=b");
		const host = new Host(engine, 0xa5);
		let [least, most] = [0, ROOM];
		while (least < most) {
			const work = (least + most) >> 1;
			if (host.set(program, work) === Status.OK) most = work;
			else least = work + 1;
		}
		for (const work of [least, least + 4096]) {
			const end = host.program + program.length + work;
			host.kernel.octets.fill(0xa5, end, end + 256);
			expect(host.set(program, work)).toBe(Status.OK);
			const before = host.octetsAt(host.program, program.length);
			expect(host.key("http://a.b/x?utm_a=1&c&b=2")).toBe("http://a.b/x?c");
			expect(host.key("http://a.b/y?xutm&utm&b=2")).toBe("http://a.b/y?xutm&b=2");
			expect(host.octetsAt(host.program, program.length).equals(before)).toBe(true);
			expect(host.octetsAt(end, 256).every((octet) => octet === 0xa5)).toBe(true);
		}
	});

	it("counts to 2^31, and begins anew without the earlier counts", () => {
		const host = new Host(engine, 0);
		const plain = Array.from("abcdefgh", (name) => `$removeparam=${name}\n`).join("");
		expect(host.set(programOf({}, `${plain}$removeparam=/^utm/`))).toBe(Status.OK);
		const machine = host.kernel.words[(CrawlAddress.POLICY + Policy.NAME_MACHINE) >> 2] as number;
		const [run, epoch] = [(machine + Machine.RUN) >> 2, (machine + Machine.EPOCH) >> 2];
		for (const left of [3, 0, 2, 0, 1, 0, 0]) {
			for (const counter of [run, epoch]) host.kernel.words[counter] = 2 ** 31 - 1 - left;
			expect(host.key("http://h/?utm_a=1&ut")).toBe("http://h/?ut");
			expect(host.kernel.words[run]).toBeGreaterThan(0);
		}
	});

	it("does not overlap the areas of SHA-256", () => {
		const host = new Host(engine, 0);
		const names = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).filter(
			(name) => !"#%&+='*".includes(name),
		);
		const digest = () => {
			host.kernel.octets.set(Buffer.from("abc"), host.input);
			host.kernel.call.sha256(host.input, host.input + 3, host.output);
			return host.octetsAt(host.output, 32).toString("hex");
		};
		expect(host.set(programOf({ query: { remove: names.map((name) => ({ name })) } }, "$removeparam=aa"))).toBe(Status.OK);
		expect(digest()).toBe(createHash("sha256").update("abc").digest("hex"));
		for (const name of ["a", "Z", "0", "(", "!"]) expect(host.key(`http://h/?${name}&bb`)).toBe("http://h/?bb");
	});
});
