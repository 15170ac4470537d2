# Sanitizers change the ABI of containers, so they apply to the whole tree or not at all.
set(SLICEWISE_SANITIZE "" CACHE STRING "Comma-separated sanitizers, e.g. address,undefined")
if(SLICEWISE_SANITIZE)
  add_compile_options(-fsanitize=${SLICEWISE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SLICEWISE_SANITIZE})
endif()
