#include <libsched/base/nearest.hpp>

#include <algorithm>
#include <array>
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

constexpr std::size_t kLongest = 64;

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string alignment), or
/// `limit + 1` where they are more. `b` has at most kLongest letters.
std::size_t edits(const std::string& a, const std::string& b, std::size_t limit) {
  const std::size_t beyond = limit + 1;
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > limit) return beyond;
  using Row = std::array<std::size_t, kLongest + 1>;
  std::array<Row, 3> rows;
  Row *before_last = &rows[0], *last = &rows[1], *row = &rows[2];
  before_last->fill(beyond);
  last->fill(beyond);
  row->fill(beyond);
  for (std::size_t j = 0; j <= std::min(b.size(), limit); ++j) (*last)[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    // Off the diagonal by more than the limit, the answer is beyond it.
    const std::size_t from = i > limit ? i - limit : 1, to = std::min(b.size(), i + limit);
    (*row)[from - 1] = from == 1 && i <= limit ? i : beyond;
    for (std::size_t j = from; j <= to; ++j) {
      std::size_t fewest = std::min({(*last)[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1),
                                     (j < i + limit ? (*last)[j] : beyond) + 1, (*row)[j - 1] + 1, beyond});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        fewest = std::min(fewest, (*before_last)[j - 2] + 1);
      }
      (*row)[j] = fewest;
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return std::min((*last)[b.size()], beyond);
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  // A typing error changes few letters; far words would be a guess. User input may be long: beyond kLongest nothing is
  // near.
  if (word.size() > kLongest) return {};
  const std::string wanted = folded(word);
  const std::string* best = nullptr;
  std::size_t fewest = std::max<std::size_t>(1, wanted.size() / 3);
  for (const std::string& candidate : known) {
    const std::string other = folded(candidate);
    const std::size_t distance = edits(other, wanted, fewest);
    if (distance > fewest) continue;
    if (distance >= std::max(wanted.size(), other.size())) continue;  // shares no letter with it
    if (best == nullptr ? distance <= fewest : distance < fewest) {
      fewest = distance;
      best = &candidate;
    }
  }
  return best == nullptr ? std::string{} : *best;
}

}  // namespace libsched
