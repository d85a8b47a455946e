# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
#
# vambrace_add_tf_psa_crypto() adds the checkout of VAMBRACE_TF_PSA_CRYPTO to a project, with the library as its driver
# (psa/README.md). The checkout is not changed.
find_package(Python3 3.8 COMPONENTS Interpreter REQUIRED)
get_filename_component(VAMBRACE_TF_PSA_CRYPTO "${VAMBRACE_TF_PSA_CRYPTO}" ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
set(vambrace_tf ${CMAKE_CURRENT_LIST_DIR})
set(vambrace_tf_generated ${CMAKE_CURRENT_BINARY_DIR}/tf-psa-crypto)
execute_process(
    COMMAND ${Python3_EXECUTABLE} -B ${vambrace_tf}/generate.py ${VAMBRACE_TF_PSA_CRYPTO} ${vambrace_tf_generated}
    RESULT_VARIABLE failed ERROR_VARIABLE why)
if(failed)
    message(FATAL_ERROR "VAMBRACE_TF_PSA_CRYPTO: ${why}")
endif()
file(GLOB inputs ${vambrace_tf}/../*.json ${vambrace_tf}/generate.py
    ${VAMBRACE_TF_PSA_CRYPTO}/scripts/data_files/driver_*/* ${VAMBRACE_TF_PSA_CRYPTO}/include/tf-psa-crypto/build_info.h
    ${VAMBRACE_TF_PSA_CRYPTO}/include/psa/crypto_driver_contexts_*.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${inputs})
set(vambrace_tf_includes ${vambrace_tf_generated} ${vambrace_tf} ${vambrace_tf}/../include ${vambrace_tf}/../../include)
# Checkout, generated files, and include folders
set_property(GLOBAL PROPERTY vambrace_tf_psa_crypto
    "${VAMBRACE_TF_PSA_CRYPTO}" "${vambrace_tf_generated}" ${vambrace_tf_includes})

macro(vambrace_add_tf_psa_crypto)
    get_property(vambrace_tf GLOBAL PROPERTY vambrace_tf_psa_crypto)
    list(POP_FRONT vambrace_tf vambrace_tf_checkout vambrace_tf_generated)
    # First: the checkout's targets have the same headers, without the driver.
    include_directories(BEFORE ${vambrace_tf})
    add_compile_definitions($<TARGET_PROPERTY:vambrace,INTERFACE_COMPILE_DEFINITIONS>)
    if(NOT TF_PSA_CRYPTO_USER_CONFIG_FILE) # that file then includes ours
        set(TF_PSA_CRYPTO_USER_CONFIG_FILE vambrace_tf_psa_crypto.h CACHE STRING "The configuration of the driver")
    endif()
    add_subdirectory(${vambrace_tf_checkout} tf-psa-crypto)
    set(vambrace_tf_name psa_crypto_driver_wrappers_no_static.c)
    foreach(vambrace_tf_target tfpsacrypto tfpsacrypto_static dispatch)
        if(TARGET ${vambrace_tf_target})
            get_target_property(vambrace_tf_sources ${vambrace_tf_target} SOURCES)
            if(vambrace_tf_sources MATCHES "${vambrace_tf_name}")
                list(FILTER vambrace_tf_sources EXCLUDE REGEX "${vambrace_tf_name}$")
                list(APPEND vambrace_tf_sources ${vambrace_tf_generated}/${vambrace_tf_name})
                set_property(TARGET ${vambrace_tf_target} PROPERTY SOURCES ${vambrace_tf_sources})
            endif()
        endif()
    endforeach()
    foreach(vambrace_tf_target tfpsacrypto tfpsacrypto_static)
        if(TARGET ${vambrace_tf_target})
            target_include_directories(${vambrace_tf_target} BEFORE PUBLIC ${vambrace_tf_generated})
            target_link_libraries(${vambrace_tf_target} PUBLIC vambrace::psa)
        endif()
    endforeach()
endmacro()
