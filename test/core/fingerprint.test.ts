/** Fingerprints agree with published vectors on every engine. */
import { expect, it } from "vitest";
import { createKernel } from "../seams/kernels";
import { describeEngines } from "../support/engines";

/**
 * SipHash-1-3 with 128 bits of output under the key 00 01 … 0f, of the messages "", 00, 00 01, … 00 … 3e: the vectors of the
 * Rust compiler, compiler/rustc_data_structures/src/sip128/tests.rs.
 */
const VECTORS = [
	"e77ebcb22788a5befd62db6add303001",
	"fc6f370460d3eda85e0573cc2b2ff063",
	"75787f090569839b855bc9548c6aea95",
	"6bc5ccfa1edcf79f4823187712ebd743",
	"0c784e71ac2b285a9f8e92e78fbf2c25",
	"f328db89345b620c795229a42695843e",
	"dcd03d29f743e7100951b0e83985a6f8",
	"1084b923f2aae0c3a62f2ec80848ab77",
	"aa12fee1d5e3dab4724f16ab35f9c799",
	"81ddb8042cf33994f4720e0094137c42",
	"4faa541d5d498e89ba0ea4c387b22fb4",
	"723b9af3554491dbb1d6633dfc6e0c4e",
	"e53f92859e4819a8dc0695739fea8c65",
	"b2f858c7c9ea801d53d603596d657844",
	"87e76268dbc9227226b0ca665f64e378",
	"c17e5505b2bd526c2921cdec1e7e0109",
	"d0a8d95715518eebb513b0f83d9e1793",
	"234126f93fbb668d975112e8febdf7ec",
	"ef42f03db78f704d023c449f16b7092b",
	"abf76238c20af161b2314b4d5526bce9",
	"3c2c2f11bb90cf0be335ca9b2e91e9b7",
	"2a7a680f22a02a92f45149d20fece0ef",
	"c9a8d130231dd43e42e6456957f83779",
	"1d127b84405ceab99fd8775a9be6c559",
	"9e4bf837bcfd92cace09d2061a84d04a",
	"39031a965d73b4af5a274d18f973b1d2",
	"7f4d0a1209d67e4ed06f7538e1cfad64",
	"e61ee240fbdcce38969f4cd24927dd93",
	"4c3ba2b37b0fdd8cfa5e95c189b29414",
	"e06fd4ca066fecdd54068a5ad8896f86",
	"5ca84c34139c6580a88af24990720706",
	"42ea961c5b3c858b17c3e550dfa79010",
	"406c44dee67857b2943160f30c7417d3",
	"c5f57bae1320fcf4b4e868e71d56c66b",
	"04bf737a5b676be7c3de05017df4bff9",
	"5163c9c03f1907ea1044ed5c30727b4f",
	"37a110f002718edad24b3f9ee453f140",
	"b9877e381aedd3da08c33e75ff23ac10",
	"7c5004005ec5da4c5ac9440e5c723193",
	"81b8243783dbc646ca9d0cd82abdb46c",
	"505720543eb9b413d50b3cfad9eef938",
	"945f594de72411e4d335be874456d8f3",
	"37923b3e371777b21170bf9d7e62f602",
	"3ad4e7c85764964611eb0a6c4d62de56",
	"cd91396c44af4f5185578d9dd9803f0a",
	"fe28158e727b868f3903c9acda64a258",
	"40cc10b8288ce5f0bc3ac0b68a0eebc8",
	"6f1490f540699a3cd4974420ecc92737",
	"d505f1b75e1a84a603c43583b2ed0308",
	"491573cfd72bb4682b7ca5880e1c8d6f",
	"3ed69cfe45ab403f2fd2ad959ba27666",
	"8be839ef1b20b57c83ba7eb6a8c22b6a",
	"1409186ab42231fedee18162cf1cb4ca",
	"2bf3ccc24ab672cf151fb8d2f3f3069b",
	"b9b93a2882d6025cdb8c56fa13f7537b",
	"d97cca3694fb206db8bd1f3650c33322",
	"94ec2e19a40be41af3940d6b30c49384",
	"4b41603f209a045be140a341a3dffe10",
	"23fbcb309f1cf094890755ab1b426569",
	"e7d9b65690918a2b232f2f5c12c8300e",
	"ade83cf7e7f3847b36fa4b54b00dce61",
	"0610c5f2ee571c8ac80cbfe538bdf1c7",
	"271d5d00fbdb5d155d9dcea97cb40218",
	"4c5800e34efe426f079f6b0aa75260ad",
];

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

	it("is SipHash-1-3 with 128 bits of output", () => {
		kernel.octets.set(
			Uint8Array.from({ length: 16 }, (_, index) => index),
			key,
		);
		const fingerprints = VECTORS.map((_, length) => fingerprint(Uint8Array.from({ length }, (_, index) => index)));
		expect(fingerprints).toEqual(VECTORS);
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
