#include "gui/window/null_window.hpp"

#include <imgui.h>

#include "gui/window/fonts.hpp"

namespace gpuscape::gui {

namespace {

class NullWindow final : public Window {
 public:
  explicit NullWindow(Point size) : size_(size) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    name_keys();
    load_fonts(1.0F);
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }
  ~NullWindow() override { ImGui::DestroyContext(); }
  NullWindow(const NullWindow&) = delete;
  NullWindow& operator=(const NullWindow&) = delete;

  void take_input(bool /*may_block*/) override {}
  void wake() override {}
  void begin_frame() override {
    constexpr float kFrame = 1.0F / 60.0F;
    put_display(size_, kFrame);
    ImGui::NewFrame();
  }
  void end_frame() override { ImGui::Render(); }
  [[nodiscard]] bool is_closing() const override { return false; }
  void stay() override {}
  [[nodiscard]] float scale() const override { return 1.0F; }
  void set_title(const std::string& /*title*/) override {}
  std::vector<std::string> take_dropped() override { return {}; }
  [[nodiscard]] Picture picture() const override { return {}; }

 private:
  Point size_;
};

}  // namespace

std::unique_ptr<Window> make_null_window(Point size) { return std::make_unique<NullWindow>(size); }

}  // namespace gpuscape::gui
