#include "sim/live/design_reader.hpp"

#include <gtest/gtest.h>

#include "tests/unit/live/live_designs.hpp"

namespace gpuscape {
namespace {

using test::design;
using test::generated_text;

bool rests_on(const ReadDesign& design, const std::filesystem::path& file) {
  return std::ranges::find(design.files, file.string(), &InputStamp::path) != design.files.end();
}

TEST(DesignReader, ReadsAsTheCommandDoes) {
  DesignReader reader(test::builtin_models());
  const LiveDesign one = design("A", generated_text(5), {"/cluster/nodes/n/count=6"});
  EXPECT_EQ(write_json(reader.read(one).scenario->spec.resolved),
            write_json(test::opened(one).spec.resolved));
}

TEST(DesignReader, SaysWhatIsWrongAndReadsOn) {
  DesignReader reader(test::builtin_models());
  const ReadDesign faulty = reader.read(design("A", generated_text(5), {"/run/seed=x"}));
  EXPECT_EQ(faulty.scenario, nullptr);
  EXPECT_EQ(faulty.faults.size(), 1U);
  EXPECT_NE(reader.read(design("A", generated_text(5))).scenario, nullptr);
}

TEST(DesignReader, SaysThatThereIsNoSuchVariant) {
  DesignReader reader(test::builtin_models());
  LiveDesign one = design("A", generated_text(5));
  one.design.variant = "none";
  const ReadDesign read = reader.read(one);
  ASSERT_EQ(read.faults.size(), 1U);
  EXPECT_EQ(read.faults[0].message, "unknown variant \"none\"");
}

TEST(DesignReader, NotesEveryFileThatADesignRestsOn) {
  const ScratchFolder folder;
  write_text(folder.path() / "log.csv", test::log_text(10));
  write_text(folder.path() / "base.json", test::log_scenario());
  write_text(folder.path() / "s.json", R"({"extends": "base.json"})");
  DesignReader reader(test::builtin_models());
  const ReadDesign read = reader.read(test::design_of(folder.path() / "s.json"));
  ASSERT_NE(read.scenario, nullptr);
  for (const char* name : {"log.csv", "base.json", "s.json"})
    EXPECT_TRUE(rests_on(read, folder.path() / name)) << name;
}

TEST(DesignReader, ReadsAgainWhatItsScenarioExtends) {
  const ScratchFolder folder;
  write_text(folder.path() / "base.json", generated_text(5));
  write_text(folder.path() / "s.json", R"({"extends": "base.json"})");
  DesignReader reader(test::builtin_models());
  const LiveDesign one = test::design_of(folder.path() / "s.json");
  EXPECT_EQ(reader.read(one).scenario->spec.streams[0].generate->duration, 5_d);
  write_text(folder.path() / "base.json", generated_text(12));
  EXPECT_EQ(reader.read(one).scenario->spec.streams[0].generate->duration, 12_d);
}

TEST(DesignKey, TellsApartWhatDiffers) {
  const LiveDesign one = design("A", "{}", {"a", "b"});
  LiveDesign seeded = one;
  seeded.design.seed = 1;
  LiveDesign of_file = one;
  of_file.source.text.reset();
  const std::set<std::string> keys{design_key(one), design_key(design("A", "{}", {"ab"})),
                                   design_key(seeded), design_key(of_file)};
  EXPECT_EQ(keys.size(), 4U);
  EXPECT_EQ(design_key(one), design_key(design("B", "{}", {"a", "b"})));
}

}  // namespace
}  // namespace gpuscape
