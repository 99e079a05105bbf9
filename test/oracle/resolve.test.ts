/** The resolution oracle agrees with the tables and sentences of the documents, transcribed by hand. */
import { describe } from "vitest";
import { describeResolutionTables } from "../documents/resolution";
import { describeResolutionSentences } from "../documents/sentences-of-resolution";
import { describeRelativizeVectors, describeResolveVectors } from "../support/resolution-vectors";
import { oracleEstablishBase } from "./base";
import { oracleIsSameDocument, oracleResolve } from "./resolve";

const oracle = { resolve: oracleResolve, isSameDocument: oracleIsSameDocument, establishBase: oracleEstablishBase };

describe("oracle", () => {
	describeResolutionTables(oracle);
	describeResolutionSentences(oracle);
	describeResolveVectors(oracleResolve);
	// A target is a reference to itself, so these targets are reachable.
	describeRelativizeVectors(oracleResolve, (target) => target);
});
