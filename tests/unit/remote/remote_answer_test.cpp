#include "sim/remote/remote_answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "sim/report/format/text_table.hpp"
#include "sim/report/remote/remote_csv.hpp"
#include "sim/report/remote/remote_json.hpp"
#include "sim/report/remote/remote_text.hpp"
#include "tests/unit/remote/priced_scenario.hpp"

namespace gpuscape::test {
namespace {

/// The steps of each kind of job take no longer over a transport than over the one behind it.
void expect_falling(const RemoteAnswer& answer, const std::string& software,
                    const std::vector<std::string>& fastest_first) {
  for (std::size_t i = 0; i + 1 < fastest_first.size(); ++i) {
    const auto& faster = row_of(answer, software, fastest_first[i]).steps;
    const auto& slower = row_of(answer, software, fastest_first[i + 1]).steps;
    for (std::size_t kind = 0; kind < faster.size(); ++kind)
      EXPECT_LE(faster[kind].lent.value().step, slower[kind].lent.value().step * (1.0 + 1e-12))
          << software << " over " << fastest_first[i] << ", " << faster[kind].demand.gpus;
  }
}

TEST(RemoteAnswer, AFasterLinkNeverLosesMore) {
  const RemoteAnswer answer = answer_of({});
  for (const char* software : {"rcuda-tcp", "bitfusion-tcp"})
    expect_falling(answer, software, {"tcp-kernel-100g", "tcp-kernel-25g", "tcp-kernel-10g"});
  for (const char* software : {"rcuda-fdr", "bitfusion-optimised-ib"})
    expect_falling(answer, software, {"ib-verbs-hdr", "ib-verbs-edr", "ib-verbs-fdr"});
  EXPECT_LT(row_of(answer, "rcuda-tcp", "tcp-kernel-100g").all.lost_share(),
            row_of(answer, "rcuda-tcp", "tcp-kernel-10g").all.lost_share());
}

TEST(RemoteAnswer, WhoLosesLittleIsAmongThoseWhoMayLoseMore) {
  for (const RemoteRow& row : answer_of({}).rows) {
    EXPECT_LE(row.all.within[0].jobs, row.all.within[1].jobs);
    EXPECT_LE(row.all.within[1].jobs, row.all.within[2].jobs);
    EXPECT_LE(row.all.within[2].jobs + row.all.cannot.jobs, 60);
  }
}

TEST(RemoteAnswer, SoftwareNeverMakesAJobQuicker) {
  for (const RemoteRow& row : answer_of({}).rows) {
    if (row.choice.kind != RemoteKind::software) continue;
    for (const RemoteStep& step : row.steps)
      EXPECT_GE(step.lent.value().per_sample(), step.local.per_sample() * (1.0 - 1e-9));
  }
}

TEST(RemoteAnswer, SoftwareThatTakesNothingLosesNothing) {
  const Priced of{.access = R"(, "gpu_access": "local")",
                  .application = R"("application": "a")",
                  .applications = R"("applications": {"a": {"type": "data-parallel",
                      "samples_per_second": 100, "batch_per_gpu": 10, "calls_per_step": 100,
                      "synchronous_calls_per_step": 10}}, )",
                  .further = R"(, "variants": {"free": {"cluster": {
                      "nodes": {"client": {"type": "cpu-2s-2024", "count": 2}},
                      "gpu_access": {"type": "api-remoting", "over": "compute",
                        "clients": ["client"], "servers": ["gpu"], "round_trip": "0 s",
                        "software": {"per_call_overhead": "0 s", "bytes_per_call": "0 B"}}}}})"};
  const RemoteAnswer answer = answer_of(of);
  const RemoteRow& free = answer.rows.front();
  EXPECT_EQ(free.choice.over, "free");
  EXPECT_EQ(free.all.within[0].jobs, 60);
  EXPECT_NEAR(free.all.lost_share(), 0.0, 1e-12);
}

TEST(RemoteAnswer, UsersSumToTheWhole) {
  const RemoteAnswer answer = answer_of({}, {.by = "user"});
  const RemoteAnswer whole = answer_of({});
  ASSERT_EQ(answer.groups.size(), 3U);
  ASSERT_EQ(answer.rows.size(), whole.rows.size());
  for (std::size_t i = 0; i < answer.rows.size(); ++i) {
    RemoteShares sum;
    for (const RemoteShares& group : answer.rows[i].by_group) {
      for (std::size_t limit = 0; limit < kRemoteLimits.size(); ++limit)
        sum.within.at(limit).jobs += group.within.at(limit).jobs;
      sum.asked += group.asked;
      for (std::size_t cause = 0; cause < kRemoteCauses; ++cause)
        sum.lost.at(cause) += group.lost.at(cause);
    }
    for (std::size_t limit = 0; limit < kRemoteLimits.size(); ++limit)
      EXPECT_EQ(sum.within.at(limit).jobs, whole.rows[i].all.within.at(limit).jobs);
    EXPECT_NEAR(sum.lost_share(), whole.rows[i].all.lost_share(), 1e-9);
  }
  EXPECT_TRUE(std::ranges::is_sorted(answer.groups, std::ranges::greater{}, [](const auto& group) {
    return group.jobs.gpu_seconds.value();
  }));
}

