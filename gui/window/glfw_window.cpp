#include "gui/window/glfw_window.hpp"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "gui/window/fonts.hpp"
#include "sim/base/error.hpp"

namespace gpuscape::gui {

namespace {

/// GLFW's library, while a window is there.
class Platform {
 public:
  Platform() {
#ifdef GLFW_PLATFORM
    // GLFW 3.4 tries Wayland first, whose library complains on stderr where there is none.
    if (std::getenv("WAYLAND_DISPLAY") == nullptr) glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
    if (glfwInit() == GLFW_TRUE) return;
    const char* why = nullptr;
    glfwGetError(&why);
    throw RunError(
        fmt::format("no window can be opened: {}\n  hint: this program needs a display; "
                    "`gpuscape run` needs none",
                    why == nullptr ? "no display" : why));
  }
  ~Platform() { glfwTerminate(); }
  Platform(const Platform&) = delete;
  Platform& operator=(const Platform&) = delete;
};

class GlfwWindow final : public Window {
 public:
  explicit GlfwWindow(const GlfwOptions& options);
  ~GlfwWindow() override;
  GlfwWindow(const GlfwWindow&) = delete;
  GlfwWindow& operator=(const GlfwWindow&) = delete;

  void take_input(bool may_block) override {
    if (may_block && !is_scripted_) {
      glfwWaitEvents();
    } else {
      glfwPollEvents();
    }
  }
  void wake() override { glfwPostEmptyEvent(); }
  void begin_frame() override;
  void end_frame() override;
  [[nodiscard]] bool is_closing() const override {
    return glfwWindowShouldClose(window_) == GLFW_TRUE;
  }
  void stay() override { glfwSetWindowShouldClose(window_, GLFW_FALSE); }
  [[nodiscard]] float scale() const override { return scale_; }
  void set_title(const std::string& title) override { glfwSetWindowTitle(window_, title.c_str()); }
  std::vector<std::string> take_dropped() override { return std::exchange(dropped_, {}); }
  [[nodiscard]] Picture picture() const override;

 private:
  void open(const GlfwOptions& options);
  void start_imgui();
  static void pressed(GLFWwindow* window, int key, int scancode, int action, int modifiers);
  static void dropped(GLFWwindow* window, int count, const char** paths);

  Platform platform_;
  GLFWwindow* window_ = nullptr;
  bool is_scripted_;
  float scale_ = 1.0F;
  std::vector<std::string> dropped_;
  ShortPresses presses_;
};

GlfwWindow::GlfwWindow(const GlfwOptions& options) : is_scripted_(options.is_scripted) {
  open(options);
  float x = 1.0F;
  float y = 1.0F;
  glfwGetWindowContentScale(window_, &x, &y);
  scale_ = std::clamp(options.scale.value_or(x), 0.5F, 4.0F);
  start_imgui();
}

void GlfwWindow::open(const GlfwOptions& options) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, options.scale ? GLFW_FALSE : GLFW_TRUE);
  window_ = glfwCreateWindow(static_cast<int>(options.size.x), static_cast<int>(options.size.y),
                             options.title.c_str(), nullptr, nullptr);
  if (window_ == nullptr) {
    const char* why = nullptr;
    glfwGetError(&why);
    throw RunError(fmt::format(
        "no window can be opened: {}\n  hint: OpenGL 3.3 is needed; LIBGL_ALWAYS_SOFTWARE=1 draws "
        "without a graphics card",
        why == nullptr ? "no OpenGL 3.3" : why));
  }
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(is_scripted_ ? 0 : 1);
  glfwSetWindowUserPointer(window_, this);
  glfwSetDropCallback(window_, &GlfwWindow::dropped);
  glfwSetKeyCallback(window_, &GlfwWindow::pressed);  // ImGui's own calls it
}

void GlfwWindow::start_imgui() {
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  load_fonts(scale_);
  ImGui_ImplGlfw_InitForOpenGL(window_, !is_scripted_);
  ImGui_ImplOpenGL3_Init("#version 330");
  if (is_scripted_) name_keys();
}

GlfwWindow::~GlfwWindow() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window_);
}

void GlfwWindow::pressed(GLFWwindow* window, int key, int /*scancode*/, int action, int modifiers) {
  if (action != GLFW_PRESS) return;
  auto* self = static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
  self->presses_.press(key, {.control = (modifiers & GLFW_MOD_CONTROL) != 0,
                             .shift = (modifiers & GLFW_MOD_SHIFT) != 0});
}

void GlfwWindow::dropped(GLFWwindow* window, int count, const char** paths) {
  auto* self = static_cast<GlfwWindow*>(glfwGetWindowUserPointer(window));
  for (int i = 0; i < count; ++i) self->dropped_.emplace_back(paths[i]);
}

void GlfwWindow::begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  if (is_scripted_) {
    constexpr float kFrame = 1.0F / 60.0F;
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    put_display({static_cast<float>(width), static_cast<float>(height)}, kFrame);
  } else {
    ImGui_ImplGlfw_NewFrame();
    presses_.begin_frame();
  }
  ImGui::NewFrame();
}

void GlfwWindow::end_frame() {
  ImGui::Render();
  presses_.end_frame();
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  glViewport(0, 0, width, height);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (is_scripted_) glFinish();  // pictures are read from what was drawn
  if (!is_scripted_) glfwSwapBuffers(window_);
}

Picture GlfwWindow::picture() const {
  Picture picture;
  glfwGetFramebufferSize(window_, &picture.width, &picture.height);
  const auto row = static_cast<std::size_t>(picture.width) * 3U;
  std::vector<std::uint8_t> upwards(row * static_cast<std::size_t>(picture.height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadBuffer(is_scripted_ ? GL_BACK : GL_FRONT);
  glReadPixels(0, 0, picture.width, picture.height, GL_RGB, GL_UNSIGNED_BYTE, upwards.data());
  for (std::size_t y = static_cast<std::size_t>(picture.height); y-- > 0;) {
    const auto begin = upwards.begin() + static_cast<std::ptrdiff_t>(y * row);
    picture.bytes.insert(picture.bytes.end(), begin, begin + static_cast<std::ptrdiff_t>(row));
  }
  return picture;
}

}  // namespace

std::unique_ptr<Window> make_glfw_window(const GlfwOptions& options) {
  return std::make_unique<GlfwWindow>(options);
}

}  // namespace gpuscape::gui
