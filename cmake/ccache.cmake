# A compiler cache, where there is one: the wheel and the preset `ci` compile the library with the same flags.
find_program(SLICEWISE_CCACHE ccache)
if(SLICEWISE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # base_dir: another checkout hits too; sloppiness: what ccache's manual asks for with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
      CCACHE_SLOPPINESS=pch_defines,time_macros ${SLICEWISE_CCACHE})
endif()
