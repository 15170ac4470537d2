# `find_package(slicewise)` for other CMake projects; the wheel build installs only its own component.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS libsched EXPORT slicewise-targets COMPONENT dev
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS slicewise-cli COMPONENT dev RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY libsched/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/libsched COMPONENT dev
        FILES_MATCHING PATTERN "*.hpp" PATTERN "detail" EXCLUDE)
install(EXPORT slicewise-targets NAMESPACE slicewise:: COMPONENT dev
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/slicewise)
configure_package_config_file(cmake/slicewise-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/slicewise-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/slicewise)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/slicewise-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/slicewise-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/slicewise-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/slicewise COMPONENT dev)
