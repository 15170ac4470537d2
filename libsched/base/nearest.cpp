#include <libsched/base/nearest.hpp>

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace libsched {
namespace {

/// Lower case without separators: what people get wrong without meaning another word.
std::string folded(std::string_view word) {
  std::string result;
  for (const char c : word) {
    if (c != ' ' && c != '-' && c != '_') {
      result.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    }
  }
  return result;
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string alignment).
std::size_t edits(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  // A typing error changes few letters; far words would be a guess. User input may be long: beyond 64 nothing is near.
  if (word.size() > 64) return {};
  const std::string wanted = folded(word);
  const std::string* best = nullptr;
  std::size_t fewest = std::max<std::size_t>(1, wanted.size() / 3);
  for (const std::string& candidate : known) {
    const std::string other = folded(candidate);
    const std::size_t distance = edits(wanted, other);
    if (distance >= std::max(wanted.size(), other.size())) continue;  // shares no letter with it
    if (best == nullptr ? distance <= fewest : distance < fewest) {
      fewest = distance;
      best = &candidate;
    }
  }
  return best == nullptr ? std::string{} : *best;
}

}  // namespace libsched
