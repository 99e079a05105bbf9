/** The builds of the partition kernel, embedded as octets. */
import simd from "../../build/out/partition.simd.wasm";
import scalar from "../../build/out/partition.wasm";
import type { Builds } from "../engine/wasm";

export const PARTITION_BUILDS: Builds = { "wasm-simd": simd, wasm: scalar };
