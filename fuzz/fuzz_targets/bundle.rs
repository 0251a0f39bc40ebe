//! A zip from a stranger.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    kubectl_mlop_fuzz::bundle(bytes);
});
