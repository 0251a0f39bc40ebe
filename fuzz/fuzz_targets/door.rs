//! A document, or a text, at the door.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kubectl_mlop_fuzz::door(bytes));
