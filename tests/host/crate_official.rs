// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0

//! Official vectors through the traits of RustCrypto. `vectors.txt` has a line for each: algorithm, whether it is
//! valid, then key, nonce, associated data, plaintext, ciphertext and tag in hexadecimal digits.

use std::mem::{ManuallyDrop, size_of};

use aead::consts::{U7, U8, U13, U16, U32};
use aead::inout::InOutBuf;
use aead::{Aead, AeadInOut, KeyInit, Nonce, Payload, Tag};
use vambrace::hash::digest::{Digest, ExtendableOutput, TryCustomizedInit, Update, XofReader};
use vambrace::hash::{AsconCxof128, AsconHash256, AsconXof128, Sha256, digest};
use vambrace::mac::digest::Mac;
use vambrace::mac::{
    Aes128Cmac, Aes128Gmac, Aes192Cmac, Aes192Gmac, Aes256Cmac, Aes256Gmac, AsconMac, HmacSha256,
    Poly1305,
};
use vambrace::*;

struct Vector {
    valid: bool,
    fields: Vec<Vec<u8>>,
}

fn bytes(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap())
        .collect()
}

fn check<C: KeyInit + AeadInOut>(v: &Vector) {
    let [key, nonce, ad, plaintext, ciphertext, tag] = &v.fields[..] else {
        panic!("a line has six fields")
    };
    let cipher = C::new_from_slice(key).unwrap();
    let nonce = Nonce::<C>::try_from(&nonce[..]).unwrap();
    let tag = Tag::<C>::try_from(&tag[..]).unwrap();
    let mut opened = vec![0xaa; ciphertext.len()];
    let buffer = InOutBuf::new(ciphertext, &mut opened).unwrap();
    let result = cipher.decrypt_inout_detached(&nonce, ad, buffer, &tag);
    assert_eq!(result.is_ok(), v.valid);
    if !v.valid {
        assert!(opened.iter().all(|&byte| byte == 0));
        return;
    }
    assert_eq!(&opened, plaintext);
    let mut sealed = plaintext.clone();
    let made = cipher
        .encrypt_inout_detached(&nonce, ad, sealed.as_mut_slice().into())
        .unwrap();
    assert_eq!((&sealed, made), (ciphertext, tag.clone()));
    let payload = Payload {
        msg: plaintext,
        aad: ad,
    };
    let whole = cipher.encrypt(&nonce, payload).unwrap();
    assert_eq!(whole, [&sealed[..], &tag[..]].concat());
    let mut forged = whole.clone();
    *forged.last_mut().unwrap() ^= 0x80;
    assert!(
        cipher
            .decrypt(
                &nonce,
                Payload {
                    msg: &forged,
                    aad: ad
                }
            )
            .is_err()
    );
    assert_eq!(
        &cipher
            .decrypt(
                &nonce,
                Payload {
                    msg: &whole,
                    aad: ad
                }
            )
            .unwrap(),
        plaintext
    );
}

/// A MAC, at once and in pieces of each size; the message is where associated data is. Its types share no trait that
/// has a name here.
macro_rules! check_mac {
    ($key:ty, $v:expr) => {{
        let [key, nonce, message, _, _, tag] = &$v.fields[..] else {
            panic!("a line has six fields")
        };
        let key = <$key>::new_from_slice(key).unwrap();
        assert_eq!(key.verify(nonce, message, tag).is_ok(), $v.valid);
        for size in [1, 7, 16, 40] {
            let Ok(mut stream) = key.start(nonce) else {
                assert!(!$v.valid);
                break;
            };
            for piece in message.chunks(size) {
                Mac::update(&mut stream, piece);
            }
            let moved = Box::new(stream);
            assert_eq!(moved.verify_tag(tag).is_ok(), $v.valid);
        }
        if $v.valid {
            let mut made = vec![0; tag.len()];
            key.compute(nonce, message, &mut made).unwrap();
            assert_eq!(&made, tag);
            let mut stream = key.start(nonce).unwrap();
            Mac::update(&mut stream, message);
            stream.verify_truncated_left(tag).unwrap();
            made[0] ^= 1;
            assert!(key.verify(nonce, message, &made).is_err());
            assert!(key.compute(nonce, message, &mut [0; 33]).is_err());
        }
    }};
}

