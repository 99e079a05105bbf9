/** The oracle of resolution is proven by the tables and sentences of the documents, which are written by hand. */
import { describe } from "vitest";
import { describeResolutionTables } from "./documents/resolution";
import { describeResolutionSentences } from "./documents/sentences-of-resolution";
import { oracleEstablishBase } from "./oracle-base";
import { oracleIsSameDocument, oracleResolve } from "./oracle-resolve";

const oracle = { resolve: oracleResolve, isSameDocument: oracleIsSameDocument, establishBase: oracleEstablishBase };

describe("oracle", () => {
	describeResolutionTables(oracle);
	describeResolutionSentences(oracle);
});
