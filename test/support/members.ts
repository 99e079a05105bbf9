/** The members of a `const enum`, which TypeScript does not let code list. */
export function membersOf(module: object, name: string): Readonly<Record<string, number>> {
	const members = Object.entries((module as Readonly<Record<string, object>>)[name] ?? {});
	return Object.fromEntries(members.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
}
