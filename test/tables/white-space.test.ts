/** White space around values, and values of only white space, under every engine. */
import { expect, it } from "vitest";
import { describeEngines } from "../support/engines";
import { runTable } from "./run";

describeEngines("white space in a column", (engine) => {
	const run = (rows: readonly string[]) =>
		runTable(`url,n\n${rows.join("\n")}\n`, { format: "csv", column: "url", engine }, true, 1e6);

	it("is no value, whatever the rows before have left in the memory of their lines", async () => {
		const spaces = " ".repeat(40);
		for (let length = 1; length < 20; ++length) {
			const empty = `${spaces.slice(0, length)},1`;
			// The quotes have the value copied, and what it is compared with after it is white space.
			const quoted = `"${spaces.slice(0, length)}",2`;
			const rows = [`"http://h/${spaces}",0`, empty, quoted, empty];
			const { output, counts, rejects } = await run(rows);
			expect([output, rejects]).toEqual([`url,n\n"http://h/",0\n${rows.slice(1).join("\n")}\n`, []]);
			expect(counts).toMatchObject({ rows: 4, empty: 3 });
		}
	});

	it("is in the count of empty rows if it is other controls, which the normal form drops", async () => {
		for (const row of ["\u0001,1", '"\u0001\f",1', "\u001f \u0002,1"]) {
			const { counts, rejects } = await run(["HTTP://h,0", row, row]);
			expect([counts, rejects]).toEqual([{ rows: 3, unique: 1, duplicates: 0, rejects: 0, empty: 2 }, []]);
		}
	});

	it("is removed at both ends of a value, a CR at its end included", async () => {
		const { output } = await run(['" http://h/a \r",1', '"http://h/a\r\r",2', '"http://h/a",3', '"\t",4', "\t,5"]);
		expect(output).toBe('url,n\n"http://h/a",1\n"\t",4\n\t,5\n');
	});
});
