# Sanitizers change the ABI of containers, so they apply to the whole tree or not at all.
set(SLICEWISE_SANITIZE "" CACHE STRING "Comma-separated sanitizers, e.g. address,undefined")
if(SLICEWISE_SANITIZE)
  add_compile_options(-fsanitize=${SLICEWISE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # GCC 12 takes moves of std::variant for uses of uninitialised memory once they are instrumented (its manual warns of that).
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  add_link_options(-fsanitize=${SLICEWISE_SANITIZE})
endif()
