#include "pair/tcp_traffic.hpp"

#include <string>

#include "core/machine.hpp"

namespace gpuscape::bench {

namespace {

void pour_one(Socket& stream, const std::string& message, std::int64_t messages) {
  for (std::int64_t i = 0; i < messages; ++i) stream.send(message.data(), message.size());
  char end = 0;
  stream.receive(&end, 1);
}

void echo(Socket& stream, const TcpLoad& load) {
  std::string message(load.bytes, '\0');
  for (std::int64_t i = 0; i <= load.messages; ++i) {
    stream.receive(message.data(), message.size());
    stream.send(message.data(), message.size());
  }
}

void swallow(Socket& stream, std::size_t bytes, std::int64_t messages) {
  std::string message(bytes, '\0');
  const char mark = 1;
  stream.send(&mark, 1);
  for (std::int64_t i = 0; i < messages; ++i) stream.receive(message.data(), message.size());
  stream.send(&mark, 1);
}

class TcpService final : public Service {
 public:
  explicit TcpService(std::vector<Socket>& streams) : streams_(streams) {}

  Message answer(const Message& request) override {
    TcpLoad load;
    load.bytes = static_cast<std::size_t>(request.number("bytes", kMostTcpBytes));
    load.streams =
        static_cast<int>(request.number("streams", static_cast<std::int64_t>(streams_.size())));
    load.messages = request.number("messages", kMostTcpMessages);
    if (load.bytes == 0 || load.streams == 0) throw Failure("a load of nothing");
    const std::string& kind = request.text("kind");
    if (kind != "latency" && kind != "bandwidth")
      throw Failure("TCP knows no \"" + printable(kind, 32) + "\"");
    const double begin = process_cpu_seconds();
    if (kind == "latency")
      echo(streams_.front(), load);
    else
      Crew(static_cast<std::size_t>(load.streams), [&](std::size_t stream) {
        swallow(streams_[stream], load.bytes, load.share(static_cast<int>(stream)));
      }).run();
    const double cpu = process_cpu_seconds() - begin;
    return Message{"done", {}}.set("cpu_nanoseconds", static_cast<std::int64_t>(cpu * 1e9));
  }

 private:
  std::vector<Socket>& streams_;
};

}  // namespace

double ping(std::vector<Socket>& streams, const TcpLoad& load) {
  Socket& stream = streams.front();
  std::string message(load.bytes, 'g');
  const auto trip = [&] {
    stream.send(message.data(), message.size());
    stream.receive(message.data(), message.size());
  };
  trip();
  const double begin = steady_seconds();
  for (std::int64_t i = 0; i < load.messages; ++i) trip();
  return 0.5 * (steady_seconds() - begin);
}

Pour::Pour(std::vector<Socket>& streams, const TcpLoad& load)
    : streams_(streams),
      load_(load),
      message_(load.bytes, 'g'),
      crew_(static_cast<std::size_t>(load.streams), [this](std::size_t stream) {
        pour_one(streams_[stream], message_, load_.share(static_cast<int>(stream)));
      }) {}

double Pour::run() {
  for (int stream = 0; stream < load_.streams; ++stream) {
    char ready = 0;
    streams_[static_cast<std::size_t>(stream)].receive(&ready, 1);
  }
  const double begin = steady_seconds();
  crew_.run();
  return steady_seconds() - begin;
}

std::unique_ptr<Service> tcp_service(std::vector<Socket>& streams) {
  return std::make_unique<TcpService>(streams);
}

}  // namespace gpuscape::bench
