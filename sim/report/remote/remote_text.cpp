#include "sim/report/remote/remote_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "sim/base/excerpt.hpp"
#include "sim/base/units/hours_text.hpp"
#include "sim/report/format/guess_lines.hpp"
#include "sim/report/format/text_lines.hpp"
#include "sim/report/format/text_table.hpp"
#include "sim/report/format/wrapped_text.hpp"

namespace gpuscape {

namespace {

constexpr std::size_t kNameWidth = 28;
constexpr std::size_t kLimitAsked = 1;  ///< of kRemoteLimits: where one limit stands for all

std::string share_cell(double part, double whole) {
  if (!(whole > 0.0)) return "–";
  const double percent = 100.0 * part / whole;
  if (percent >= 100.0) return "100";
  // Never 100 or 0 where it is not all or none.
  return fmt::format("{:.1f}", part > 0.0 ? std::clamp(percent, 0.1, 99.9) : 0.0);
}

std::string jobs_share(const JobShare& part, const JobShare& whole) {
  return share_cell(static_cast<double>(part.jobs), static_cast<double>(whole.jobs));
}
std::string time_share(const JobShare& part, const JobShare& whole) {
  return share_cell(part.gpu_seconds.value(), whole.gpu_seconds.value());
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t has = display_width(text);
  if (has < width) text.append(width - has, ' ');
  return text;
}

std::string trimmed(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

std::string shares_row(std::string name, const JobShare& jobs, const RemoteShares& shares) {
  std::string text = padded(std::move(name), kNameWidth);
  for (const JobShare& within : shares.within)
    text += fmt::format("{:>5}{:>6}", jobs_share(within, jobs), time_share(within, jobs));
  text += fmt::format("{:>6.1f} %", 100.0 * shares.lost_share());
  const std::optional<RemoteCause> most = shares.most();
  if (most) text += fmt::format("  {}", remote_cause_name(*most));
  return trimmed(text);
}

/// What the rows behind it have in common; empty where it is the same as that of the row before.
std::string heading(const RemoteChoice& of) {
  switch (of.kind) {
    case RemoteKind::named:
      return "designs of the scenario";
    case RemoteKind::composed:
      return "composed PCIe, same GPUs in boxes on";
    case RemoteKind::software:
      break;
  }
  return of.software + ", over";
}

std::string table(const RemoteAnswer& answer) {
  std::string text = padded("% that lose at most", kNameWidth);
  for (const double limit : kRemoteLimits)
    text += fmt::format("{:>11}", fmt::format("{:.0f} %", 100.0 * limit));
  text += "    time\n" + padded("", kNameWidth);
  for (std::size_t i = 0; i < kRemoteLimits.size(); ++i) text += " jobs hours";
  text += "    lost  by\n";
  std::string before;
  for (std::size_t i = 0; i < answer.rows.size(); ++i) {
    const RemoteChoice& choice = answer.rows[i].choice;
    if (const std::string now = heading(choice); now != before) text += now + "\n", before = now;
    text += shares_row(fmt::format("{:>3} {}", i + 1, excerpt(choice.over, 24)), answer.priced,
                       answer.rows[i].all);
  }
  return text;
}

/// A column for each row of the table, so many beside each other as a line holds.
std::string groups_table(const RemoteAnswer& answer) {
  constexpr std::size_t kColumns = 8;
  std::string text;
  for (std::size_t from = 0; from < answer.rows.size(); from += kColumns) {
    const std::size_t to = std::min(from + kColumns, answer.rows.size());
    text += fmt::format("\n{}", padded(fmt::format("% of hours that lose ≤ {:.0f} %",
                                                   100.0 * kRemoteLimits.at(kLimitAsked)),
                                       kNameWidth));
    text += "  GPU-hours";
    for (std::size_t i = from; i < to; ++i) text += fmt::format("{:>5}", i + 1);
    text += "\n";
    for (std::size_t group = 0; group < answer.groups.size(); ++group) {
      const RemoteGroup& of = answer.groups[group];
      text += padded(excerpt(of.name, kNameWidth - 2), kNameWidth);
      text += fmt::format("{:>11}", hours_text(gpu_hours(of.jobs.gpu_seconds)));
      for (std::size_t i = from; i < to; ++i) {
        const std::string share =
            time_share(answer.rows[i].by_group[group].within.at(kLimitAsked), of.jobs);
        text += fmt::format("{:>5}", share.substr(0, share.find('.')));
      }
      text += "\n";
    }
  }
  return text;
}

std::string step_text(Seconds step) { return human_text(step); }

std::string steps_table(const RemoteAnswer& answer) {
  std::string text;
  for (const RemoteRow& row : answer.rows) {
    std::vector<std::vector<std::string>> rows{{"application", "GPUs", "jobs", "step", "lent",
                                                "longer", "calls", "copies", "copies wait for"}};
    for (const RemoteStep& of : row.steps) {
      std::vector<std::string> cells{of.application, fmt::format("{}", of.demand.gpus),
                                     human_count(of.jobs.jobs), step_text(of.local.step)};
      if (of.lent) {
        const double longer = of.lent->per_sample() / of.local.per_sample() - 1.0;
        cells.insert(cells.end(),
                     {step_text(of.lent->step), fmt::format("{:.1f} %", 100.0 * longer),
                      step_text(of.lent->calls), step_text(of.lent->copies), of.lent->slowed_by});
      } else {
        cells.emplace_back("cannot");
      }
      rows.push_back(std::move(cells));
    }
    text += fmt::format("\n{}\n{}", remote_name(row.choice), text_table(rows));
  }
  return text;
}

std::string jobs_lines(const RemoteAnswer& answer) {
  constexpr const char* kWhy[] = {"without an application", "with a step time alone", "interactive",
                                  "on a part of a GPU", "that never fit"};
  std::string text =
      line("shares of",
           fmt::format("{} with a known application, {} % of all GPU-hours of jobs with GPUs",
                       remote_amount(answer.priced), time_share(answer.priced, answer.all)));
  std::vector<std::string> apart;
  for (std::size_t i = 0; i < kNotPriced; ++i)
    if (answer.apart.at(i).jobs > 0)
      apart.push_back(fmt::format("{} {}", remote_amount(answer.apart.at(i)), kWhy[i]));
  if (answer.without_gpus > 0)
    apart.push_back(fmt::format("{} without GPUs", quantity(answer.without_gpus, "job")));
  if (!apart.empty()) text += line("not counted", fmt::format("{}", fmt::join(apart, kSeparator)));
  if (answer.cut_short.jobs > 0)
    text += line("cut short", remote_amount(answer.cut_short) +
                                  " did not complete in the log: their steps count as all others");
  if (answer.calls_assumed.jobs > 0)
    text += line("calls", remote_amount(answer.calls_assumed) +
                              " of applications that do not say how many calls a step makes: 3 for "
                              "each launch, 6 of which wait");
  for (const ReadReport& report : answer.reads) {
    std::int64_t dropped = 0;
    for (const RowReason& reason : report.reasons) dropped += reason.dropped ? reason.rows : 0;
    if (dropped > 0)
      text += line("rows", fmt::format("{}: {} dropped; gpuscape run says why",
                                       excerpt(report.file), quantity(dropped, "row")));
  }
  return text;
}

/// The most and the least GPU time that loses no more than the limit that is asked for.
std::string short_line(const RemoteAnswer& answer) {
  if (answer.rows.empty()) return "";
  const auto time = [](const RemoteRow& row) { return row.all.within.at(kLimitAsked).gpu_seconds; };
  const auto least = std::ranges::min_element(answer.rows, {}, time);
  const auto most = std::ranges::max_element(answer.rows, {}, time);
  const auto text = [&](const RemoteRow& row) {
    const auto alike = std::ranges::count_if(
        answer.rows, [&](const RemoteRow& other) { return time(other) == time(row); });
    return fmt::format(
        "{} % of GPU-hours by {}{}", time_share(row.all.within.at(kLimitAsked), answer.priced),
        remote_name(row.choice), alike > 1 ? fmt::format(" and {} more", alike - 1) : "");
  };
  return line(fmt::format("lose ≤ {:.0f} %", 100.0 * kRemoteLimits.at(kLimitAsked)),
              time(*least) < time(*most)
                  ? fmt::format("most: {} · least: {}", text(*most), text(*least))
                  : text(*most));
}

/// Jobs that are too large for what is lent, attaching, and what is not there at all.
std::string rows_lines(const RemoteAnswer& answer) {
  std::vector<std::string> cannot;
  std::vector<std::string> attach;
  for (std::size_t i = 0; i < answer.rows.size(); ++i) {
    const RemoteRow& row = answer.rows[i];
    if (row.all.cannot.jobs > 0)
      cannot.push_back(fmt::format("{}: {}", i + 1, remote_amount(row.all.cannot)));
    if (row.attach > Seconds(0.0))
      attach.push_back(fmt::format("{}: {}", i + 1, human_text(row.attach)));
  }
  std::string text;
  if (!cannot.empty())
    text += line("too large", fmt::format("{}: in no share above", fmt::join(cannot, kSeparator)));
  if (!attach.empty())
    text += line("attaching",
                 fmt::format("{} at each start, on average", fmt::join(attach, kSeparator)));
  std::vector<std::pair<std::string, std::string>> whys;  // and of what
  for (const RemoteLeftOut& of : answer.left_out) {
    const auto known = std::ranges::find(whys, of.why, &std::pair<std::string, std::string>::first);
    if (known == whys.end())
      whys.emplace_back(of.why, of.name);
    else if (known->second.find(of.name) == std::string::npos)
      known->second += ", " + of.name;
  }
  std::vector<std::string> left_out;
  left_out.reserve(whys.size());
  for (const auto& [why, names] : whys) left_out.push_back(fmt::format("{}: {}", names, why));
  if (!left_out.empty())
    text += line("left out", fmt::format("{}", fmt::join(left_out, kSeparator)));
  return text;
}

std::string guesses_text(std::vector<CatalogGuess> guesses) {
  std::string text;
  while (!guesses.empty()) {
    const std::string entry = guesses.front().entry;
    const auto others = std::ranges::stable_partition(
        guesses, [&](const CatalogGuess& guess) { return guess.entry == entry; });
    text += remote_guess_line({guesses.begin(), others.begin()});
    guesses.erase(guesses.begin(), others.begin());
  }
  return text;
}

}  // namespace

std::string_view remote_cause_name(RemoteCause cause) {
  constexpr std::string_view kNames[] = {"calls", "copies", "attach", "compute", "exchange"};
  return kNames[static_cast<std::size_t>(cause)];
}

std::string_view not_priced_name(NotPriced why) {
  constexpr std::string_view kNames[] = {"no_application", "only_step_time", "interactive",
                                         "part_of_gpu", "never_fits"};
  return kNames[static_cast<std::size_t>(why)];
}

std::string remote_text(const RemoteAnswer& answer, bool detail) {
  std::string text = plain_line(fmt::format("{} · {}", answer.title, answer.design));
  text += jobs_lines(answer);
  text += line("each job",
               "alone, on as few nodes as hold it; on several, it exchanges over the network of "
               "the row with and without lent GPUs");
  text += line("clients", fmt::format("{}, one for each node that lends its GPUs; a design of the "
                                      "scenario has its own",
                                      excerpt(answer.client)));
  text += "\n" + table(answer);
  if (!answer.by.empty()) text += groups_table(answer);
  if (detail) text += steps_table(answer);
  text += "\n" + short_line(answer) + rows_lines(answer);
  text +=
      line("lost by",
           "calls that wait for an answer · copies that computing does not hide · attach: until "
           "a job has its GPUs · compute: another GPU, or samples prepared by other cores · "
           "exchange: among GPUs by another way, or beside copies");
  text += guesses_text(answer.guesses);
  if (answer.pool) text += "\n" + remote_pool_text(*answer.pool);
  return text;
}

}  // namespace gpuscape
