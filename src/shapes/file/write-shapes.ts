/** Writes a file of shapes: JSON with a line for each site, partition by partition. */
import type { OctetWriter } from "../../files/output/octet-writer";
import type { ShapesHead, ShapesTail, SiteShapes } from "../../learned/schema";
import { encoder } from "../../utf8";

export class ShapesWriter {
	readonly #output: Pick<OctetWriter, "writeLater">;
	#sites = 0;

	/** Writes the members before the sites. Throws Failure. */
	constructor(output: Pick<OctetWriter, "writeLater">, head: ShapesHead) {
		this.#output = output;
		this.#write(`{\n${membersOf(head)},\n"sites":[`);
	}

	/** Throws Failure. */
	add(site: SiteShapes): void {
		this.#write(`${this.#sites++ === 0 ? "" : ","}\n${JSON.stringify(site)}`);
	}

	/** Writes the members after the sites. Throws Failure. */
	end(tail: ShapesTail): void {
		this.#write(`\n],\n${membersOf(tail)}\n}\n`);
	}

	#write(text: string): void {
		this.#output.writeLater(encoder.encode(text));
	}
}

function membersOf(members: object): string {
	return Object.entries(members)
		.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
		.join(",\n");
}
