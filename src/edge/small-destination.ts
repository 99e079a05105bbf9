/**
 * The entry `urlsieve/edge/small/destination`: where URLs lead, for the engines of `urlsieve/edge/small`. A file of its own, since the
 * programs of some of them must not be larger than 10,240 bytes.
 *
 * @module
 */
import { addressClass } from "./hosts/address-class";
import { type AcceptedUrl, type RejectedUrl, readHost } from "./hosts/read-host";

/** `destination` of `urlsieve/edge`, without `clients`: the rows would double the file. */
function destination(url: string, ...more: readonly never[]): AcceptedUrl | RejectedUrl {
	if (more.length > 0) throw new TypeError("destination has no options here; urlsieve/edge knows the clients.");
	return readHost(url);
}

export default { addressClass, destination };