TEST(RemoteAnswer, JobsWithoutAnApplicationStandApart) {
  const Priced of{.application = R"("applications": [
      {"where": {"gpus": "1"}, "kind": "interactive"},
      {"where": {"gpus": "8"}, "application": "vgg-16"}])"};
  const RemoteAnswer answer = answer_of(of, {.by = "application"});
  const JobShare& without = answer.apart[static_cast<std::size_t>(NotPriced::no_application)];
  const JobShare& sessions = answer.apart[static_cast<std::size_t>(NotPriced::interactive)];
  EXPECT_GT(without.jobs, 0);
  EXPECT_GT(sessions.jobs, 0);
  EXPECT_EQ(answer.all.jobs, 60);
  EXPECT_EQ(answer.priced.jobs + without.jobs + sessions.jobs, 60);
  ASSERT_EQ(answer.groups.size(), 1U);
  EXPECT_EQ(answer.groups.front().name, "vgg-16");
  EXPECT_EQ(answer.groups.front().jobs.jobs, answer.priced.jobs);
}

TEST(RemoteAnswer, JobsOfAnotherSizeThanTheClusterAreCountedOnce) {
  const Priced of{.jobs = R"("generate": {"jobs": 20, "jobs_per_hour": 4,
      "gpus": {"4": 1, "16": 1}, "run_time": {"distribution": "constant", "value": "1 h"}})"};
  const RemoteAnswer answer = answer_of(of);
  const JobShare& never = answer.apart[static_cast<std::size_t>(NotPriced::never_fits)];
  EXPECT_GT(never.jobs, 0);
  EXPECT_EQ(answer.priced.jobs + never.jobs, 20);
}

TEST(RemoteAnswer, AttachingCountsAgainstTheRunTime) {
  const Priced of{.jobs = R"("generate": {"jobs": 10, "jobs_per_hour": 4, "gpus": {"1": 1},
      "run_time": {"distribution": "constant", "value": "1000 s"}})"};
  const RemoteAnswer answer = answer_of(of);
  const RemoteRow& row = row_of(answer, "", "liqid-grid-gen4");
  // Half of a poll of 60 s, and 10 s: 4 % of 1 000 s.
  EXPECT_EQ(row.attach, Seconds(40.0));
  EXPECT_NEAR(row.all.lost[static_cast<std::size_t>(RemoteCause::attach)].value(), 400.0, 1e-6);
  EXPECT_EQ(row.all.within[0].jobs, 0);
  EXPECT_EQ(row.all.within[1].jobs, 10);
}

TEST(RemoteAnswer, DesignsOfTheFileComeFirstUnlessTheyHaveOtherJobs) {
  const std::string lends = R"({"cluster": {
      "nodes": {"client": {"type": "cpu-2s-2024", "count": 2}},
      "gpu_access": {"type": "api-remoting", "over": "compute", "clients": ["client"],
                     "servers": ["gpu"], "software": "bitfusion-optimised-ib"}})";
  const Priced of{.further =
                      R"(, "variants": {"local": {"scheduler": {"backfill": "easy"}}, "lent": )" +
                      lends + R"(}, "others": )" + lends +
                      R"(, "workload": {"streams": {"s": {"application": "vgg-16"}}}}})"};
  const RemoteAnswer answer = answer_of(of);
  EXPECT_EQ(answer.rows[0].choice.over, "lent");
  EXPECT_EQ(answer.rows[1].choice.kind, RemoteKind::software);
  EXPECT_TRUE(std::ranges::any_of(answer.left_out, [](const RemoteLeftOut& left) {
    return left.name == "others" && left.why == "has another workload";
  }));
  // Asked for itself, it is compared with its GPUs in their own nodes.
  const RemoteAnswer own = answer_of(of, {.design = {.variant = "lent"}});
  EXPECT_EQ(own.rows[0].choice.over, "lent");
  EXPECT_NEAR(own.rows[0].all.lost_share(), answer.rows[0].all.lost_share(), 1e-6);
}

TEST(RemoteAnswer, EveryRowOfTheFilesHasItsColumns) {
  const RemoteAnswer answer = answer_of({}, {.by = "user"});
  const std::string csv = remote_csv(answer);
  const std::size_t lines = static_cast<std::size_t>(std::ranges::count(csv, '\n'));
  EXPECT_EQ(lines, 1 + answer.rows.size() * 4);
  const auto commas = [](std::string_view line) { return std::ranges::count(line, ','); };
  for (std::size_t at = 0, end = 0; at < csv.size(); at = end + 1) {
    end = csv.find('\n', at);
    EXPECT_EQ(commas(csv.substr(at, end - at)), commas(csv.substr(0, csv.find('\n'))));
  }
  const JsonValue json = parse_json(remote_json(answer), "remote.json");
  EXPECT_EQ(json.find("rows")->items().size(), answer.rows.size());
  EXPECT_EQ(json.find("rows")->items()[0].find("groups")->items().size(), 3U);
}

TEST(RemoteAnswer, TheTableIsNoWiderThanEightyColumns) {
  const std::string text = remote_text(answer_of({}, {.by = "user"}), false);
  const std::size_t begin = text.find("% that lose at most");
  const std::size_t end = text.find("lose ≤ 5 %  ");
  ASSERT_NE(end, std::string::npos);
  for (std::size_t at = begin; at < end; at = text.find('\n', at) + 1) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    EXPECT_LE(display_width(line), 80U) << line;
  }
}

}  // namespace
}  // namespace gpuscape::test
