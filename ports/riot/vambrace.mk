# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# Included by an application before RIOT's Makefile.include: the board, its processor and the modules of this
# folder. RIOTBASE names a checkout of RIOT.
vambrace_riot := $(abspath $(dir $(lastword $(MAKEFILE_LIST))))

ifeq (,$(wildcard $(RIOTBASE)/Makefile.include))
  $(error RIOTBASE=$(RIOTBASE) is no checkout of RIOT: get one from https://github.com/RIOT-OS/RIOT and set RIOTBASE to its folder)
endif

BOARD ?= vambrace
ifeq (vambrace,$(BOARD))
  RIOTCPU ?= $(vambrace_riot)/cpu
endif
EXTERNAL_BOARD_DIRS += $(vambrace_riot)/boards
EXTERNAL_MODULE_DIRS += $(vambrace_riot)/modules
