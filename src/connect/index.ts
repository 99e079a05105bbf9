/**
 * The entry `urlsieve/connect`: connections for URLs that others have chosen, only to allowed addresses. Node.js only.
 *
 * @module
 */
export type { AddressClass } from "../edge/hosts/address-class";
export type { Address } from "../edge/hosts/check-addresses";
export type { AcceptedUrl, Reason } from "../edge/hosts/read-host";
export {
	ConnectError,
	type ConnectErrorCode,
	type ConnectFault,
	OptionError,
	type OptionErrorCode,
	UrlsieveError,
	type UrlsieveErrorCode,
} from "../errors";
export type { Connected, Connector, ConnectRequest } from "./connector";
export { createGuard, type Guard } from "./guard";
export type { ConnectOptions, GuardOptions, Undici } from "./guard-options";
export type { GuardedInit } from "./guarded-fetch";
export type { Lookup } from "./lookup";
