// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0

//! Messages in chunks. `chunks.txt` has a line for each algorithm: its name, prefix and key, then of each chunk the
//! associated data, the text and the chunk itself, in hexadecimal digits.

use std::mem::{ManuallyDrop, size_of};

use aead::consts::{U5, U16, U40};
use aead::{Buffer, KeyInit, Payload};
use aead_stream::{DecryptorBE32, EncryptorBE32};
use vambrace::chunks::{Opener, Sealer, TAG_LEN};
use vambrace::*;

struct Chunk {
    ad: Vec<u8>,
    text: Vec<u8>,
    sealed: Vec<u8>,
}

struct Message {
    name: String,
    prefix: Vec<u8>,
    key: Vec<u8>,
    chunks: Vec<Chunk>,
}

fn bytes(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap())
        .collect()
}

fn messages() -> impl Iterator<Item = Message> {
    include_str!("chunks.txt").lines().map(|line| {
        let mut words = line.split('|');
        let name = words.next().unwrap().into();
        let mut fields = words.map(bytes);
        let (prefix, key) = (fields.next().unwrap(), fields.next().unwrap());
        let mut chunks = Vec::new();
        while let Some(ad) = fields.next() {
            let (text, sealed) = (fields.next().unwrap(), fields.next().unwrap());
            chunks.push(Chunk { ad, text, sealed });
        }
        Message {
            name,
            prefix,
            key,
            chunks,
        }
    })
}

/// Does the same with the message of each algorithm, whose key types share no trait that has a name here.
macro_rules! each {
    (|$m:ident, $key:ident, $prefix:ident| $body:block) => {
        each!(|$m, $key, $prefix| $body
            "aes-128-ccm": Aes128Ccm, "aes-192-ccm": Aes192Ccm, "aes-256-ccm": Aes256Ccm,
            "aes-128-gcm": Aes128Gcm, "aes-192-gcm": Aes192Gcm, "aes-256-gcm": Aes256Gcm,
            "aes-128-gcm-siv": Aes128GcmSiv, "aes-256-gcm-siv": Aes256GcmSiv,
            "ascon-aead128": AsconAead128, "ascon-aead128-options": AsconAead128Options,
            "ascon-128": Ascon128, "ascon-128a": Ascon128a,
            "chacha20-poly1305": ChaCha20Poly1305, "xchacha20-poly1305": XChaCha20Poly1305,
            "aegis-128l": Aegis128L,)
    };
    (|$m:ident, $key:ident, $prefix:ident| $body:block $($name:literal: $type:ty,)*) => {
        let mut names: Vec<_> = messages().map(|m| m.name).collect();
        names.sort();
        let mut known = vec![$($name),*];
        known.sort();
        assert_eq!(names, known);
        for $m in messages() {
            $(if $m.name == $name {
                type Key = $type;
                let $key = Key::new_from_slice(&$m.key).unwrap();
                let $prefix = &$m.prefix[..].try_into().unwrap();
                assert!($m.chunks.len() > 3);
                $body
            })*
        }
    };
}

#[test]
fn messages_are_sealed_and_opened() {
    each!(|m, key, prefix| {
        let (mut sealer, mut moved) = (
            key.seal_chunks(prefix).unwrap(),
            key.seal_chunks(prefix).unwrap(),
        );
        let (mut opener, mut here) = (
            key.open_chunks(prefix).unwrap(),
            key.open_chunks(prefix).unwrap(),
        );
        let (last, before) = m.chunks.split_last().unwrap();
        for c in before {
            let mut out = [0xaa; 200];
            assert_eq!(
                sealer.seal_next(&c.ad, &c.text, &mut out).unwrap(),
                &c.sealed
            );
            assert!(out[c.sealed.len()..].iter().all(|&byte| byte == 0xaa));
            let mut out = [0xaa; 200];
            assert_eq!(
                opener.open_next(&c.ad, &c.sealed, &mut out).unwrap(),
                &c.text
            );
            assert!(out[c.text.len()..].iter().all(|&byte| byte == 0xaa));
            moved = *Box::new(moved);
            let mut buffer = c.text.clone();
            moved.seal_next_in_place(&c.ad, &mut buffer).unwrap();
            assert_eq!(buffer, c.sealed);
            here.open_next_in_place(&c.ad, &mut buffer).unwrap();
            assert_eq!(buffer, c.text);
        }
        let mut exact = vec![0; last.sealed.len()];
        assert_eq!(
            sealer.seal_last(&last.ad, &last.text, &mut exact).unwrap(),
            &last.sealed
        );
        assert_eq!(
            opener
                .open_last(&last.ad, &last.sealed, &mut exact)
                .unwrap(),
            &last.text
        );
        let mut buffer = last.text.clone();
        moved.seal_last_in_place(&last.ad, &mut buffer).unwrap();
        assert_eq!(buffer, last.sealed);
        here.open_last_in_place(&last.ad, &mut buffer).unwrap();
        assert_eq!(buffer, last.text);
        println!("{}: {} chunks", m.name, m.chunks.len());
    });
}

