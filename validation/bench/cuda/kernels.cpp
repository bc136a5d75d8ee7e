#include "cuda/kernels.hpp"

namespace gpuscape::bench::cuda {

namespace {

std::string header(const std::string& version, int capability) {
  return ".version " + version + "\n.target sm_" + std::to_string(capability) +
         "\n.address_size 64\n";
}

/// The number of the thread in the grid, in %r3.
constexpr const char* kThread = R"(  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %ntid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %r3, %r0, %r1, %r2;
)";

constexpr const char* kTriadHead = R"(
.visible .entry noop() {
  ret;
}
.visible .entry triad(.param .u64 a, .param .u64 b, .param .u64 c, .param .f32 s, .param .u32 n) {
  .reg .pred %p<1>;
  .reg .f32 %f<9>;
  .reg .u32 %r<5>;
  .reg .u64 %d<7>;
)";

constexpr const char* kTriadBody = R"(  ld.param.u32 %r4, [n];
  setp.ge.u32 %p0, %r3, %r4;
  @%p0 ret;
  ld.param.u64 %d0, [a];
  ld.param.u64 %d1, [b];
  ld.param.u64 %d2, [c];
  ld.param.f32 %f8, [s];
  mul.wide.u32 %d3, %r3, 16;
  add.u64 %d4, %d0, %d3;
  add.u64 %d5, %d1, %d3;
  add.u64 %d6, %d2, %d3;
  ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%d5];
  ld.global.v4.f32 {%f4, %f5, %f6, %f7}, [%d6];
  fma.rn.f32 %f0, %f8, %f4, %f0;
  fma.rn.f32 %f1, %f8, %f5, %f1;
  fma.rn.f32 %f2, %f8, %f6, %f2;
  fma.rn.f32 %f3, %f8, %f7, %f3;
  st.global.v4.f32 [%d4], {%f0, %f1, %f2, %f3};
  ret;
}
)";

/// Loads or stores every chain's value, from the address in %d2 on.
std::string moved(const FmaKind& kind, bool load) {
  const std::string bits = std::to_string(kind.width * 8);
  std::string text;
  for (int chain = 0; chain < kChains; ++chain) {
    const std::string address = "[%d2+" + std::to_string(chain * kind.width) + "]";
    const std::string value = "%v" + std::to_string(chain);
    text += load ? "  ld.global.b" + bits + " " + value + ", " + address + ";\n"
                 : "  st.global.b" + bits + " " + address + ", " + value + ";\n";
  }
  return text;
}

std::string fma_steps(const FmaKind& kind) {
  std::string text;
  for (int step = 0; step < kSteps; ++step)
    for (int chain = 0; chain < kChains; ++chain) {
      const std::string value = "%v" + std::to_string(chain);
      text += std::string("  fma.rn.") + kind.type + " " + value + ", " + value + ", %va, %vb;\n";
    }
  return text;
}

/// %d2 = the parameter + the index · the bytes of all chains.
std::string address(const FmaKind& kind, const char* parameter, const char* index) {
  return std::string("  ld.param.u64 %d0, [") + parameter + "];\n  mul.wide.u32 %d1, " + index +
         ", " + std::to_string(kChains * kind.width) + ";\n  add.u64 %d2, %d0, %d1;\n";
}

}  // namespace

std::string plain_module() { return header("6.0", 50) + kTriadHead + kThread + kTriadBody; }

std::string fma_module(const FmaKind& kind) {
  const std::string bits = ".b" + std::to_string(kind.width * 8);
  std::string text = header(kind.version, kind.capability);
  text += "\n.visible .entry fma(.param .u64 out, .param .u64 in, .param " + bits + " a, .param " +
          bits + " b, .param .u32 loops) {\n";
  text += "  .reg .pred %p<1>;\n  .reg .u32 %r<6>;\n  .reg .u64 %d<3>;\n";
  text += "  .reg " + bits + " %v<" + std::to_string(kChains) + ">;\n";
  text += "  .reg " + bits + " %va;\n  .reg " + bits + " %vb;\n";
  text += kThread;
  text += "  ld.param" + bits + " %va, [a];\n  ld.param" + bits + " %vb, [b];\n";
  text += "  ld.param.u32 %r4, [loops];\n";
  text += "  and.b32 %r5, %r3, " + std::to_string(kStarts - 1) + ";\n";
  text += address(kind, "in", "%r5") + moved(kind, true);
  text += "again:\n" + fma_steps(kind);
  text += "  sub.u32 %r4, %r4, 1;\n  setp.ne.u32 %p0, %r4, 0;\n  @%p0 bra again;\n";
  text += address(kind, "out", "%r3") + moved(kind, false) + "  ret;\n}\n";
  return text;
}

}  // namespace gpuscape::bench::cuda
