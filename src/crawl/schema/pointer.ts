/** JSON Pointers (RFC 6901). */

/** The name of a member as a step of a pointer: §3. */
export function pointerStep(name: string): string {
	return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