/// RustCrypto's STREAM, with our ciphers.
#[test]
fn chunks_are_those_of_another_implementation() {
    each!(|m, key, prefix| {
        drop(key);
        let (last, before) = m.chunks.split_last().unwrap();
        let mut sealer = EncryptorBE32::<Key>::new(m.key[..].try_into().unwrap(), prefix);
        let mut opener = DecryptorBE32::<Key>::new(m.key[..].try_into().unwrap(), prefix);
        for c in before {
            let made = sealer
                .encrypt_next(Payload {
                    msg: &c.text,
                    aad: &c.ad,
                })
                .unwrap();
            assert_eq!(made, c.sealed);
            let text = opener
                .decrypt_next(Payload {
                    msg: &made,
                    aad: &c.ad,
                })
                .unwrap();
            assert_eq!(text, c.text);
        }
        let made = sealer
            .encrypt_last(Payload {
                msg: &last.text,
                aad: &last.ad,
            })
            .unwrap();
        assert_eq!(made, last.sealed);
    });
}

/// Every sequence of up to three chunks, each said to be the last or not: a chunk opens in its place and with its end
/// alone, and nothing opens behind one that was refused.
#[test]
fn other_sequences_are_refused() {
    each!(|m, key, prefix| {
        let (count, kinds) = (m.chunks.len(), 2 * m.chunks.len());
        for code in 0..kinds.pow(3) {
            let mut opener = key.open_chunks(prefix).unwrap();
            let mut right = true;
            for i in 0..3 {
                let (chosen, last) = (
                    code / kinds.pow(i) % kinds / 2,
                    code / kinds.pow(i) % 2 != 0,
                );
                let c = &m.chunks[chosen];
                let mut out = [0xaa; 200];
                right &= chosen == i as usize && last == (chosen == count - 1);
                if last {
                    assert_eq!(opener.open_last(&c.ad, &c.sealed, &mut out).is_ok(), right);
                    break;
                }
                assert_eq!(opener.open_next(&c.ad, &c.sealed, &mut out).is_ok(), right);
                assert!(
                    right
                        || out[..c.text.len()]
                            .iter()
                            .all(|&byte| byte == 0 || byte == 0xaa)
                );
            }
        }
        // A chunk too many behind all, and the one that is the last as one that is not.
        let mut opener = key.open_chunks(prefix).unwrap();
        for (i, c) in m.chunks.iter().enumerate() {
            let opened = opener.open_next(&c.ad, &c.sealed, &mut [0; 200]).is_ok();
            assert_eq!(opened, i < count - 1);
        }
    });
}

/// Any change of the first chunk, its associated data or the prefix ends the message, and leaves zeros.
#[test]
fn changes_are_refused() {
    each!(|m, key, prefix| {
        let c = &m.chunks[0];
        let mut tried = 0;
        let mut refused = |opener: Opener<'_, Key>, ad: &[u8], sealed: &[u8]| {
            let mut opener = opener;
            let mut out = [0xaa; 200];
            let text = sealed.len().saturating_sub(TAG_LEN);
            assert!(opener.open_next(ad, sealed, &mut out).is_err());
            let left = if sealed.len() < TAG_LEN { 0xaa } else { 0 };
            assert!(out[..text].iter().all(|&byte| byte == left));
            assert!(out[text..].iter().all(|&byte| byte == 0xaa));
            assert!(opener.open_next(&c.ad, &c.sealed, &mut out).is_err());
            let mut buffer = c.sealed.clone();
            assert!(opener.open_next_in_place(&c.ad, &mut buffer).is_err());
            assert!(opener.open_last(&c.ad, &c.sealed, &mut out).is_err());
            tried += 1;
        };
        for bit in 0..8 * c.sealed.len() {
            let mut other = c.sealed.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            refused(key.open_chunks(prefix).unwrap(), &c.ad, &other);
        }
        for len in 0..c.sealed.len() {
            refused(key.open_chunks(prefix).unwrap(), &c.ad, &c.sealed[..len]);
        }
        refused(
            key.open_chunks(prefix).unwrap(),
            &c.ad,
            &[&c.sealed[..], &[0]].concat(),
        );
        refused(
            key.open_chunks(prefix).unwrap(),
            &[&c.ad[..], &[0]].concat(),
            &c.sealed,
        );
        let mut other = *prefix;
        other[0] ^= 1;
        refused(key.open_chunks(&other).unwrap(), &c.ad, &c.sealed);
        assert_eq!(tried, 9 * c.sealed.len() + 3);
        // In place: what was opened is gone.
        let mut buffer = c.sealed.clone();
        buffer[0] ^= 1;
        let mut opener = key.open_chunks(prefix).unwrap();
        assert!(opener.open_next_in_place(&c.ad, &mut buffer).is_err());
        assert!(buffer[..c.text.len()].iter().all(|&byte| byte == 0));
    });
}

/// A buffer without a heap.
struct Fixed<const ROOM: usize> {
    bytes: [u8; ROOM],
    len: usize,
    lies: bool,
}

