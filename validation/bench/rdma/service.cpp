/// RDMA between two machines, the end that is measured.

#include "rdma/flow.hpp"
#include "rdma/rails.hpp"
#include "rdma/rdma.hpp"

namespace gpuscape::bench {

namespace {

constexpr std::int64_t kMostRounds = std::int64_t{1} << 32;

class RdmaService final : public Service {
 public:
  RdmaService(const Options& options, std::function<bool()> gone)
      : options_(options), patience_(std::move(gone)) {}

  Message answer(const Message& request) override {
    const std::string& action = request.text("action");
    if (action == "adapters") return adapters();
    if (action == "open") return open(request);
    if (action == "close") {
      ends_.reset();
      return Message{"done", {}};
    }
    if (!ends_) throw Failure("no RDMA connection is open");
    if (action == "take")
      take(request.number("messages", kMostRounds));
    else if (action == "strike")
      strike(request.number("rounds", kMostRounds));
    else if (action == "check")
      check();
    else
      throw Failure("RDMA knows no \"" + printable(action, 32) + "\"");
    return Message{"done", {}};
  }

 private:
  struct Ends {
    Ends(const Adapter& adapter, const RdmaLoad& load, const Options& options)
        : end(adapter, load, options), taker(end), striker(end) {}
    End end;
    Taker taker;
    Striker striker;
  };

  Message adapters() const {
    const Adapters found = find_adapters(options_);
    Message message{"adapters", {}};
    message.set("usable", static_cast<std::int64_t>(found.usable.size()));
    message.set("devices", static_cast<std::int64_t>(found.devices.size()));
    message.set("absent", static_cast<std::int64_t>(found.absent.size()));
    for (std::size_t i = 0; i < found.usable.size(); ++i) {
      const Adapter& adapter = found.usable[i];
      const std::string at = std::to_string(i) + ".";
      message.set(at + "name", adapter.name).set(at + "port", std::int64_t{adapter.port});
      message.set(at + "bytes_per_second", static_cast<std::int64_t>(adapter.bytes_per_second));
      message.set(at + "software", std::int64_t{adapter.software ? 1 : 0});
    }
    for (std::size_t i = 0; i < found.devices.size(); ++i)
      message.set("device" + std::to_string(i),
                  encoded(Message{found.devices[i].id, found.devices[i].properties}));
    for (std::size_t i = 0; i < found.absent.size(); ++i)
      message.set("absent" + std::to_string(i), found.absent[i]);
    return message;
  }
  /// Only an adapter that --ib-device of this end allows.
  Message open(const Message& request) {
    const Adapter adapter{request.text("device"), static_cast<int>(request.number("port", 255))};
    if (!is_asked_for(options_, adapter.name, adapter.port))
      throw Failure("--ib-device there does not allow " + printable(adapter.name, 64));
    const RdmaLoad load = load_of(request);
    ends_.reset();
    auto ends = std::make_unique<Ends>(adapter, load, options_);
    ends->end.fill(1);
    ends->end.connect(decoded(request.text("end")));
    ends_ = std::move(ends);
    return Message{"end", {}}.set("end", encoded(ends_->end.address()));
  }
  void take(std::int64_t messages) {
    if (ends_->end.load().verb != Verb::kSend) throw Failure("no messages come with this load");
    ends_->taker.begin(messages);
    patience_.progress();
    for (bool all = false; !all;) {
      bool moved = false;
      all = ends_->taker.step(moved);
      moved ? patience_.progress() : patience_.wait();
    }
  }
  void strike(std::int64_t rounds) {
    if (!can_strike(ends_->end.load()))
      throw Failure("messages one after the other go over one queue pair, by send or write");
    patience_.progress();
    for (std::int64_t i = 0; i < rounds; ++i) {
      ends_->striker.await(patience_);
      ends_->striker.strike(patience_);
    }
  }
  void check() {
    if (ends_->end.load().verb != Verb::kRead) ends_->end.check(0);
    ends_->end.clear();
  }

  Options options_;
  Patience patience_;
  std::unique_ptr<Ends> ends_;
};

}  // namespace

std::unique_ptr<Service> rdma_service(const Options& options, std::function<bool()> gone) {
  return std::make_unique<RdmaService>(options, std::move(gone));
}

}  // namespace gpuscape::bench
