/// What every model owes, whatever its kind: it says what it is and reads its parameters.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/contract/all_models.hpp"

namespace gpuscape {
namespace {

struct OnShelf {
  const Shelf* shelf;
  std::size_t model;
  [[nodiscard]] const ModelCard& card() const { return shelf->card(model); }
};
void PrintTo(const OnShelf& on, std::ostream* out) {
  *out << on.shelf->place().key << " " << on.card().name;
}

std::vector<OnShelf> everything() {
  std::vector<OnShelf> all;
  for (const Shelf* shelf : test::all_models().shelves())
    for (std::size_t i = 0; i < shelf->size(); ++i) all.push_back({shelf, i});
  return all;
}

class EveryModel : public testing::TestWithParam<OnShelf> {
 protected:
  static std::vector<Issue> read(const JsonValue& parameters) {
    ReadingContext context;
    {
      ObjectReader reader(parameters, "", context);
      GetParam().shelf->read(GetParam().model, reader);
    }
    return context.sorted_issues();
  }
  /// How much is wrong with the parameters.
  static std::size_t faults(const JsonValue& parameters) { return read(parameters).size(); }
  static JsonValue example() { return parse_json(GetParam().card().example, "example"); }
  static std::vector<FieldDescription> fields() {
    const JsonValue nothing = JsonValue::make_object();
    ReadingContext context(ReadingContext::Purpose::describe);
    ObjectReader reader(nothing, "", context);
    GetParam().shelf->read(GetParam().model, reader);
    EXPECT_FALSE(context.has_issues());
    return reader.take_fields();
  }
};

TEST_P(EveryModel, SaysWhatItIsInASentence) {
  EXPECT_FALSE(GetParam().card().name.empty());
  EXPECT_TRUE(GetParam().card().summary.ends_with(".")) << GetParam().card().summary;
}

TEST_P(EveryModel, IsBuiltOfItsExample) {
  EXPECT_EQ(format_issues(read(example())), "") << "the example of its registration";
}

TEST_P(EveryModel, DocumentsThePartsThatItNames) {
  const std::vector<FieldDescription> known = fields();
  for (const CatalogPart& part : GetParam().card().parts) {
    const std::string key(part.path.substr(0, part.path.find_first_of(".[")));
    EXPECT_NE(std::ranges::find(known, key, &FieldDescription::key), known.end()) << key;
  }
}

TEST_P(EveryModel, DocumentsWhatItsExampleHas) {
  const std::vector<FieldDescription> known = fields();
  const JsonValue parameters = example();
  for (const JsonMember& member : parameters.members()) {
    const bool documented = std::ranges::any_of(known, [&](const FieldDescription& field) {
      return field.key == member.key ||
             std::ranges::any_of(field.alternatives, [&](const auto& alternative) {
               return std::ranges::find(alternative.fields, member.key, &FieldDescription::key) !=
                      alternative.fields.end();
             });
    });
    EXPECT_TRUE(documented) << member.key;
  }
}

TEST_P(EveryModel, RefusesItsExampleWithoutWhatItsDocumentationRequires) {
  for (const FieldDescription& field : fields()) {
    if (!field.required) continue;
    JsonValue less = example();
    less.erase(field.key);
    EXPECT_GT(faults(less), 0U) << field.key;
  }
}

TEST_P(EveryModel, RefusesAnUnknownParameter) {
  JsonValue more = example();
  more.set("no such parameter", JsonValue::make_integer(1));
  EXPECT_EQ(faults(more), 1U);
}

TEST_P(EveryModel, IsBuiltWhateverIsWrongWithItsParameters) {
  for (const std::string& wrong : test::spoilt(*GetParam().shelf, GetParam().card().name))
    EXPECT_NO_THROW(faults(parse_json(wrong, "spoilt"))) << wrong;
  EXPECT_NO_THROW(faults(JsonValue::make_object()));
}

// Without any, GoogleTest would run none of the tests above and call that a success.
TEST(Shelves, HaveModels) {
  for (const Shelf* shelf : test::all_models().shelves())
    EXPECT_GT(shelf->size(), 0U) << shelf->place().key;
  EXPECT_GE(everything().size(), 32U);
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryModel, testing::ValuesIn(everything()),
                         [](const auto& test) {
                           const std::string_view key = test.param.shelf->place().key;
                           std::string name(key.empty() ? "transports" : key);
                           name += "_" + test.param.card().name;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace gpuscape
