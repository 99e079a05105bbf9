/** The builds of the datasets kernel, embedded as octets. */
import simd from "../../build/out/datasets.simd.wasm";
import scalar from "../../build/out/datasets.wasm";
import type { Builds } from "../engine/wasm";

export const DATASETS_BUILDS: Builds = { "wasm-simd": simd, wasm: scalar };
