#include "tests/scramble/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace gpuscape::scramble {

namespace {

/// Codes that the reference names, for an input that is at hand and a machine that works.
bool documented(const Call& call, std::initializer_list<int> codes) {
  return std::ranges::find(codes, call.code) != codes.end() &&
         call.err.find("internal error") == std::string::npos;
}

std::string head(const std::string& text) { return text.substr(0, 600); }

/// A refusal says where.
std::string without_place(const Call& call) {
  if (call.err.find("error") == std::string::npos) return "no error is printed: " + head(call.err);
  return {};
}

/// `check` also refuses what a run would only end with: jobs that never fit.
bool never_fits(const Answer& answer) {
  const Json& results = answer.results();
  return results.value("nothing_started", false) || results.value("never_fit", 0) > 0;
}

/// It refuses what every job of a stream asks for, also of one that sends none in so short a time.
bool sends_nothing(const Drawn& drawn, const Answer& answer) {
  const Json& streams = drawn.scenario.at("/workload/streams"_json_pointer);
  const Table jobs = answer.table("jobs.csv");
  return std::ranges::any_of(streams.items(), [&](const auto& stream) {
    for (std::size_t i = 0; i < jobs.rows.size(); ++i)
      if (streams.size() == 1 || jobs.at(i, "stream") == stream.key()) return false;
    return true;
  });
}

/// What `check` and `run` owe each other, where at least one of them refuses.
void hold_refusals(const Drawn& drawn, const Call& checked, const Answer& answer,
                   Verdict& verdict) {
  const bool run_refuses = answer.call.code == 2;
  // A fault of a variant is one of the file: `check` names it, and `run` of the base may go on.
  const bool of_variant =
      drawn.scenario.contains("variants") || drawn.scenario.contains("/cost/vary"_json_pointer);
  if (checked.code == 0 && run_refuses)
    verdict.faults.push_back({"check and run agree", "only run refuses: " + head(answer.call.err)});
  if (checked.code == 2 && !run_refuses && !of_variant && !never_fits(answer) &&
      !sends_nothing(drawn, answer))
    verdict.faults.push_back(
        {"check and run agree",
         fmt::format("run ends with {}, check: {}", answer.call.code, head(checked.err))});
  for (const Call* call : {&checked, &answer.call}) {
    if (call->code != 2) continue;
    const std::string fault = without_place(*call);
    if (!fault.empty()) verdict.faults.push_back({"refusals say why", fault});
  }
}

/// A scenario with every default written out is a scenario too.
void hold_resolved(const Bench& bench, const std::string& resolved, Verdict& verdict) {
  const std::filesystem::path file = bench.folder / "resolved.json";
  std::ofstream(file) << resolved;
  const Call answer = call({"check", file.string()});
  if (answer.code != 0) verdict.faults.push_back({"resolved is read back", head(answer.err)});
}

/// Every result can be shown as a page.
void hold_page(const Bench& bench, Verdict& verdict) {
  const Call answer = call(
      {"report", (bench.folder / "out").string(), "-o", (bench.folder / "page.html").string()});
  if (answer.code != 0) verdict.faults.push_back({"report shows it", head(answer.err)});
}

/// Other commands give an answer or a refusal.
void hold_others(const Bench& bench, Verdict& verdict) {
  const std::string file = (bench.folder / "drawn.json").string();
  const std::string out = (bench.folder / "other").string();
  const std::vector<std::vector<std::string>> calls = {
      {"topo", file, "--json"},
      {"topo", file, "--svg", out + ".svg"},
      {"trace", "info", file, "--json"},
      {"trace", "generate", file, "-o", out + ".csv"},
      {"check", file, "--resolved"}};
  for (const std::vector<std::string>& words : calls) {
    const Call answer = call(words);
    const std::string name = words[0] == "trace" ? "trace " + words[1] : words[0];
    if (!documented(answer, {0, 2}))
      verdict.faults.push_back({name, fmt::format("code {}: {}", answer.code, head(answer.err))});
    else if (answer.code == 0 && words.back() == "--json" &&
             Json::parse(answer.out, nullptr, false).is_discarded())
      verdict.faults.push_back({name, "it prints no JSON"});
    if (answer.code == 0 && words.back() == "--resolved") hold_resolved(bench, answer.out, verdict);
  }
}

void hold_relations(const Drawn& drawn, const Answer& answer, Bench& bench, Verdict& verdict) {
  int left = bench.only.empty() ? 2 : 1;
  std::vector<const Relation*> order;
  for (const Relation& relation : relations())
    if (bench.only.empty() || relation.name == bench.only) order.push_back(&relation);
  bench.dice.shuffle(order);
  for (const Relation* relation : order) {
    if (left == 0) break;
    if (!relation->applies(drawn)) continue;
    if (bench.only.empty() && !bench.dice.chance(relation->weight)) continue;
    --left;
    const std::string fault = relation->fault(drawn, answer, bench);
    if (!fault.empty()) verdict.faults.push_back({relation->name, fault});
  }
}

bool known(const std::string& name) {
  return std::ranges::any_of(relations(),
                             [&](const Relation& relation) { return relation.name == name; });
}

}  // namespace

