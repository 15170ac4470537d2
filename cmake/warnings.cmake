# One INTERFACE target, linked PRIVATE, so that users of the library never inherit our warnings.
option(SLICEWISE_WERROR "Treat warnings as errors" OFF)
add_library(slicewise_warnings INTERFACE)
target_compile_options(slicewise_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<BOOL:${SLICEWISE_WERROR}>:-Werror>
  # Same bytes on every machine: no fused multiply-add behind our back.
  -ffp-contract=off)
