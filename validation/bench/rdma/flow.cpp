#include "rdma/flow.hpp"

namespace gpuscape::bench {

Giver::Giver(End& end)
    : end_(end),
      in_flight_(static_cast<std::size_t>(end.load().queue_pairs)),
      done_(in_flight_.size()) {}

void Giver::begin(std::int64_t requests) { left_ = requests; }

void Giver::post_what_fits() {
  // In turns, so that few requests still use every queue pair.
  for (bool posted = true; posted;) {
    posted = false;
    for (std::size_t pair = 0; pair < in_flight_.size(); ++pair) {
      if (left_ == 0 || in_flight_[pair] == end_.load().depth) continue;
      end_.post(static_cast<int>(pair));
      ++in_flight_[pair];
      ++open_;
      --left_;
      posted = true;
    }
  }
}

bool Giver::step(bool& moved) {
  post_what_fits();
  end_.take_sent(done_);
  for (std::size_t pair = 0; pair < done_.size(); ++pair) {
    in_flight_[pair] -= done_[pair];
    open_ -= done_[pair];
    moved = moved || done_[pair] > 0;
    done_[pair] = 0;
  }
  return left_ == 0 && open_ == 0;
}

Taker::Taker(End& end) : end_(end), done_(static_cast<std::size_t>(end.load().queue_pairs)) {}

bool Taker::step(bool& moved) {
  if (left_ <= 0) return true;
  end_.take_received(done_);
  for (std::size_t pair = 0; pair < done_.size(); ++pair) {
    for (; done_[pair] > 0; --done_[pair], --left_) {
      end_.post_receive(static_cast<int>(pair));
      moved = true;
    }
  }
  return left_ <= 0;
}

Striker::Striker(End& end) : end_(end), done_(1) {}

void Striker::strike(Patience& patience) {
  // The last one's bytes may be changed when it has ended, and not before.
  if (struck_ > 0)
    for (done_[0] = 0; done_[0] == 0; patience.wait()) end_.take_sent(done_);
  const std::size_t last = end_.load().bytes - 1;
  ++struck_;
  end_.outgoing(0)[last] = mark(struck_);
  end_.post(0);
  patience.progress();
}

void Striker::await(Patience& patience) {
  ++awaited_;
  if (end_.load().verb == Verb::kWrite) {
    const std::size_t last = end_.load().bytes - 1;
    while (end_.incoming(0)[last] != mark(awaited_)) patience.wait();
  } else {
    for (done_[0] = 0; done_[0] == 0; patience.wait()) end_.take_received(done_);
    end_.post_receive(0);
  }
  patience.progress();
}

}  // namespace gpuscape::bench
