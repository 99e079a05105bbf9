/** Requests with a body in web archives: pywb puts the method and the body into the query of their keys, as parameters of its own. */
import { textDecoder } from "./utf8";

const MARK = /__wb_(?:method|post_data)/;

/** Whether the octets of keys or URLs have such a parameter. */
export function hasRequest(octets: Uint8Array): boolean {
	return MARK.test(textDecoder.decode(octets));
}
