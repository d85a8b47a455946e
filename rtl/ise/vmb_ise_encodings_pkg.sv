// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// From configs/instructions.toml by `python -m vambrace_dev.instructions`: do not edit.
//
// FunctNX: the N fixed bits of instruction X above its operands rs1 and rs2, and funct3.

package vmb_ise_encodings_pkg;

  // A unit looks at the fields that its instructions differ in, not at all of them.
  // verilator lint_off UNUSEDPARAM

  // Function units behind the accelerator port: bits of the parameter FunctionUnits.
  localparam int unsigned UnitZbkb = 0;
  localparam int unsigned UnitZbkc = 1;
  localparam int unsigned UnitZbkx = 2;
  localparam int unsigned UnitZkned = 3;
  localparam int unsigned UnitXascon = 4;
  localparam int unsigned UnitZknh = 5;
  localparam int unsigned Units = 6;

  localparam logic [6:0] OpcodeOpImm = 7'h13;
  localparam logic [6:0] OpcodeCustom1 = 7'h2b;
  localparam logic [6:0] OpcodeOp = 7'h33;

  // Zbkb: RISC-V Cryptography Extensions Volume I, version 1.0, section 2.1 and chapter 3

  // rol: 0110000 rs2 rs1 001 rd 0110011
  localparam logic [6:0] Funct7Rol = 7'h30;
  localparam logic [2:0] Funct3Rol = 3'h1;

  // ror: 0110000 rs2 rs1 101 rd 0110011
  localparam logic [6:0] Funct7Ror = 7'h30;
  localparam logic [2:0] Funct3Ror = 3'h5;

  // rori: 0110000 shamt rs1 101 rd 0010011
  localparam logic [6:0] Funct7Rori = 7'h30;
  localparam logic [2:0] Funct3Rori = 3'h5;

  // andn: 0100000 rs2 rs1 111 rd 0110011
  localparam logic [6:0] Funct7Andn = 7'h20;
  localparam logic [2:0] Funct3Andn = 3'h7;

  // orn: 0100000 rs2 rs1 110 rd 0110011
  localparam logic [6:0] Funct7Orn = 7'h20;
  localparam logic [2:0] Funct3Orn = 3'h6;

  // xnor: 0100000 rs2 rs1 100 rd 0110011
  localparam logic [6:0] Funct7Xnor = 7'h20;
  localparam logic [2:0] Funct3Xnor = 3'h4;

  // pack: 0000100 rs2 rs1 100 rd 0110011
  localparam logic [6:0] Funct7Pack = 7'h04;
  localparam logic [2:0] Funct3Pack = 3'h4;

  // packh: 0000100 rs2 rs1 111 rd 0110011
  localparam logic [6:0] Funct7Packh = 7'h04;
  localparam logic [2:0] Funct3Packh = 3'h7;

  // brev8: 0110100 00111 rs1 101 rd 0010011
  localparam logic [11:0] Funct12Brev8 = 12'h687;
  localparam logic [2:0] Funct3Brev8 = 3'h5;

  // rev8: 0110100 11000 rs1 101 rd 0010011
  localparam logic [11:0] Funct12Rev8 = 12'h698;
  localparam logic [2:0] Funct3Rev8 = 3'h5;

  // zip: 0000100 01111 rs1 001 rd 0010011
  localparam logic [11:0] Funct12Zip = 12'h08f;
  localparam logic [2:0] Funct3Zip = 3'h1;

  // unzip: 0000100 01111 rs1 101 rd 0010011
  localparam logic [11:0] Funct12Unzip = 12'h08f;
  localparam logic [2:0] Funct3Unzip = 3'h5;

  // Zbkc: RISC-V Cryptography Extensions Volume I, version 1.0, section 2.2 and chapter 3

  // clmul: 0000101 rs2 rs1 001 rd 0110011
  localparam logic [6:0] Funct7Clmul = 7'h05;
  localparam logic [2:0] Funct3Clmul = 3'h1;

  // clmulh: 0000101 rs2 rs1 011 rd 0110011
  localparam logic [6:0] Funct7Clmulh = 7'h05;
  localparam logic [2:0] Funct3Clmulh = 3'h3;

  // Zbkx: RISC-V Cryptography Extensions Volume I, version 1.0, section 2.3 and chapter 3

  // xperm4: 0010100 rs2 rs1 010 rd 0110011
  localparam logic [6:0] Funct7Xperm4 = 7'h14;
  localparam logic [2:0] Funct3Xperm4 = 3'h2;

  // xperm8: 0010100 rs2 rs1 100 rd 0110011
  localparam logic [6:0] Funct7Xperm8 = 7'h14;
  localparam logic [2:0] Funct3Xperm8 = 3'h4;

  // Zkned: RISC-V Cryptography Extensions Volume I, version 1.0, sections 2.4, 2.5 and chapter 3; FIPS 197

  // aes32esi: bs 10001 rs2 rs1 000 rd 0110011
  localparam logic [4:0] Funct5Aes32esi = 5'h11;
  localparam logic [2:0] Funct3Aes32esi = 3'h0;

  // aes32esmi: bs 10011 rs2 rs1 000 rd 0110011
  localparam logic [4:0] Funct5Aes32esmi = 5'h13;
  localparam logic [2:0] Funct3Aes32esmi = 3'h0;

  // aes32dsi: bs 10101 rs2 rs1 000 rd 0110011
  localparam logic [4:0] Funct5Aes32dsi = 5'h15;
  localparam logic [2:0] Funct3Aes32dsi = 3'h0;

  // aes32dsmi: bs 10111 rs2 rs1 000 rd 0110011
  localparam logic [4:0] Funct5Aes32dsmi = 5'h17;
  localparam logic [2:0] Funct3Aes32dsmi = 3'h0;

  // Xascon: docs/reference/ise.md; NIST SP 800-232, section 3.4

  // ascon.sigma.lo: 00 index rs2 rs1 111 rd 0101011
  localparam logic [1:0] Funct2AsconSigmaLo = 2'h0;
  localparam logic [2:0] Funct3AsconSigmaLo = 3'h7;
  localparam logic [4:0] IndexLastAsconSigmaLo = 5'd4;

  // ascon.sigma.hi: 01 index rs2 rs1 111 rd 0101011
  localparam logic [1:0] Funct2AsconSigmaHi = 2'h1;
  localparam logic [2:0] Funct3AsconSigmaHi = 3'h7;
  localparam logic [4:0] IndexLastAsconSigmaHi = 5'd4;

  // Zknh: RISC-V Cryptography Extensions Volume I, version 1.0, section 2.6 and chapter 3; FIPS 180-4

  // sha256sum0: 0001000 00000 rs1 001 rd 0010011
  localparam logic [11:0] Funct12Sha256sum0 = 12'h100;
  localparam logic [2:0] Funct3Sha256sum0 = 3'h1;

  // sha256sum1: 0001000 00001 rs1 001 rd 0010011
  localparam logic [11:0] Funct12Sha256sum1 = 12'h101;
  localparam logic [2:0] Funct3Sha256sum1 = 3'h1;

  // sha256sig0: 0001000 00010 rs1 001 rd 0010011
  localparam logic [11:0] Funct12Sha256sig0 = 12'h102;
  localparam logic [2:0] Funct3Sha256sig0 = 3'h1;

  // sha256sig1: 0001000 00011 rs1 001 rd 0010011
  localparam logic [11:0] Funct12Sha256sig1 = 12'h103;
  localparam logic [2:0] Funct3Sha256sig1 = 3'h1;

  // sha512sum0r: 0101000 rs2 rs1 000 rd 0110011
  localparam logic [6:0] Funct7Sha512sum0r = 7'h28;
  localparam logic [2:0] Funct3Sha512sum0r = 3'h0;

  // sha512sum1r: 0101001 rs2 rs1 000 rd 0110011
  localparam logic [6:0] Funct7Sha512sum1r = 7'h29;
  localparam logic [2:0] Funct3Sha512sum1r = 3'h0;

  // sha512sig0l: 0101010 rs2 rs1 000 rd 0110011
  localparam logic [6:0] Funct7Sha512sig0l = 7'h2a;
  localparam logic [2:0] Funct3Sha512sig0l = 3'h0;

  // sha512sig1l: 0101011 rs2 rs1 000 rd 0110011
  localparam logic [6:0] Funct7Sha512sig1l = 7'h2b;
  localparam logic [2:0] Funct3Sha512sig1l = 3'h0;

  // sha512sig0h: 0101110 rs2 rs1 000 rd 0110011
  localparam logic [6:0] Funct7Sha512sig0h = 7'h2e;
  localparam logic [2:0] Funct3Sha512sig0h = 3'h0;

  // sha512sig1h: 0101111 rs2 rs1 000 rd 0110011
  localparam logic [6:0] Funct7Sha512sig1h = 7'h2f;
  localparam logic [2:0] Funct3Sha512sig1h = 3'h0;

  // Xasconp: docs/reference/ise.md; NIST SP 800-232, sections 3.2 to 3.4

  // ascon.round: 0000 constant 00000 101 00000 0101011
  localparam logic [3:0] Funct4AsconRound = 4'h0;
  localparam logic [2:0] Funct3AsconRound = 3'h5;

  // Xchacha: docs/reference/ise.md; RFC 8439, sections 2.1 and 2.5

  // chacha.half: 0001 index 111 rs2' 110 rs1' 101 100 rd' 0101011
  localparam logic [3:0] Funct4ChachaHalf = 4'h1;
  localparam logic [2:0] Funct3ChachaHalf = 3'h5;

  // poly1305.mac: 0010000 rs2 rs1 101 00111 0101011
  localparam logic [6:0] Funct7Poly1305Mac = 7'h10;
  localparam logic [2:0] Funct3Poly1305Mac = 3'h5;

  // verilator lint_on UNUSEDPARAM

endpackage