fn check_digest<D: Digest + Clone + digest::Reset>(message: &[u8], digest: &[u8]) {
    assert_eq!(&D::digest(message)[..], digest);
    let mut other = D::new_with_prefix(b"other");
    digest::Reset::reset(&mut other);
    let (one, two) = message.split_at(message.len() / 3);
    let mut half = Box::new(other.chain_update(one));
    Digest::update(&mut *half, two);
    assert_eq!(&half.clone().finalize()[..], digest);
    assert_eq!(&half.finalize()[..], digest);
}

/// A digest; the message is where a plaintext is, and the customization string where associated data is.
fn check_hash(name: &str, v: &Vector) {
    let [_, _, custom, message, _, digest] = &v.fields[..] else {
        panic!("a line has six fields")
    };
    if name == "ascon-hash256" {
        return check_digest::<AsconHash256>(message, digest);
    }
    if name == "sha256" {
        return check_digest::<Sha256>(message, digest);
    }
    if name == "ascon-xof128" {
        check_xof(AsconXof128::default(), message, digest);
    } else {
        check_xof(
            AsconCxof128::try_new_customized(custom).unwrap(),
            message,
            digest,
        );
    }
}

fn check_xof<X: ExtendableOutput + Clone>(start: X, message: &[u8], digest: &[u8]) {
    for size in [1, 7, 8, 40] {
        let mut xof = start.clone();
        for piece in message.chunks(size) {
            xof.update(piece);
        }
        let mut again = Box::new(xof.clone().finalize_xof());
        let mut made = vec![0; digest.len()];
        xof.finalize_xof_into(&mut made);
        assert_eq!(made, digest);
        for piece in digest.chunks(size) {
            let made = &mut made[..piece.len()];
            again.read(made);
            assert_eq!(made, piece);
        }
    }
}

#[test]
fn official_vectors() {
    let mut counts = std::collections::BTreeMap::<String, usize>::new();
    for line in include_str!("vectors.txt").lines() {
        let mut words = line.split('|');
        let name = words.next().unwrap();
        let valid = words.next().unwrap() == "valid";
        let v = Vector {
            valid,
            fields: words.map(bytes).collect(),
        };
        match (name, v.fields[1].len(), v.fields[5].len()) {
            ("aes-128-ccm", 13, 16) => check::<Aes128Ccm>(&v),
            ("aes-128-ccm", 13, 8) => check::<Aes128Ccm<U8>>(&v),
            ("aes-128-ccm", 7, 16) => check::<Aes128Ccm<U16, U7>>(&v),
            ("aes-192-ccm", 13, 16) => check::<Aes192Ccm>(&v),
            ("aes-256-ccm", 13, 16) => check::<Aes256Ccm>(&v),
            ("aes-128-gcm", 12, 16) => check::<Aes128Gcm>(&v),
            ("aes-192-gcm", 12, 16) => check::<Aes192Gcm>(&v),
            ("aes-256-gcm", 12, 16) => check::<Aes256Gcm>(&v),
            ("aes-128-gcm-siv", 12, 16) => check::<Aes128GcmSiv>(&v),
            ("aes-256-gcm-siv", 12, 16) => check::<Aes256GcmSiv>(&v),
            ("ascon-aead128", 16, 16) => check::<AsconAead128>(&v),
            ("ascon-aead128-options", 16, 16) if v.fields[0].len() == 32 => {
                check::<AsconAead128Options>(&v)
            }
            ("ascon-aead128-options", 16, 8) if v.fields[0].len() == 32 => {
                check::<AsconAead128Options<U8>>(&v)
            }
            ("ascon-128", 16, 16) => check::<Ascon128>(&v),
            ("ascon-128a", 16, 16) => check::<Ascon128a>(&v),
            ("chacha20-poly1305", 12, 16) => check::<ChaCha20Poly1305>(&v),
            ("xchacha20-poly1305", 24, 16) => check::<XChaCha20Poly1305>(&v),
            ("aegis-128l", 16, 16) => check::<Aegis128L>(&v),
            ("aegis-128l", 16, 32) => check::<Aegis128L<U32>>(&v),
            ("aes-128-cmac", ..) => check_mac!(Aes128Cmac, v),
            ("aes-192-cmac", ..) => check_mac!(Aes192Cmac, v),
            ("aes-256-cmac", ..) => check_mac!(Aes256Cmac, v),
            ("aes-128-gmac", ..) => check_mac!(Aes128Gmac, v),
            ("aes-192-gmac", ..) => check_mac!(Aes192Gmac, v),
            ("aes-256-gmac", ..) => check_mac!(Aes256Gmac, v),
            ("poly1305", ..) => check_mac!(Poly1305, v),
            ("ascon-mac", ..) => check_mac!(AsconMac, v),
            ("hmac-sha256", ..) => check_mac!(HmacSha256, v),
            ("sha256" | "ascon-hash256" | "ascon-xof128" | "ascon-cxof128", ..) => check_hash(name, &v),
            _ => continue, // other lengths of CCM and GCM
        }
        *counts.entry(name.into()).or_default() += 1;
    }
    assert_eq!(counts.len(), 28, "{counts:?}");
    assert!(
        counts
            .iter()
            .all(|(name, &count)| count >= 20 || name == "poly1305"),
        "{counts:?}"
    );
    println!("{counts:?}");
}

