#pragma once
/// The models of one kind, by name.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/error.hpp"
#include "sim/fields/model_names.hpp"
#include "sim/fields/object_reader.hpp"

namespace gpuscape {

/// What a model says of itself when it is registered.
struct ModelCard {
  std::string name;
  std::string summary;  ///< one sentence for the reference page
  /// Parameters with which it can be built, as a JSON object: for the reference page, and what
  /// contract tests build it with.
  std::string example = "{}";
  /// Its parameters that name entries of the catalogue. Reading a scenario puts the entries of a
  /// node's into its `parts`, and the entry of a network's in place of the name.
  std::vector<CatalogPart> parts = {};
};

/// Models of one kind, whatever their interface is.
class Shelf {
 public:
  explicit Shelf(const ModelPlace& place) : place_(place) {}
  virtual ~Shelf() = default;

  /// Where a scenario names one.
  [[nodiscard]] const ModelPlace& place() const { return place_; }
  /// In the order of registration.
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual const ModelCard& card(std::size_t model) const = 0;
  /// Reads parameters as the model does, and drops what it builds.
  virtual void read(std::size_t model, ObjectReader& reader) const = 0;

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    result.reserve(size());
    for (std::size_t i = 0; i < size(); ++i) result.push_back(card(i).name);
    return result;
  }
  [[nodiscard]] std::optional<std::size_t> index_of(std::string_view name) const {
    for (std::size_t i = 0; i < size(); ++i)
      if (card(i).name == name) return i;
    return std::nullopt;
  }

 private:
  ModelPlace place_;
};

/// Contract of a factory: it reads the model's parameters from the object in which `type` stands;
/// faults go to the reader, and the model is built all the same (with fallbacks).
template <class Interface>
class ModelShelf final : public Shelf {
 public:
  using Factory = std::function<std::unique_ptr<Interface>(ObjectReader&)>;
  struct Entry {
    ModelCard card;
    Factory read;
  };

  using Shelf::Shelf;

  void add(ModelCard card, Factory read) {
    ensure(find(card.name) == nullptr, "a model name is registered once: " + card.name);
    entries_.push_back({std::move(card), std::move(read)});
  }
  /// Of a model that needs no parameters.
  void add(std::string name, std::string summary, Factory read) {
    add(ModelCard{.name = std::move(name), .summary = std::move(summary)}, std::move(read));
  }
  [[nodiscard]] const Entry* find(std::string_view name) const {
    const auto index = index_of(name);
    return index ? &entries_[*index] : nullptr;
  }
  [[nodiscard]] std::size_t size() const override { return entries_.size(); }
  [[nodiscard]] const ModelCard& card(std::size_t model) const override {
    return entries_[model].card;
  }
  void read(std::size_t model, ObjectReader& reader) const override {
    entries_[model].read(reader);
  }

 private:
  std::vector<Entry> entries_;
};

}  // namespace gpuscape
