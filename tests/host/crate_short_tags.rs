// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0

//! Tags that standards advise against are errors without the feature `short-tags`, and with it parts of the whole tags.

use aead::consts::{U4, U7, U8, U10, U16};
use aead::{AeadInOut, KeyInit, Nonce};
use vambrace::mac::Aes128Gmac;
use vambrace::mac::digest::{KeyInit as _, Mac};
use vambrace::*;

const ASKED: bool = cfg!(feature = "short-tags");
const KEY: [u8; 32] = [7; 32];

/// Seals, compares the tag with the beginning of the whole one, and opens; otherwise checks that both are errors.
fn check<C: KeyInit + AeadInOut, W: KeyInit + AeadInOut>(allowed: bool) {
    let key = &KEY[..C::key_size()];
    let (short, whole) = (C::new_from_slice(key).unwrap(), W::new_from_slice(key).unwrap());
    let mut text = *b"a message of some bytes";
    let mut same = text;
    let full = whole
        .encrypt_inout_detached(&Nonce::<W>::default(), b"ad", same.as_mut_slice().into())
        .unwrap();
    let made =
        short.encrypt_inout_detached(&Nonce::<C>::default(), b"ad", text.as_mut_slice().into());
    assert_eq!(made.is_ok(), allowed);
    let mut tag = aead::Tag::<C>::default();
    if let Ok(made) = made {
        assert_eq!(text, same);
        assert_eq!(made[..], full[..made.len()]);
        tag = made;
    } else {
        text = same;
        let len = tag.len();
        tag.copy_from_slice(&full[..len]);
    }
    let opened = short.decrypt_inout_detached(
        &Nonce::<C>::default(),
        b"ad",
        text.as_mut_slice().into(),
        &tag,
    );
    assert_eq!(opened.is_ok(), allowed);
}

#[test]
fn of_gcm() {
    check::<Aes128Gcm<U4>, Aes128Gcm>(ASKED);
    check::<Aes192Gcm<U8>, Aes192Gcm>(ASKED);
    check::<Aes256Gcm<U8>, Aes256Gcm>(ASKED);
    check::<Aes128Gcm<U10>, Aes128Gcm>(false);
    check::<Aes128Gcm<U7>, Aes128Gcm>(false);
}

#[test]
fn of_ascon() {
    check::<AsconAead128Options<U4>, AsconAead128Options>(ASKED);
    check::<AsconAead128Options<U7>, AsconAead128Options>(ASKED);
    check::<AsconAead128Options<U8>, AsconAead128Options<U16>>(true);
}

#[test]
fn of_gmac() {
    let key = Aes128Gmac::new_from_slice(&KEY[..16]).unwrap();
    let mut whole = [0; 16];
    key.compute(&[1; 12], b"message", &mut whole).unwrap();
    for len in [4, 8] {
        let mut tag = vec![0; len];
        assert_eq!(key.compute(&[1; 12], b"message", &mut tag).is_ok(), ASKED);
        assert!(!ASKED || tag == whole[..len]);
        assert_eq!(key.verify(&[1; 12], b"message", &whole[..len]).is_ok(), ASKED);
        let mut stream = key.start(&[1; 12]).unwrap();
        Mac::update(&mut stream, b"message");
        assert_eq!(stream.verify_tag(&whole[..len]).is_ok(), ASKED);
    }
    for len in [0, 5, 11, 17] {
        assert!(key.compute(&[1; 12], b"message", &mut vec![0; len]).is_err());
    }
}
