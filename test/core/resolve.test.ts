/** Resolution (RFC 3986 §5 and earlier editions): tables and sentences of the documents and foreign vectors, on every engine. */
import { describe } from "vitest";
import { establishBase, isSameDocument, relativize, resolve } from "../../src/index";
import { describeResolutionTables } from "../documents/resolution";
import { describeResolutionSentences } from "../documents/sentences-of-resolution";
import { describeEngines } from "../support/engines";
import { describeRelativizeVectors, describeResolveVectors } from "../support/resolution-vectors";
import { resolverOn } from "../support/resolvers";

describe("the functions of the package", () => {
	describeResolutionTables({ resolve, isSameDocument, establishBase });
	describeResolutionSentences({ resolve, isSameDocument, establishBase });
	describeRelativizeVectors(resolve, relativize);
});

describeEngines("resolution", (engine) => {
	const resolver = resolverOn(engine);
	describeResolutionTables(resolver);
	describeResolutionSentences(resolver);
	describeResolveVectors(resolver.resolve);
	describeRelativizeVectors(resolver.resolve, resolver.relativize);
});
