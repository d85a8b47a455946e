// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// The Rocket configurations that can be generated, by name: one in-order tile with
// RoCC on custom-0 to custom-2, machine mode alone, no debug module and no
// interrupt controller. NAME-bare is the same without RoCC, for netlists of systems
// that do not use it. All other parameters are the generator's defaults.
package vambrace

import freechips.rocketchip.config.Config
import freechips.rocketchip.devices.debug.DebugModuleKey
import freechips.rocketchip.devices.tilelink.{CLINTKey, PLICKey}
import freechips.rocketchip.diplomacy.{DTSModel, DTSTimebase, LazyModule}
import freechips.rocketchip.rocket.{DCacheParams, ICacheParams, MulDivParams, RocketCoreParams}
import freechips.rocketchip.subsystem._
import freechips.rocketchip.system.BaseConfig
import freechips.rocketchip.tile._

/** What distinguishes configurations. */
case class Shape(
  xLen: Int,
  fpu: Boolean = false,
  // The data cache, direct-mapped: its timing depends on nothing random.
  dcacheBytes: Int = 4 << 10,
  // Instead of it a memory of the tile's own, from the RAM's first byte on.
  scratchpad: Boolean = false,
  rocc: Boolean = true)

object Shape {
  private val blockBytes = 64

  private val withRocc: Map[String, Shape] = Map(
    "rv32" -> Shape(xLen = 32),
    "rv32-scratchpad" -> Shape(xLen = 32, dcacheBytes = 64 << 10, scratchpad = true),
    "rv64" -> Shape(xLen = 64, dcacheBytes = 16 << 10), // 4 KiB and what becomes of them fit
    "rv64gc" -> Shape(xLen = 64, fpu = true, dcacheBytes = 16 << 10))

  val named: Map[String, Shape] =
    withRocc ++ withRocc.map { case (name, shape) => s"$name-bare" -> shape.copy(rocc = false) }

  def config(shape: Shape): Config = new Config(new OneTile(shape) ++ new BaseConfig)

  private class OneTile(shape: Shape) extends Config((site, here, up) => {
    case XLen => shape.xLen
    case RocketTilesKey => Seq(RocketTileParams(
      core = RocketCoreParams(
        useVM = false,
        nPMPs = 0,
        nBreakpoints = 0,
        // cflush.d.l1, which writes the data cache back and empties it.
        haveCFlush = !shape.scratchpad,
        fpu = if (shape.fpu) Some(FPUParams()) else None,
        // Without early outs a multiplication takes as long for all operands.
        mulDiv = Some(MulDivParams(mulUnroll = 8, divEarlyOut = true))),
      dcache = Some(DCacheParams(
        rowBits = site(SystemBusKey).beatBits,
        nSets = shape.dcacheBytes / blockBytes,
        nWays = 1,
        nMSHRs = 0,
        scratch = if (shape.scratchpad) Some(AddressMap.ram.base) else None,
        blockBytes = blockBytes)),
      icache = Some(ICacheParams(
        rowBits = site(SystemBusKey).beatBits,
        nSets = 64,
        nWays = 4,
        blockBytes = blockBytes))))
    case BuildRoCC => if (!shape.rocc) Nil else Seq((p: freechips.rocketchip.config.Parameters) => {
      val rocc = LazyModule(new PortedRocc()(p))
      rocc
    })
    case freechips.rocketchip.diplomacy.MonitorsEnabled => false
    case DebugModuleKey => None
    case PLICKey => None
    case CLINTKey => None
    case DTSTimebase => BigInt(1000000)
    case DTSModel => "vambrace,rocket"
  })
}
