/**
 * The schema in Arrow's words that Arrow's libraries store in Parquet files, as the metadata `ARROW:schema`: a message of a stream
 * (https://arrow.apache.org/docs/format/Columnar.html), in base64. It distinguishes a duration from an integer. To extend it, its octets stay
 * as they are, and a new root precedes them, since offsets in a flatbuffer are relative and point forward:
 *
 * ```
 *   Message ─▶ Schema ─▶ fields ──▶ new fields │ octets before: Message, Schema, fields, …
 *                           └──────────────────┼────────────────────────────────▶ field
 * ```
 */
import { isError } from "../../brand";

const CONTINUATION = 0xffffffff;
const SCHEMA_HEADER = 1;
/** MetadataVersion.V5. */
const VERSION = 4;

/** Slots of tables in Message.fbs and Schema.fbs. */
enum Message {
	HEADER_TYPE = 1,
	HEADER = 2,
}
enum Schema {
	ENDIANNESS = 0,
	FIELDS = 1,
	METADATA = 2,
}
enum Field {
	NAME = 0,
	TYPE_TYPE = 2,
	TYPE = 3,
	CHILDREN = 5,
	METADATA = 6,
}
enum Pair {
	KEY = 0,
	VALUE = 1,
}
enum Duration {
	UNIT = 0,
}
/** Members of the union Type. */
enum Type {
	INT = 2,
	UTF8 = 5,
	DURATION = 18,
}
/** The unit of a duration if it is absent. */
const MILLISECOND = 1;
const EXTENSION = /^ARROW:extension:/;

/** Max fields: they can share their children, so that few octets would be many fields. */
const MAX_FIELDS = 100_000;

/** A column to add: text, or a number of 64 bits. */
export interface NewField {
	readonly name: string;
	readonly isText: boolean;
}

export class ArrowSchema {
	readonly #view: DataView;
	readonly #schema: number;
	#visited = 0;

	private constructor(view: DataView, schema: number) {
		this.#view = view;
		this.#schema = schema;
	}

	/** Undefined for octets that are no schema. */
	static parse(base64: string): ArrowSchema | undefined {
		const octets = Buffer.from(base64, "base64");
		try {
			const start = octets.readUInt32LE(0) === CONTINUATION ? 8 : 4;
			const length = octets.readUInt32LE(start - 4);
			// Node.js shares the buffer: the octets after the message are not part of it.
			if (length > octets.length - start) return undefined;
			const parsed = new ArrowSchema(new DataView(octets.buffer, octets.byteOffset + start, length), 0);
			const message = parsed.#target(0);
			const type = parsed.#slot(message, Message.HEADER_TYPE);
			const header = parsed.#slot(message, Message.HEADER);
			if (type === 0 || parsed.#view.getUint8(type) !== SCHEMA_HEADER || header === 0) return undefined;
			const schema = new ArrowSchema(parsed.#view, parsed.#target(header));
			return schema.#slot(schema.#schema, Schema.ENDIANNESS) === 0 && schema.meanings() ? schema : undefined;
		} catch (error) {
			if (isError(error, "RangeError")) return undefined;
			throw error;
		}
	}

	/** Types that Parquet does not know, but that change the meaning of values: durations and extension types, in order. */
	meanings(): string[] {
		this.#visited = 0;
		return this.#fields(this.#slot(this.#schema, Schema.FIELDS), "");
	}

	/** The same with more columns at the end, in base64. */
	extended(added: readonly NewField[]): string {
		const fields = this.#vector(this.#slot(this.#schema, Schema.FIELDS));
		const metadata = this.#slot(this.#schema, Schema.METADATA);
		const writer = new Writer(this.#view);
		writer.schema(fields, metadata === 0 ? undefined : this.#target(metadata), added);
		return writer.message().toString("base64");
	}

	#fields(slot: number, path: string): string[] {
		return this.#vector(slot).flatMap((field) => {
			if (++this.#visited > MAX_FIELDS) throw new RangeError("too many fields");
			const own = `${path}/${this.#text(field, Field.NAME)}`;
			const children = this.#fields(this.#slot(field, Field.CHILDREN), own);
			return [...this.#meaningsOf(field).map((meaning) => `${own} ${meaning}`), ...children];
		});
	}

	#meaningsOf(field: number): string[] {
		const pairs = this.#vector(this.#slot(field, Field.METADATA));
		const extension = pairs
			.map((pair) => `${this.#text(pair, Pair.KEY)}=${this.#text(pair, Pair.VALUE)}`)
			.filter((pair) => EXTENSION.test(pair));
		const type = this.#slot(field, Field.TYPE_TYPE);
		if (type === 0 || this.#view.getUint8(type) !== Type.DURATION) return extension.sort();
		const unit = this.#slot(this.#target(this.#slot(field, Field.TYPE)), Duration.UNIT);
		return [`duration ${unit === 0 ? MILLISECOND : this.#view.getInt16(unit, true)}`, ...extension.sort()];
	}

	/** The target of an offset. */
	#target(at: number): number {
		return at + this.#view.getUint32(at, true);
	}

	/** The offset of the value of a slot of a table, 0 if it is absent. */
	#slot(table: number, slot: number): number {
		const slots = table - this.#view.getInt32(table, true);
		const at = 4 + 2 * slot;
		const offset = at < this.#view.getUint16(slots, true) ? this.#view.getUint16(slots + at, true) : 0;
		return offset === 0 ? 0 : table + offset;
	}

	/** The tables of a vector. None if its slot is absent. */
	#vector(slot: number): number[] {
		if (slot === 0) return [];
		const start = this.#target(slot);
		const count = this.#view.getUint32(start, true);
		if (count > MAX_FIELDS) throw new RangeError("too many fields");
		return Array.from({ length: count }, (_, index) => this.#target(start + 4 + 4 * index));
	}

	#text(table: number, slot: number): string {
		const at = this.#slot(table, slot);
		if (at === 0) return "";
		const start = this.#target(at);
		const length = this.#view.getUint32(start, true);
		return Buffer.from(this.#view.buffer, this.#view.byteOffset + start + 4, length).toString("latin1");
	}
}

/** Writes the octets that precede a schema. */
class Writer {
	readonly #after: Uint8Array;
	readonly #octets: number[] = [];
	/** Offsets that lead into the octets after these: where they are, and their targets there. */
	readonly #links: [at: number, target: number][] = [];

