/**
 * The AssemblyScript types of the portable dialect, declared for the TypeScript compiler. There are no others: see
 * docs/internals/kernels.md.
 */
declare type i32 = number;
declare type bool = boolean;
