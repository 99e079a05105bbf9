/** `surt@1`, the key's host: labels in reverse order, then the port. */

import { Component } from "../../layout/addresses";
import { Octet } from "../../octets/char";
import { store8 } from "../../octets/memory";
import { endOf, isPresent, startOf } from "../../reference/record";
import { writePort } from "../../whatwg/port";
import { writeLabels } from "./labels";

/** Writes the labels of the host [start, end) from last to first, ":" and the recorded port, a comma if asked for, and ")". Returns the new end. */
export function writeReversed(start: i32, end: i32, hasComma: bool, to: i32): i32 {
	to = writeLabels(start, end, to);
	if (isPresent(Component.PORT)) to = writePort(startOf(Component.PORT), endOf(Component.PORT), to);
	if (hasComma) store8(to++, Octet.COMMA);
	store8(to, Octet.CLOSE_PARENTHESIS);
	return to + 1;
}
