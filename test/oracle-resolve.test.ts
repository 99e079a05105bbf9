/** The oracle of resolution is proven by the tables and sentences of the documents, which are written by hand. */
import { describe } from "vitest";
import { describeResolutionTables } from "./documents/resolution";
import { describeResolutionSentences } from "./documents/sentences-of-resolution";
import { oracleEstablishBase } from "./oracle-base";
import { oracleIsSameDocument, oracleResolve } from "./oracle-resolve";
import { describeRelativizeVectors, describeResolveVectors } from "./resolution-vectors";

const oracle = { resolve: oracleResolve, isSameDocument: oracleIsSameDocument, establishBase: oracleEstablishBase };

describe("oracle", () => {
	describeResolutionTables(oracle);
	describeResolutionSentences(oracle);
	describeResolveVectors(oracleResolve);
	// The target itself is a reference to it: so these targets can be reached at all.
	describeRelativizeVectors(oracleResolve, (target) => target);
});