	constructor({ buffer, byteOffset, byteLength }: DataView) {
		this.#after = new Uint8Array(buffer, byteOffset, byteLength);
	}

	schema(fields: readonly number[], metadata: number | undefined, added: readonly NewField[]): void {
		const root = this.#offset();
		// A table is preceded by its slots. The header is an offset at 8, its type an octet at 6, the version two at 4.
		this.#lead(root, this.#table(12, [4, 6, 8], [VERSION, 0, SCHEMA_HEADER, 0]));
		const header = this.#offset();
		this.#lead(header, this.#table(12, [0, 4, metadata === undefined ? 0 : 8]));
		const vector = this.#offset();
		const pairs = this.#offset();
		if (metadata !== undefined) this.#links.push([pairs, metadata]);
		this.#lead(vector, this.#word(fields.length + added.length));
		for (const field of fields) this.#links.push([this.#offset(), field]);
		const places = added.map(() => this.#offset());
		for (const [index, field] of added.entries()) this.#field(places[index] as number, field);
	}

	/** The message of a stream. */
	message(): Buffer {
		const padding = (length: number) => new Uint8Array(-length & 7);
		const before = this.#octets.length + (-this.#octets.length & 7);
		for (const [at, target] of this.#links) this.#set(at, before + target - at);
		const octets = Buffer.concat([
			Uint8Array.from(this.#octets),
			padding(this.#octets.length),
			this.#after,
			padding(this.#after.length),
		]);
		const prefix = Buffer.alloc(8);
		prefix.writeUInt32LE(CONTINUATION, 0);
		prefix.writeUInt32LE(octets.length, 4);
		return Buffer.concat([prefix, octets]);
	}

	/** A nullable field: name, type, children, then whether it is nullable, and the kind of its type. */
	#field(place: number, { name, isText }: NewField): void {
		this.#lead(place, this.#table(20, [4, 16, 17, 8, 0, 12]));
		const [nameAt, typeAt, childrenAt] = [this.#offset(), this.#offset(), this.#offset()];
		this.#octets.push(1, isText ? Type.UTF8 : Type.INT, 0, 0);
		const text = Buffer.from(name);
		this.#lead(nameAt, this.#word(text.length));
		this.#octets.push(...text, 0);
		this.#align();
		this.#lead(childrenAt, this.#word(0));
		// An Int has a width in bits, and a sign.
		this.#lead(typeAt, isText ? this.#table(4, []) : this.#table(12, [4, 8], [64, 0, 0, 0, 1, 0, 0, 0]));
	}

	/** A table of `size` octets with these slots, as far as `octets` go. Returns where it is. */
	#table(size: number, slots: readonly number[], octets: readonly number[] = []): number {
		const start = this.#octets.length;
		for (const half of [4 + 2 * slots.length, size, ...slots]) this.#octets.push(half & 0xff, half >> 8);
		this.#align();
		const at = this.#word(this.#octets.length - start);
		this.#octets.push(...octets);
		return at;
	}

	#offset(): number {
		return this.#word(0);
	}

	/** Makes an offset lead to `target`. */
	#lead(at: number, target: number): void {
		this.#set(at, target - at);
	}

	#word(value: number): number {
		const at = this.#octets.length;
		this.#octets.push(0, 0, 0, 0);
		this.#set(at, value);
		return at;
	}

	#set(at: number, value: number): void {
		for (let index = 0; index < 4; ++index) this.#octets[at + index] = (value >>> (8 * index)) & 0xff;
	}

	#align(): void {
		while (this.#octets.length % 4 !== 0) this.#octets.push(0);
	}
}
