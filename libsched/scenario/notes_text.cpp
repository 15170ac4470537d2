#include <libsched/scenario/notes_text.hpp>

namespace libsched::scenario {
namespace {

std::string line(const Issue& note) {
  return note.where + ": " + note.what + (note.fix.empty() ? "" : "; " + note.fix) + "\n";
}

}  // namespace

std::string warnings_text(const Issues& notes) {
  std::string text;
  for (const Issue& note : notes) {
    if (note.severity == Severity::kWarning) text += "warning: " + line(note);
  }
  return text;
}

std::string notes_text(const Issues& notes, const std::string& heading) {
  std::string text;
  for (const Issue& note : notes) {
    if (note.severity != Severity::kWarning) text += "  " + line(note);
  }
  return text.empty() ? text : "\n" + heading + ":\n" + text;
}

}  // namespace libsched::scenario
