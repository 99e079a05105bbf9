/** Tests of the long form only: those that take seconds by their nature, since they need many rows, the longest text or several threads. */
import { it } from "vitest";
import { IS_LONG } from "./extent";

const none = Object.assign(() => {}, { each: () => () => {}, runIf: () => () => {} });

/** `it` of the long form. The short form does not have the test. */
export const longIt = (IS_LONG ? it : none) as unknown as Pick<typeof it, "each" | "runIf"> &
	((title: string, test: () => unknown) => void);