impl<const ROOM: usize> AsRef<[u8]> for Fixed<ROOM> {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl<const ROOM: usize> AsMut<[u8]> for Fixed<ROOM> {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..self.len]
    }
}

impl<const ROOM: usize> Buffer for Fixed<ROOM> {
    fn extend_from_slice(&mut self, other: &[u8]) -> aead::Result<()> {
        if self.lies {
            return Ok(());
        }
        let room = self
            .bytes
            .get_mut(self.len..self.len + other.len())
            .ok_or(aead::Error)?;
        room.copy_from_slice(other);
        self.len += other.len();
        Ok(())
    }

    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

#[test]
fn buffers_that_are_too_short_end_a_message() {
    let key = AsconAead128::new(&[1; 16].into());
    let prefix = [2; 11].into();
    let mut sealer = key.seal_chunks(&prefix).unwrap();
    assert!(sealer.seal_next(b"", b"text", &mut [0; 19]).is_err());
    assert!(sealer.seal_next(b"", b"text", &mut [0; 20]).is_err());
    let mut sealed = [0; 20];
    let sealer = key.seal_chunks(&prefix).unwrap();
    sealer.seal_last(b"", b"text", &mut sealed).unwrap();
    assert!(
        key.open_chunks(&prefix)
            .unwrap()
            .open_last(b"", &sealed, &mut [0; 3])
            .is_err()
    );
    for (lies, len) in [(false, 4), (true, 4), (true, 20)] {
        let mut buffer = Fixed::<40> {
            bytes: [7; 40],
            len,
            lies,
        };
        let mut sealer = key.seal_chunks(&prefix).unwrap();
        let sealed = sealer.seal_next_in_place(b"", &mut buffer);
        assert_eq!(sealed.is_err(), lies);
        assert_eq!(buffer.len, if lies { len } else { len + TAG_LEN });
        assert_eq!(buffer.bytes == [7; 40], lies);
        assert_eq!(sealer.seal_next(b"", b"text", &mut [0; 20]).is_err(), lies);
    }
    let mut buffer = Fixed::<19> {
        bytes: [7; 19],
        len: 4,
        lies: false,
    };
    assert!(
        key.seal_chunks(&prefix)
            .unwrap()
            .seal_last_in_place(b"", &mut buffer)
            .is_err()
    );
    assert_eq!((buffer.len, buffer.bytes), (4, [7; 19]));
    let mut buffer = Fixed::<15> {
        bytes: [7; 15],
        len: 15,
        lies: false,
    };
    assert!(
        key.open_chunks(&prefix)
            .unwrap()
            .open_last_in_place(b"", &mut buffer)
            .is_err()
    );
    assert_eq!((buffer.len, buffer.bytes), (15, [7; 15]));
}

/// A call that the library refuses leaves the text, and ends the message: 2^16 bytes with a nonce of 13 are too many.
#[test]
fn a_text_that_is_not_sealed_stays() {
    let key = Aes128Ccm::<U16>::new(&[1; 16].into());
    let mut sealer = key.seal_chunks(&[2; 8].into()).unwrap();
    let mut buffer = vec![3; 65535];
    sealer.seal_next_in_place(b"", &mut buffer).unwrap();
    assert_eq!(buffer.len(), 65535 + TAG_LEN);
    buffer = vec![3; 65536];
    assert!(sealer.seal_next_in_place(b"", &mut buffer).is_err());
    assert_eq!(buffer, [3; 65536]);
    assert!(sealer.seal_last(b"", b"", &mut [0; 16]).is_err());
}

#[test]
fn nonces_that_an_algorithm_does_not_have() {
    let ccm = Aes128Ccm::<U16, U5>::new(&[1; 16].into());
    assert!(ccm.seal_chunks(&[].into()).is_err() && ccm.open_chunks(&[].into()).is_err());
    let gcm = Aes128Gcm::<U16, U40>::new(&[1; 16].into());
    assert!(gcm.seal_chunks(&[2; 35].into()).is_err() && gcm.open_chunks(&[2; 35].into()).is_err());
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
fn a_message_is_wiped_when_it_is_dropped() {
    fn may_be_sent_and_shared<T: Send + Sync>(_: &T) {}
    let key = AsconAead128::new(&[1; 16].into());
    let prefix = [2; 11].into();
    let mut sealer = key.seal_chunks(&prefix).unwrap();
    may_be_sent_and_shared(&sealer);
    sealer.seal_next(b"", b"text", &mut [0; 20]).unwrap();
    let kept = unsafe {
        std::ptr::read((&raw const sealer).cast::<[u8; size_of::<Sealer<AsconAead128>>()]>())
    };
    assert!(kept.windows(11).any(|w| w == [2; 11]));
    assert!(left(sealer).iter().all(|&byte| byte == 0));
    let opener = key.open_chunks(&prefix).unwrap();
    may_be_sent_and_shared(&opener);
    assert_eq!(format!("{opener:?}"), "Opener { .. }");
    assert!(left(opener).iter().all(|&byte| byte == 0));
}
