/** H1 scheme-fold: `http` → `https`, only without a port. RFC 9110 §4.2.2 keeps the two apart. */

import { Component } from "../layout/addresses";
import { Octet } from "../octets/char";
import { load8, store8 } from "../octets/memory";
import { isPresent } from "../reference/record";
import { KeyRule } from "./key-rules";
import { isOn } from "./program";

/** Folds the scheme that ends at `end` in the output. Requires: it is http or https. Returns the new end. */
export function foldScheme(end: i32): i32 {
	if (!isOn(KeyRule.SCHEME_FOLD) || load8(end - 1) == Octet.LOWER_S || isPresent(Component.PORT)) return end;
	store8(end, Octet.LOWER_S);
	return end + 1;
}
