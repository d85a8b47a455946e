// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the Verilog of one configuration: Generate NAME FOLDER.
package vambrace

import freechips.rocketchip.config.Parameters
import freechips.rocketchip.diplomacy.LazyModule

object Generate {
  def main(args: Array[String]) {
    val Array(name, folder) = args
    val shape = Shape.named.getOrElse(name, {
      Console.err.println(s"no configuration '$name'; one of: ${Shape.named.keys.toSeq.sorted.mkString(", ")}")
      sys.exit(2)
    })
    implicit val p: Parameters = Shape.config(shape).toInstance
    val options = Array("--target-dir", folder, "--top-name", "vmb_rocket_subsystem", "--compiler", "verilog")
    val result = chisel3.Driver.execute(options, () => {
      val subsystem = LazyModule(new Subsystem)
      subsystem.module
    })
    result match {
      case _: chisel3.ChiselExecutionSuccess =>
      case failure => // what went wrong has been printed
        Console.err.println(s"configuration '$name' cannot be generated: $failure")
        sys.exit(1)
    }
  }
}
