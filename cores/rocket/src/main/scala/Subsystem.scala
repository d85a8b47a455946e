// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// One Rocket tile with its buses, and four ports: memory (TileLink-UH: reads and
// writes of up to a cache line in beats of a word), peripherals (TileLink-UL, words
// of 32 bits, answered in order), RoCC if the tile has it, and interrupts.
package vambrace

import chisel3._
import freechips.rocketchip.config.Parameters
import freechips.rocketchip.devices.debug.TLDebugModule
import freechips.rocketchip.devices.tilelink.{CLINT, TLPLIC}
import freechips.rocketchip.diplomacy._
import freechips.rocketchip.interrupts._
import freechips.rocketchip.subsystem._
import freechips.rocketchip.tile.BaseTile
import freechips.rocketchip.tilelink._

/** Where things are. vmb_rocket.sv has the same map. */
object AddressMap {
  val ram = AddressSet(0x80000000L, 0x00ffffffL)
  private val again = AddressSet(0x90000000L, 0x00ffffffL)

  /** What the memory port has: of a tile with a scratchpad, the RAM behind its bytes, and all of it
    * once more elsewhere. */
  def memory(scratchpadBytes: Int): Seq[AddressSet] =
    if (scratchpadBytes == 0) Seq(ram)
    else ram.subtract(AddressSet(ram.base, scratchpadBytes - 1)) :+ again

  val peripherals = AddressSet(0x10000000L, 0x0fffffffL)
}

class Subsystem(implicit p: Parameters) extends RocketSubsystem with HasHierarchicalBusTopology {
  private val memoryDevice = new MemoryDevice
  private val memoryNode = TLManagerNode(Seq(TLManagerPortParameters(
    managers = Seq(TLManagerParameters(
      address = AddressMap.memory(rocketTiles.head.rocketParams.dcache.get.dataScratchpadBytes),
      resources = memoryDevice.reg,
      regionType = RegionType.UNCACHED,
      executable = true,
      supportsGet = TransferSizes(1, mbus.blockBytes),
      supportsPutFull = TransferSizes(1, mbus.blockBytes),
      supportsPutPartial = TransferSizes(1, mbus.blockBytes),
      fifoId = Some(0))),
    beatBytes = mbus.beatBytes)))
  mbus.coupleTo("memory") { memoryNode := _ }
  val memory = InModuleBody { memoryNode.makeIOs() }

  private val peripheralDevice = new SimpleBus("peripherals", Nil)
  private val peripheralNode = TLManagerNode(Seq(TLManagerPortParameters(
    managers = Seq(TLManagerParameters(
      address = Seq(AddressMap.peripherals),
      resources = peripheralDevice.ranges,
      supportsGet = TransferSizes(1, 4),
      supportsPutFull = TransferSizes(1, 4),
      supportsPutPartial = TransferSizes(1, 4),
      mayDenyGet = true,
      mayDenyPut = true,
      fifoId = Some(0))),
    beatBytes = 4)))
  sbus.coupleTo("peripherals") { 
    peripheralNode := TLFragmenter(4, sbus.blockBytes, holdFirstDeny = true) := TLWidthWidget(sbus.beatBytes) := _
  }
  val peripherals = InModuleBody { peripheralNode.makeIOs() }

  // A tile without RoCC has no such port.
  private val roccNodes = rocketTiles.head.roccs.map { case rocc: PortedRocc =>
    val roccNode = BundleBridgeSink[RoccPort]()
    roccNode := rocc.port
    roccNode
  }
  val rocc = InModuleBody { roccNodes.map(_.makeIO()) }

  // Software, timer and external interrupt, from outside. The tile's decoding fixes the
  // order: debug, software and timer, external.
  private lazy val localNode = IntSourceNode(IntSourcePortSimple(num = 2))
  private lazy val externalNode = IntSourceNode(IntSourcePortSimple(num = 1))
  override protected def connectInterrupts(
    tile: BaseTile, debug: Option[TLDebugModule], clint: Option[CLINT], plic: Option[TLPLIC]) {
    tile.intInwardNode := NullIntSource()
    tile.crossIntIn() := localNode
    tile.crossIntIn() := externalNode
    tileHaltXbarNode := tile.haltNode
    tileWFIXbarNode := tile.wfiNode
    tileCeaseXbarNode := tile.ceaseNode
  }
  val interrupts = InModuleBody {
    val pins = chisel3.experimental.IO(Input(UInt(3.W))).suggestName("interrupts")
    localNode.out.head._1(0) := pins(0)
    localNode.out.head._1(1) := pins(1)
    externalNode.out.head._1(0) := pins(2)
    pins
  }

  override lazy val module = new SubsystemImp(this)
}

class SubsystemImp(outer: Subsystem) extends RocketSubsystemModuleImp(outer) {
  override def desiredName = "vmb_rocket_subsystem"
  val bootAddress = IO(Input(UInt(32.W))).suggestName("boot_address")
  global_reset_vector := bootAddress
}
