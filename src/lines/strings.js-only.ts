/** Arrays of strings in the entry `urlsieve/js`: one by one, to keep its bundles small. The contract is in strings.ts. */
export function inBatches<Result>(references: readonly string[], one: (reference: string) => Result): Result[] {
	return references.map(one);
}
