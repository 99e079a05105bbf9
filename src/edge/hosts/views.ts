/** Where each client goes with a string that `destination` rejects, by the rows of the clients. */
import { checkNames } from "../checked-options";
import { CLIENTS } from "./client-readings";
import { kindOf, type Place } from "./kinds";

/** The id of a client, as `clients` lists it. */
export type ClientId = keyof typeof CLIENTS;

/** A client, as `clients` lists it. */
export interface ClientInfo {
	readonly id: ClientId;
	/** The version that made the rows. Of a client that comes with its language, that of the language. */
	readonly version: string;
	/** Number of strings that it was sent. */
	readonly rows: number;
}

/** Where a client goes with a rejected string. */
export interface ClientView {
	readonly client: ClientId;
	/** Whether it connects to a host. */
	readonly accepts: boolean;
	/** The name that it looks up, or the address. In lowercase, without brackets. */
	readonly host?: string;
	readonly port?: number;
}

const ids = () => Object.keys(CLIENTS) as ClientId[];

/**
 * Lists the HTTP clients that were sent the strings of the evidence, with version and number of strings.
 *
 * @example
 * ```ts
 * clients().find(({ id }) => id === "curl")?.version; // "7.88.1"
 * ```
 */
export function clients(): ClientInfo[] {
	return ids().map((id) => ({ id, version: CLIENTS[id][0], rows: CLIENTS[id][1] }));
}

/** The ids that are asked for, or all. Throws TypeError for any other. */
export function checkClients(asked: readonly ClientId[] | undefined): readonly ClientId[] {
	if (asked === undefined) return ids();
	if (!Array.isArray(asked)) throw new TypeError("The option clients must be an array of ids; clients() lists all.");
	checkNames(asked, ids(), "client");
	return asked;
}

/** The views of a rejected string, without those of clients whose rows differ. Undefined if the rows have no string of its kind. */
export function viewsOf(url: string, asked: readonly ClientId[]): ClientView[] | undefined {
	const found = kindOf(url);
	return found && asked.flatMap((client) => viewOf(client, CLIENTS[client][2][found[0]] as string, found[1]));
}

function viewOf(client: ClientId, reading: string, places: readonly (Place | undefined)[]): ClientView[] {
	if (reading === "!") return [{ client, accepts: false }];
	const place = places[Number(reading)];
	return place === undefined ? [] : [{ client, accepts: true, host: place[0], port: place[1] }];
}
