// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// An accelerator that is nothing but a port: RoCC's commands, answers and accesses to
// the tile's data cache go out of the tile, to whatever the integrator puts there.
package vambrace

import chisel3._
import chisel3.util._
import freechips.rocketchip.config.Parameters
import freechips.rocketchip.diplomacy.BundleBridgeSource
import freechips.rocketchip.rocket.{M_XRD, M_XWR, PRV}
import freechips.rocketchip.tile._

/** A command: the instruction as it is in memory, its operands, and whether it is of
  * machine mode. */
class RoccCommand(val xLen: Int) extends Bundle {
  val instr = UInt(32.W)
  val rs1 = UInt(xLen.W)
  val rs2 = UInt(xLen.W)
  val machine = Bool()
}

class RoccAnswer(val xLen: Int) extends Bundle {
  val rd = UInt(5.W)
  val data = UInt(xLen.W)
}

/** An access to physical memory, aligned to its size of 1 << size bytes. Of a word that
  * is stored, the bytes are where they are in memory; what is loaded is from bit 0 on. */
class RoccAccess(val xLen: Int, val addressBits: Int) extends Bundle {
  val address = UInt(addressBits.W)
  val write = Bool()
  val size = UInt(2.W)
  val data = UInt(xLen.W)
}

/** The port, as the tile drives it. Accesses are answered in their order, stores too.
  * One that the memory map has not is never answered: the accelerator must not ask. */
class RoccPort(val xLen: Int, val addressBits: Int) extends Bundle {
  val cmd = Decoupled(new RoccCommand(xLen))
  val resp = Flipped(Decoupled(new RoccAnswer(xLen)))
  val mem = Flipped(Decoupled(new RoccAccess(xLen, addressBits)))
  val memDone = Output(Bool())
  val memData = Output(UInt(xLen.W))
  val busy = Input(Bool())
  val interrupt = Input(Bool())
}

class PortedRocc(implicit p: Parameters) extends LazyRoCC(
  OpcodeSet.custom0 | OpcodeSet.custom1 | OpcodeSet.custom2) {
  val port = BundleBridgeSource(() => new RoccPort(p(XLen), 32))
  override lazy val module = new PortedRoccImp(this)
}

class PortedRoccImp(outer: PortedRocc) extends LazyRoCCModuleImp(outer) with HasCoreParameters {
  private val port = outer.port.bundle
  io <> DontCare

  port.cmd.valid := io.cmd.valid
  io.cmd.ready := port.cmd.ready
  port.cmd.bits.instr := io.cmd.bits.inst.asUInt
  port.cmd.bits.rs1 := io.cmd.bits.rs1
  port.cmd.bits.rs2 := io.cmd.bits.rs2
  port.cmd.bits.machine := io.cmd.bits.status.prv === PRV.M.U

  io.resp.valid := port.resp.valid
  port.resp.ready := io.resp.ready
  io.resp.bits.rd := port.resp.bits.rd
  io.resp.bits.data := port.resp.bits.data
  io.busy := port.busy
  io.interrupt := port.interrupt

  // Of the two accesses that may be under way, each has a tag of its own.
  private val tag = RegInit(false.B)
  when (io.mem.req.fire()) { tag := !tag }
  io.mem.req.valid := port.mem.valid
  port.mem.ready := io.mem.req.ready
  io.mem.req.bits.addr := port.mem.bits.address
  io.mem.req.bits.tag := tag
  io.mem.req.bits.cmd := Mux(port.mem.bits.write, M_XWR, M_XRD)
  io.mem.req.bits.size := port.mem.bits.size
  io.mem.req.bits.signed := false.B
  io.mem.req.bits.data := port.mem.bits.data
  io.mem.req.bits.phys := true.B
  port.memDone := io.mem.resp.valid
  port.memData := io.mem.resp.bits.data
}
