/** A key as traps look at it. Strings are made on demand: most keys are asked for none. */

import { type Pair, pairsOf, piecesOf } from "../../learned/pairs";
import type { ShapedKeys } from "../keys/shaped-keys";
import { Trait } from "../keys/token-traits";

export class KeyView {
	readonly #keys: ShapedKeys;
	#row = 0;
	#path: string | undefined;
	#pairs: readonly Pair[] | undefined;

	constructor(keys: ShapedKeys) {
		this.#keys = keys;
	}

	/** Looks at a row from now on. */
	show(row: number): this {
		this.#row = row;
		this.#path = undefined;
		this.#pairs = undefined;
		return this;
	}

	get row(): number {
		return this.#row;
	}

	get text(): string {
		return this.#keys.keyOf(this.#row);
	}

	/** Number of segments of the path, the empty ones included. */
	get depth(): number {
		return this.#keys.lengthOf(this.#row);
	}

	get hasQuery(): boolean {
		return this.#keys.queries[this.#row] !== this.#keys.noQuery;
	}

	/** Whether the query or the path may have parameters. */
	get hasParameters(): boolean {
		return this.hasQuery || this.hasTrait(Trait.PARAMETERS);
	}

	/** Whether a token has one of these traits. */
	hasTrait(traits: number): boolean {
		for (let place = 0; place < this.depth; ++place) if ((this.#keys.traits.of(this.token(place)) & traits) !== 0) return true;
		return false;
	}

	/** Whether two tokens are equal. */
	get hasEqualTokens(): boolean {
		for (let place = 1; place < this.depth; ++place)
			for (let other = 0; other < place; ++other) if (this.token(place) === this.token(other)) return true;
		return false;
	}

	/** The place of the first token of this number, or -1. */
	placeOf(token: number): number {
		for (let place = 0; place < this.depth; ++place) if (this.token(place) === token) return place;
		return -1;
	}

	/** The number of a token, by its place. */
	token(place: number): number {
		return this.#keys.tokens[(this.#keys.tokenStarts[this.#row] as number) + place] as number;
	}

	get path(): string {
		this.#path ??= this.#keys.pathOf(this.#row);
		return this.#path;
	}

	get segments(): string[] {
		return this.path.split("/").slice(1);
	}

	/** The pieces of the query that have octets. */
	get pieces(): string[] {
		return piecesOf(this.#keys.queryOf(this.#row));
	}

	/** The parameters of the query and the path. */
	get pairs(): readonly Pair[] {
		this.#pairs ??= pairsOf(this.path, this.pieces);
		return this.#pairs;
	}
}
