/// The schema says what the files are: a real one fits it, and one with a fault does not.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "test_paths.hpp"
#include "tests/support/bench_program.hpp"
#include "tests/support/scratch_folder.hpp"

namespace gpuscape::test {
namespace {

using nlohmann::json;

bool fits_schema(const json& file) {
  static const json text =
      json::parse(read_text(GPUSCAPE_SOURCE_DIR "/validation/bench/measurement.schema.json"));
  valijson::Schema schema;
  valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
  valijson::Validator validator;
  return validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(file), nullptr);
}

json real_file() {
  const ScratchFolder folder;
  const std::string path = folder.path() / "out.json";
  run_bench("--quick --only host,tcp --filter 4096 --min-time 0.001 -o " + path);
  return json::parse(read_text(path));
}

TEST(MeasurementSchema, FitsARealFile) {
  const json file = real_file();
  ASSERT_GT(file["benchmarks"].size(), 4U);
  EXPECT_TRUE(fits_schema(file));
}

TEST(MeasurementSchema, RefusesAFileWithAFault) {
  const json file = real_file();
  json unnamed = file;
  unnamed["benchmarks"][0].erase("family");
  EXPECT_FALSE(fits_schema(unnamed));
  json no_size = file;
  no_size["benchmarks"][0]["bytes"] = -1;
  EXPECT_FALSE(fits_schema(no_size));
  json alien = file;
  alien["context"].erase("gpuscape");
  EXPECT_FALSE(fits_schema(alien));
}

}  // namespace
}  // namespace gpuscape::test
