/** One run of the comparisons with other libraries: prints a line for each, and counts. */

/** Faults of a comparison that are printed. */
const SHOWN = 10;

export class Run {
	passed = 0;
	failed = 0;

	constructor(readonly lines: readonly string[]) {}

	/** Compares with the libraries that `install` returns. If they cannot be installed, skips the checks, or fails if they are required. */
	withOriginal<Library>(name: string, isRequired: boolean, install: () => Library, compare: (library: Library) => void): void {
		let library: Library;
		try {
			library = install();
		} catch (error) {
			console.log(
				`${isRequired ? "✗" : "–"} ${name}: ${isRequired ? "not installed" : "skipped, not installed"}: ${String(error)}`,
			);
			if (isRequired) ++this.failed;
			return;
		}
		compare(library);
	}

	/** Checks each row. `check` returns undefined for a match, a string for a known cause, anything else for a failure. */
	compare<Row>(title: string, rows: readonly Row[], check: (row: Row, index: number) => unknown): void {
		const causes = new Map<string, number>();
		const faults: unknown[] = [];
		rows.forEach((row, index) => {
			const found = check(row, index);
			if (typeof found === "string") causes.set(found, (causes.get(found) ?? 0) + 1);
			else if (found !== undefined) faults.push([row, found]);
		});
		this.passed += rows.length - faults.length;
		this.failed += faults.length;
		const explained = [...causes].map(([cause, count]) => `; ${count} × ${cause}`).join("");
		console.log(`${faults.length === 0 ? "✓" : "✗"} ${title}: ${rows.length} rows, ${faults.length} unexplained${explained}`);
		for (const fault of faults.slice(0, SHOWN)) console.log(`  ${JSON.stringify(fault)}`);
	}
}