const std::vector<Relation>& relations() {
  static const std::vector<Relation> all = [] {
    std::vector<Relation> list = relations_of_calls();
    for (auto* more : {&relations_of_writing, &relations_of_meaning, &relations_of_logs})
      for (Relation& one : more()) list.push_back(std::move(one));
    return list;
  }();
  return all;
}

Answer run_beside(const Drawn& drawn, const Bench& bench, const std::vector<std::string>& words) {
  const std::filesystem::path beside = bench.folder / "beside";
  write_drawn(drawn, beside);
  std::vector<std::string> all = words;
  if (std::ranges::find(words, "--loop") == words.end())
    all.insert(all.end(), {"--loop", "native"});
  return run_in(beside, all);
}

std::string difference(const Json& a, const Json& b, const std::string& path) {
  if (a.is_object() && b.is_object()) {
    for (const auto& [key, value] : a.items()) {
      if (!b.contains(key)) return fmt::format("{}/{} is missing", path, key);
      const std::string found = difference(value, b[key], path + "/" + key);
      if (!found.empty()) return found;
    }
    return a.size() == b.size() ? "" : path + " has further keys";
  }
  if (a.is_array() && b.is_array() && a.size() == b.size()) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::string found = difference(a[i], b[i], fmt::format("{}/{}", path, i));
      if (!found.empty()) return found;
    }
    return {};
  }
  return a == b ? ""
                : fmt::format("{}: {} against {}", path, a.dump().substr(0, 80),
                              b.dump().substr(0, 80));
}

std::string difference(const Answer& a, const Answer& b) {
  if (a.call.code != b.call.code)
    return fmt::format("codes {} and {}: {}{}", a.call.code, b.call.code, head(a.call.err),
                       head(b.call.err));
  for (const auto& [name, text] : a.files) {
    if (!name.ends_with(".csv")) continue;
    const auto other = b.files.find(name);
    if (other == b.files.end()) return name + " is missing";
    if (other->second != text) return name + " differs";
  }
  return difference(a.results(), b.results());
}

Verdict try_scenario(const Drawn& drawn, Bench& bench) {
  Verdict verdict;
  write_drawn(drawn, bench.folder);
  const Call checked = call({"check", (bench.folder / "drawn.json").string()});
  verdict.refused = checked.code == 2;
  if (!documented(checked, {0, 2}))
    verdict.faults.push_back(
        {"check", fmt::format("code {}: {}", checked.code, head(checked.err))});
  const Answer answer = run_in(bench.folder, {"--loop", "native"});
  if (!documented(answer.call, {0, 1, 2}))
    verdict.faults.push_back(
        {"run", fmt::format("code {}: {}", answer.call.code, head(answer.call.err))});
  hold_refusals(drawn, checked, answer, verdict);
  if (answer.call.code == 2 && !answer.files.empty())
    verdict.faults.push_back({"refusals write nothing", answer.files.begin()->first});
  if (!documented(answer.call, {0, 1})) return verdict;
  // It says that jobs are stopped for ever, and there is no answer to look at.
  if (answer.call.code == 1 && answer.call.err.find("never got further") != std::string::npos)
    return verdict;
  for (Fault& fault : broken(answer)) verdict.faults.push_back(std::move(fault));
  // Before relations: some run a variant in the same folder, which may be refused.
  if (answer.files.contains("result.json")) hold_page(bench, verdict);
  if (bench.only.empty() || known(bench.only)) hold_relations(drawn, answer, bench, verdict);
  if (bench.only.empty() ? bench.dice.chance(0.25) : !known(bench.only))
    hold_others(bench, verdict);
  return verdict;
}

}  // namespace gpuscape::scramble
