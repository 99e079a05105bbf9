/** Traits of tokens that traps ask for, each found once. */
import { Octet } from "../../../assembly/octets/char";
import { grown, type Texts } from "./texts";

/** A set of traits. */
export enum Trait {
	KNOWN = 1,
	/** It has parameters of the path. */
	PARAMETERS = 2,
	/** It stands before the number of a page. */
	PAGE = 4,
	/** It is the month of a date, in digits or letters. */
	MONTH = 8,
}

const PAGE = /^(?:page|p)$/i;
const PAGE_LENGTH = 4;

export class TokenTraits {
	readonly #texts: Texts;
	#traits = new Int32Array(1024);

	constructor(texts: Texts) {
		this.#texts = texts;
	}

	/** Forgets all tokens. */
	clear(): void {
		this.#traits.fill(0);
	}

	of(token: number): number {
		if (token >= this.#traits.length) this.#traits = grown(this.#traits, 2 * token);
		const known = this.#traits[token] as number;
		if (known !== 0) return known;
		const traits = traitsOf(this.#texts, token);
		this.#traits[token] = traits;
		return traits;
	}
}

function traitsOf(texts: Texts, token: number): number {
	const octets = texts.octetsOf(token);
	const isPage = octets.length <= PAGE_LENGTH && PAGE.test(texts.textOf(token));
	const isMonth = octets[0] === Octet.OPEN_BRACE && texts.textOf(token).startsWith("{month}");
	const parameters = octets.includes(Octet.SEMICOLON) ? Trait.PARAMETERS : 0;
	return Trait.KNOWN | parameters | (isPage ? Trait.PAGE : 0) | (isMonth ? Trait.MONTH : 0);
}
