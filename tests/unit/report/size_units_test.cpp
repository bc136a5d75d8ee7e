#include "sim/report/format/size_units.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

std::vector<Bytes> bytes(const std::vector<double>& sizes) { return {sizes.begin(), sizes.end()}; }

TEST(SizeUnits, CountsInPowersOfTwoWhereTheSizesAre) {
  const SizeUnits units(bytes({2048, 12832 * 1024.0, 33 * 1048576.0}));
  EXPECT_EQ(units.text(Bytes(2048)), "2 KiB");
  EXPECT_EQ(units.text(Bytes(12832 * 1024.0)), "12.5 MiB");
  EXPECT_EQ(units.text(Bytes(33 * 1048576.0)), "33 MiB");
  EXPECT_EQ(units.text(Bytes(1e9)), "954 MiB");
  EXPECT_EQ(units.text(Bytes(1024.0 * 1024.0 * 1024.0)), "1 GiB");
}

TEST(SizeUnits, CountsInThousandsWhereMoreSizesAreThose) {
  const SizeUnits units(bytes({1e6, 25e6, 4096}));
  EXPECT_EQ(units.text(Bytes(25e6)), "25 MB");
  EXPECT_EQ(units.text(Bytes(65536)), "65.5 kB");
  EXPECT_EQ(units.text(Bytes(4096)), "4096 B");
  EXPECT_EQ(SizeUnits(bytes({16e9})).text(Bytes(16e9)), "16 GB");
}

TEST(SizeUnits, TakesTheNextUnitOnlyWhereThreeDigitsReachIt) {
  const SizeUnits units(bytes({1e6}));
  EXPECT_EQ(units.text(Bytes(960e6)), "960 MB");
  EXPECT_EQ(units.text(Bytes(999.4e6)), "999 MB");
  EXPECT_EQ(units.text(Bytes(999.6e6)), "1 GB");
}

TEST(SizeUnits, PrintsSmallSizesInBytes) {
  const SizeUnits units(bytes({64, 1500, 4096}));
  EXPECT_EQ(units.text(Bytes(1)), "1 B");
  EXPECT_EQ(units.text(Bytes(1023)), "1023 B");
  EXPECT_EQ(units.text(Bytes(1024)), "1 KiB");
  EXPECT_EQ(units.text(Bytes(1500)), "1500 B");
  EXPECT_EQ(units.text(Bytes(9999.5)), "9.77 KiB");
  EXPECT_EQ(units.text(Bytes(10241)), "10 KiB");
}

}  // namespace
}  // namespace gpuscape
