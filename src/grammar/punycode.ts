/** The parameters of Punycode: RFC 3492 §5. */
export const BASE = 36;
export const T_MIN = 1;
export const T_MAX = 26;
export const SKEW = 38;
export const DAMP = 700;
export const INITIAL_BIAS = 72;
export const INITIAL_N = 0x80;
