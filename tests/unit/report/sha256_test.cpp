#include "sim/base/digest/sha256.hpp"

#include <gtest/gtest.h>

namespace gpuscape {
namespace {

std::string digest_of(std::string_view text, std::size_t piece) {
  Sha256 digest;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size())))
    digest.add(text.substr(0, piece));
  return digest.hex();
}

// FIPS 180-4's examples, the empty text, and the million letters of its long message.
TEST(Sha256, GivesTheStandardsDigestsInPiecesOfAnySize) {
  const std::string two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  EXPECT_EQ(Sha256().hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  for (const std::size_t piece : {1UL, 3UL, 55UL, 56UL, 63UL, 64UL, 65UL, 1000UL}) {
    EXPECT_EQ(digest_of("abc", piece),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(digest_of(two_blocks, piece),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(digest_of(std::string(1'000'000, 'a'), piece),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }
}

}  // namespace
}  // namespace gpuscape
