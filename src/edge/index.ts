/**
 * The entry `urlsieve/edge`: cache keys by the rule that the server declares (No-Vary-Search), and whether all who read a request
 * target read the same. For workers and proxies: JavaScript only, synchronous, without WebAssembly.
 *
 * @module
 */
export {
	type Agreement,
	type AgreeOptions,
	agree,
	type Difference,
	type DifferenceClass,
	type View,
} from "./agree";
export { cacheKey, equivalent, type Target, urlByRule } from "./cache-key";
export { type Destination, type DestinationOptions, destination } from "./destination";
export { ruleOfField } from "./field-rule";
export type { GivenName, GivenRule } from "./given";
export { type AddressClass, addressClass } from "./hosts/address-class";
export { type Address, type AddressOptions, type CheckedAddresses, checkAddresses } from "./hosts/check-addresses";
export type { AcceptedUrl, Reason, RejectedUrl } from "./hosts/read-host";
export { type ClientId, type ClientInfo, type ClientView, clients } from "./hosts/views";
export { noVarySearch } from "./no-vary-search";
export { headerOfPolicy, type PolicyHeader } from "./policy-header";
export { ruleOfPolicy, type Wider } from "./policy-rule";
export { type ReaderId, type ReaderInfo, readers } from "./readers/table";
export { headerOf, type Rule } from "./rule";
export { createRules, type Rules, type RulesOptions } from "./rules";
export { hasTraversal } from "./traversal";
