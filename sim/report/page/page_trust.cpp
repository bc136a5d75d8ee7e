#include "sim/report/page/page_trust.hpp"

#include "sim/report/html/html_text.hpp"
#include "sim/report/page/page_notes.hpp"

namespace gpuscape {

std::string trust_html(std::span<const DesignTrust> designs) {
  if (designs.empty()) return "";
  SharedTexts texts;
  for (const auto& [name, lines] : designs) {
    for (const TrustLine& line : *lines) texts.add(trust_sentence(line), name);
    if (lines->empty())
      texts.add(
          "No model of this answer is held against published figures: it rests on the jobs as "
          "given and on the rules of scheduling.",
          name);
  }
  return html_list(texts.html(designs.size())) +
         html_element("p", "class=\"note\"",
                      html_text("Errors are those of gpuscape validate, relative to what was "
                                "published. Inside means: GPU models, kinds of networks, numbers "
                                "of GPUs and sizes of messages that its figures have; it does not "
                                "say that an error is smaller there. What jobs wait for is a "
                                "matter of rules, and in no such figure.")) +
         "\n";
}

}  // namespace gpuscape