#[test]
fn lengths_that_an_algorithm_does_not_have() {
    type Odd = Aes128Ccm<aead::consts::U5>;
    let cipher = Odd::new(&Default::default());
    assert!(cipher.encrypt(&Default::default(), &b"text"[..]).is_err());
    assert!(Aes128Ccm::<U16, U13>::new_from_slice(&[0; 17]).is_err());
}

#[test]
fn customization_strings_end_at_256_bytes() {
    assert!(AsconCxof128::try_new_customized(&[0; 256]).is_ok());
    assert!(AsconCxof128::try_new_customized(&[0; 257]).is_err());
}

#[test]
fn self_tests_pass() {
    let passed = [
        Aes128Ccm::<U16, U13>::self_test(),
        Aes128Gcm::<U16>::self_test(),
        Aes128GcmSiv::self_test(),
        AsconAead128::self_test(),
        ChaCha20Poly1305::self_test(),
        XChaCha20Poly1305::self_test(),
        Aegis128L::self_test(),
        Aes128Cmac::self_test(),
        Aes128Gmac::self_test(),
        Poly1305::self_test(),
        AsconMac::self_test(),
        HmacSha256::self_test(),
    ];
    assert_eq!(passed, [Ok(()); 11]);
}

/// The bytes of a value that was dropped.
fn left<T>(value: T) -> Vec<u8> {
    let mut value = ManuallyDrop::new(value);
    unsafe { ManuallyDrop::drop(&mut value) };
    let at = (&raw const value).cast::<u8>();
    (0..size_of::<T>())
        .map(|i| unsafe { at.add(i).read_volatile() })
        .collect()
}

#[test]
fn what_is_dropped_is_wiped() {
    let hash = AsconHash256::new_with_prefix(b"secret");
    let xof = AsconXof128::default().chain(b"secret");
    let custom = AsconCxof128::try_new_customized(b"mine").unwrap();
    for bytes in [
        left(hash),
        left(xof.clone()),
        left(xof.finalize_xof()),
        left(custom),
        left(AsconAead128::new(&[1; 16].into())),
        left(AsconMac::new(&[1; 16].into())),
    ] {
        assert!(bytes.len() > 40 && bytes.iter().all(|&byte| byte == 0));
    }
}

/// CCM* without a tag: the ciphertext of AES-CCM, both ways, and nothing of a message that is too long.
#[test]
fn no_tag() {
    let cipher = Aes128Ccm::<U8, U13>::new(&[3; 16].into());
    let nonce = Nonce::<Aes128Ccm<U8, U13>>::from([5; 13]);
    let mut sealed = *b"a message of more than one block";
    cipher
        .encrypt_inout_detached(&nonce, b"ad", sealed.as_mut_slice().into())
        .unwrap();
    let mut text = *b"a message of more than one block";
    cipher
        .no_tag(&nonce, text.as_mut_slice().into())
        .unwrap();
    assert_eq!(text, sealed);
    let mut back = [0; 32];
    cipher
        .no_tag(&nonce, InOutBuf::new(&text, &mut back).unwrap())
        .unwrap();
    assert_eq!(&back, b"a message of more than one block");
    let mut long = vec![7; 65536];
    assert!(cipher.no_tag(&nonce, long.as_mut_slice().into()).is_err());
    assert!(long.iter().all(|&byte| byte == 7));
    cipher
        .no_tag(&nonce, long[..65535].as_mut().into())
        .unwrap();
    let other = Aes256Ccm::<U16, U7>::new(&[3; 32].into());
    other
        .no_tag(&[5; 7].into(), long.as_mut_slice().into())
        .unwrap();
    Aes192Ccm::<U16, U13>::new(&[3; 24].into())
        .no_tag(&nonce, text.as_mut_slice().into())
        .unwrap();
    assert_ne!(text, sealed);
}
