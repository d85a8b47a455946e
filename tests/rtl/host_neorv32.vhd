-- SPDX-FileCopyrightText: Vambrace contributors
-- SPDX-License-Identifier: Apache-2.0
--
-- NEORV32 with its memory on the external bus and, instead of its example CFU, a Verilog component:
-- vmb_neorv32_cfu of host_neorv32.sv. GHDL translates this file to Verilog.

library ieee;
use ieee.std_logic_1164.all;

entity neorv32_cpu_alu_cfu is
  port (
    clk_i    : in  std_ulogic;
    rstn_i   : in  std_ulogic;
    start_i  : in  std_ulogic;
    inst_i   : in  std_ulogic_vector(31 downto 0);
    rs1_i    : in  std_ulogic_vector(31 downto 0);
    rs2_i    : in  std_ulogic_vector(31 downto 0);
    result_o : out std_ulogic_vector(31 downto 0);
    valid_o  : out std_ulogic
  );
end entity;

architecture vambrace of neorv32_cpu_alu_cfu is
  component vmb_neorv32_cfu
    port (
      start_i  : in  std_ulogic;
      inst_i   : in  std_ulogic_vector(31 downto 0);
      rs1_i    : in  std_ulogic_vector(31 downto 0);
      rs2_i    : in  std_ulogic_vector(31 downto 0);
      result_o : out std_ulogic_vector(31 downto 0);
      valid_o  : out std_ulogic
    );
  end component;
begin
  u_cfu: vmb_neorv32_cfu
    port map (start_i, inst_i, rs1_i, rs2_i, result_o, valid_o);
end architecture;

library ieee;
use ieee.std_logic_1164.all;

library neorv32;
use neorv32.neorv32_package.all;

entity neorv32_host is
  port (
    clk_i  : in  std_ulogic;
    rstn_i : in  std_ulogic;
    adr_o  : out std_ulogic_vector(31 downto 0);
    dat_o  : out std_ulogic_vector(31 downto 0);
    we_o   : out std_ulogic;
    sel_o  : out std_ulogic_vector(3 downto 0);
    stb_o  : out std_ulogic;
    cyc_o  : out std_ulogic;
    dat_i  : in  std_ulogic_vector(31 downto 0);
    ack_i  : in  std_ulogic;
    err_i  : in  std_ulogic
  );
end entity;

architecture vambrace of neorv32_host is
begin
  u_top: neorv32_top
    generic map (
      CLOCK_FREQUENCY   => 100_000_000,
      BOOT_MODE_SELECT  => 1,
      BOOT_ADDR_CUSTOM  => x"00000000",
      RISCV_ISA_M       => true,
      RISCV_ISA_Zicntr  => true,
      RISCV_ISA_Xcfu    => true,
      CPU_FAST_MUL_EN   => true,
      CPU_FAST_SHIFT_EN => true,
      ICACHE_EN         => true,
      ICACHE_NUM_BLOCKS => 64,
      XBUS_EN           => true
    )
    port map (
      clk_i      => clk_i,
      rstn_i     => rstn_i,
      xbus_adr_o => adr_o,
      xbus_dat_o => dat_o,
      xbus_we_o  => we_o,
      xbus_sel_o => sel_o,
      xbus_stb_o => stb_o,
      xbus_cyc_o => cyc_o,
      xbus_dat_i => dat_i,
      xbus_ack_i => ack_i,
      xbus_err_i => err_i
    );
end architecture;
