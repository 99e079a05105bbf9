/** Fingerprints agree with published vectors on every engine. */
import { expect, it } from "vitest";
import { sipHash } from "../oracle/siphash";
import { createKernel } from "../seams/kernels";
import { describeEngines } from "../support/engines";

/**
 * SipHash-1-3 with 128 bits of output under the key 00 01 … 0f, of the messages "", 00, 00 01, up to 00 … 3e, by length: vectors of
 * the Rust compiler, compiler/rustc_data_structures/src/sip128/tests.rs.
 */
const VECTORS: readonly (readonly [length: number, fingerprint: string])[] = [
	[0, "e77ebcb22788a5befd62db6add303001"],
	[1, "fc6f370460d3eda85e0573cc2b2ff063"],
	[2, "75787f090569839b855bc9548c6aea95"],
	[7, "1084b923f2aae0c3a62f2ec80848ab77"],
	[8, "aa12fee1d5e3dab4724f16ab35f9c799"],
	[9, "81ddb8042cf33994f4720e0094137c42"],
	[15, "c17e5505b2bd526c2921cdec1e7e0109"],
	[16, "d0a8d95715518eebb513b0f83d9e1793"],
	[31, "42ea961c5b3c858b17c3e550dfa79010"],
	[32, "406c44dee67857b2943160f30c7417d3"],
	[63, "4c5800e34efe426f079f6b0aa75260ad"],
];
const KEY = messageOf(16);

function messageOf(length: number): Uint8Array {
	return Uint8Array.from({ length }, (_, index) => index);
}

describeEngines("fingerprint", (engine) => {
	const kernel = createKernel(engine);
	const key = kernel.call.heapBase();
	const message = key + 64;
	const to = message + 512;

	function fingerprint(octets: Uint8Array): string {
		kernel.octets.set(octets, message);
		kernel.octets.fill(0xff, message + octets.length, message + octets.length + 8);
		kernel.call.fingerprint(key, message, message + octets.length, to);
		return Buffer.from(kernel.octets.slice(to, to + 16)).toString("hex");
	}

	it("is SipHash-1-3 with 128 bits of output, of messages of any length", () => {
		kernel.octets.set(KEY, key);
		expect(VECTORS.map(([length]) => [length, fingerprint(messageOf(length))])).toEqual(VECTORS);
		for (let length = 0; length < 200; ++length)
			expect(fingerprint(messageOf(length))).toBe(Buffer.from(sipHash(KEY, messageOf(length))).toString("hex"));
	});

	it("depends on every octet of the key", () => {
		const seen = new Set<string>();
		for (let index = 0; index < 16; ++index) {
			kernel.octets.fill(0, key, key + 16);
			kernel.octets[key + index] = 1;
			seen.add(fingerprint(new Uint8Array(3)));
		}
		expect(seen.size).toBe(16);
	});
});
