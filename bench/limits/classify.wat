;; What any kernel of this design does with every octet: load it, classify it by two lookups of nibbles, store it. 32 octets a step.
(module
  (memory (export "memory") 64)

  ;; The class of an octet: bit h of the low nibble's row, for its high nibble h.
  (func $members (param $octets v128) (result v128)
    (v128.and
      (i8x16.swizzle
        (v128.const i8x16 0xa8 0xf8 0xf8 0xf8 0xf8 0xf8 0xf8 0xf8 0xf8 0xf8 0xfd 0x54 0xf8 0xd4 0xf8 0x78)
        (v128.and (local.get $octets) (i8x16.splat (i32.const 15))))
      (i8x16.swizzle
        (v128.const i8x16 1 2 4 8 16 32 64 128 0 0 0 0 0 0 0 0)
        (v128.and (i16x8.shr_u (local.get $octets) (i32.const 4)) (i8x16.splat (i32.const 15))))))

  ;; A mask of the octets that are in the class.
  (func $mask (param $octets v128) (result i32)
    (i8x16.bitmask (i8x16.ne (call $members (local.get $octets)) (v128.const i64x2 0 0))))

  ;; Classifies [at, end), whole steps. Returns the number of octets in the class.
  (func (export "classify") (param $at i32) (param $end i32) (result i32)
    (local $count i32)
    (loop $step
      (local.set $count (i32.add (local.get $count) (i32.popcnt (i32.or
        (call $mask (v128.load (local.get $at)))
        (i32.shl (call $mask (v128.load offset=16 (local.get $at))) (i32.const 16))))))
      (br_if $step (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end))))
    (local.get $count))

  ;; The same, and copies the octets to `to`.
  (func (export "classifyAndCopy") (param $at i32) (param $end i32) (param $to i32) (result i32)
    (local $count i32) (local $low v128) (local $high v128)
    (loop $step
      (v128.store (local.get $to) (local.tee $low (v128.load (local.get $at))))
      (v128.store offset=16 (local.get $to) (local.tee $high (v128.load offset=16 (local.get $at))))
      (local.set $to (i32.add (local.get $to) (i32.const 32)))
      (local.set $count (i32.add (local.get $count) (i32.popcnt (i32.or
        (call $mask (local.get $low))
        (i32.shl (call $mask (local.get $high)) (i32.const 16))))))
      (br_if $step (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end))))
    (local.get $count)))
