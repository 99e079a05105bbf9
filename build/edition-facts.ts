/** Facts about the editions that the package itself does not need, for docs/reference/editions.md and the tests. */
import { SUB_DELIMS } from "../assembly/octets/alphabets";
import { DECODED_2003_NON_ALNUM } from "../assembly/reference/editions";
import {
	ALPHANUM,
	type Edition,
	RESERVED_1994,
	RESERVED_1997,
	RESERVED_2003,
	UNRESERVED_1994,
	UNRESERVED_1997,
	UNRESERVED_2003,
	UNRESERVED_2005,
} from "../src/editions/editions";

interface EditionFacts {
	/** The characters of the rules `reserved` and `unreserved`. */
	readonly reserved: string;
	readonly unreserved: string;
	/** The characters whose triplets percent-unreserved decodes. The kernel has them as classes (assembly/octets/classes.ts). */
	readonly decodes: string;
	/** Whether the generic syntax defines parameters of segments. */
	readonly params: boolean;
}

export const EDITION_FACTS: { readonly [edition in Edition]: EditionFacts } = {
	"1994": {
		reserved: RESERVED_1994,
		unreserved: UNRESERVED_1994,
		decodes: ALPHANUM,
		params: false,
	},
	"1997": {
		reserved: RESERVED_1997,
		unreserved: UNRESERVED_1997,
		decodes: UNRESERVED_1997,
		params: true,
	},
	"2003": {
		reserved: RESERVED_2003,
		unreserved: UNRESERVED_2003,
		decodes: ALPHANUM + DECODED_2003_NON_ALNUM,
		params: false,
	},
	"2005": {
		reserved: `:/?#[]@${SUB_DELIMS}`, // reserved = gen-delims / sub-delims
		unreserved: UNRESERVED_2005,
		decodes: UNRESERVED_2005,
		params: false,
	},
};
