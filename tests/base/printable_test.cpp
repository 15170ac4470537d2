#include <libsched/base/printable.hpp>

#include <catch2/catch.hpp>

using libsched::printable;
using libsched::printable_line;

TEST_CASE("text that people write stays as it is, line ends too", "[base][unit]") {
  CHECK(printable("a\nb, c: 4 ms <= 5") == "a\nb, c: 4 ms <= 5");
  CHECK(printable("détecteur 検出器 \U0001F600") == "détecteur 検出器 \U0001F600");
  CHECK(printable("").empty());
}

TEST_CASE("what a terminal would obey or hide is spelt out", "[base][unit]") {
  CHECK(printable("a\x1b[31mb") == "a\\u{1b}[31mb");
  CHECK(printable("\r\t\x7f") == "\\u{0d}\\u{09}\\u{7f}");
  CHECK(printable("a\u202eb") == "a\\u{202e}b");
  CHECK(printable("a\u0085\u2066\u200b\ufeff") == "a\\u{85}\\u{2066}\\u{200b}\\u{feff}");
}

TEST_CASE("what must stay one line has its line ends spelt out", "[base][unit]") {
  CHECK(printable_line("a\nb\n") == "a\\u{0a}b\\u{0a}");
  CHECK(printable_line("a\tb") == "a\\u{09}b");
  CHECK(printable_line("").empty());
}

TEST_CASE("bytes that are no text are spelt out one by one", "[base][unit]") {
  CHECK(printable("a\xff\xc3") == "a\\x{ff}\\x{c3}");
  CHECK(printable("\xe2\x80") == "\\x{e2}\\x{80}");
}
