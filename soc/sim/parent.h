// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Ends a simulation together with the process that started it, however that process ends, because
// its result could no longer be read.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace vmb {

// `parent` is the process id that the starter passes with --parent. If it ended before this call,
// this process already has another parent.
inline void end_with(pid_t parent) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != parent) std::_Exit(1);
}

}  // namespace vmb
