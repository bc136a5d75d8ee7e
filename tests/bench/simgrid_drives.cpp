#include "tests/bench/simgrid_drives.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "sim/engine/simgrid_versions.hpp"

namespace gpuscape::bench {
namespace {

namespace s4u = simgrid::s4u;

using Hosts = std::vector<s4u::Host*>;

std::uint64_t bytes_of(const Transfer& transfer) {
  return static_cast<std::uint64_t>(transfer.bytes.value());
}

/// An actor on that host: made by the engine where the engine can, and where it cannot in the way
/// that later versions deprecate.
template <class Engine, class Code>
s4u::ActorPtr add_actor(Engine& engine, const std::string& name, s4u::Host* host,
                        const Code& code) {
  if constexpr (requires { engine.add_actor(name, host, code); }) {
    return engine.add_actor(name, host, code);
  } else {
    return s4u::Actor::create(name, host, code);
  }
}

/// Transfers between hosts without an actor; the signal of an activity's end starts the next.
class Callbacks {
 public:
  Callbacks(const Hosts& hosts, ClosedLoop& loop, std::uint32_t slots)
      : hosts_(hosts), loop_(loop), comms_(slots) {}

  void begin() {
    simgrid_versions::on_transfer_end([this](const s4u::Activity& activity) {
      complete(
          static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(activity.get_data<void>())));
    });
    for (std::uint32_t slot = 0; slot < comms_.size(); ++slot) start(slot);
  }

 private:
  void start(std::uint32_t slot) {
    const Transfer transfer = loop_.next(slot);
    const s4u::CommPtr comm = s4u::Comm::sendto_init();
    comm->set_payload_size(bytes_of(transfer));
    comm->set_data(reinterpret_cast<void*>(std::uintptr_t{slot}));
    comm->set_source(hosts_[transfer.from])->set_destination(hosts_[transfer.to]);
    comms_[slot] = comm;
  }
  void complete(std::uint32_t slot) {
    loop_.count(slot, s4u::Engine::get_clock());
    last_ = comms_[slot];  // SimGrid still works on it.
    start(slot);
  }

  const Hosts& hosts_;
  ClosedLoop& loop_;
  std::vector<s4u::CommPtr> comms_;
  s4u::CommPtr last_;
};

/// An actor a slot that waits for each transfer between two hosts.
void begin_actors(s4u::Engine& engine, const Hosts& hosts, ClosedLoop& loop, std::uint32_t slots) {
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    add_actor(engine, fmt::format("a{}", slot), hosts.front(), [&hosts, &loop, slot] {
      while (true) {
        const Transfer transfer = loop.next(slot);
        s4u::Comm::sendto(hosts[transfer.from], hosts[transfer.to], bytes_of(transfer));
        loop.count(slot, s4u::Engine::get_clock());
      }
    });
  }
}

void receive(ClosedLoop& loop, std::uint32_t slot, s4u::Mailbox* mailbox) {
  while (true) {
    mailbox->get<std::uint32_t>();
    loop.count(slot, s4u::Engine::get_clock());
  }
}

/// A sender and a receiver a slot, with a mailbox of their own. They move where the next transfer
/// has another end; on rings nobody ever moves.
void begin_mailboxes(s4u::Engine& engine, const Hosts& hosts, ClosedLoop& loop,
                     std::uint32_t slots) {
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    s4u::Mailbox* mailbox = s4u::Mailbox::by_name(fmt::format("m{}", slot));
    const s4u::ActorPtr receiver =
        add_actor(engine, fmt::format("r{}", slot), hosts.front(),
                  [&loop, slot, mailbox] { receive(loop, slot, mailbox); });
    add_actor(engine, fmt::format("s{}", slot), hosts.front(),
              [&hosts, &loop, slot, mailbox, receiver] {
                std::uint32_t payload = slot;
                while (true) {
                  const Transfer transfer = loop.next(slot);
                  s4u::Host* from = hosts[transfer.from];
                  s4u::Host* to = hosts[transfer.to];
                  if (s4u::this_actor::get_host() != from) s4u::this_actor::set_host(from);
                  if (receiver->get_host() != to) receiver->set_host(to);
                  mailbox->put(&payload, bytes_of(transfer));
                }
              });
  }
}

}  // namespace

void ClosedLoop::count(std::uint32_t slot, double date) {
  ++completed_;
  if (prints_) fmt::print("{} {:.17g}\n", slot, date);
  if (completed_ == window_.skipped) begin_ = Clock::now();
  if (completed_ != window_.skipped + window_.count) return;
  if (!prints_)
    fmt::print("{:.9g}\n", std::chrono::duration<double>(Clock::now() - begin_).count());
  std::fflush(stdout);
  _exit(0);
}

std::vector<std::string> options_of(Drive drive) {
  if (drive == Drive::callbacks) return {};
  return {"--cfg=contexts/stack-size:64", "--cfg=contexts/guard-size:0"};
}

void drive_loop(s4u::Engine& engine, const Hosts& hosts, ClosedLoop& loop, std::uint32_t slots,
                Drive drive) {
  Callbacks callbacks(hosts, loop, slots);
  switch (drive) {
    case Drive::callbacks:
      callbacks.begin();
      break;
    case Drive::actors:
      begin_actors(engine, hosts, loop, slots);
      break;
    case Drive::mailboxes:
      begin_mailboxes(engine, hosts, loop, slots);
      break;
  }
  engine.run();
}

}  // namespace gpuscape::bench
