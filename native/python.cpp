// The core as Python sees it: conversion only.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <stdexcept>

#include "../standoff/games/ptcg/episodes.hpp"
#include "../standoff/games/ptcg/ptcg.hpp"
#include "atomic_net.hpp"
#include "crewed_net.hpp"
#include "duel_net.hpp"
#include "grid_net.hpp"
#include "pool.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace standoff {
namespace {

template <class T>
using In = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<nb::numpy, const T, nb::c_contig>;

template <class T>
std::span<const T> span_of(const In<T>& array) {
  return {array.data(), array.size()};
}

void raise(const Fault& fault) {
  if (!fault.empty()) throw nb::value_error(fault.c_str());
}

// An array over a column that `owner` keeps alive.
template <class T, class Owner>
Out<T> share(std::shared_ptr<Owner> owner, const Column<T>& column, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::shared_ptr<Owner>(std::move(owner));
  nb::capsule capsule(kept, [](void* pointer) noexcept { delete static_cast<std::shared_ptr<Owner>*>(pointer); });
  return Out<T>(column.data(), shape, capsule);
}

// An array that takes a column over.
template <class T>
Out<T> give(Column<T>&& column, std::initializer_list<std::size_t> shape) {
  const auto owner = std::make_shared<Column<T>>(std::move(column));
  return share(owner, *owner, shape);
}

template <class T, class Owner>
Out<T> give(const std::shared_ptr<Owner>& owner, const Column<T>& column) {
  return share(owner, column, {column.size()});
}

// A pool that may be closed and that only one Python thread works at a time.
class OpenPool {
 public:
  explicit OpenPool(std::unique_ptr<Pool> pool) : pool_(std::move(pool)) {}

  template <class Work>
  decltype(auto) work(Work work) {
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    if (!pool_) throw std::invalid_argument("the pool is closed");
    return work(*pool_);
  }

  void close() {
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    pool_.reset();
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<Pool> pool_;
};

const GameEntry& find_game(const std::string& name) {
  for (const GameEntry& game : games())
    if (game.schema.game == name) return game;
  throw nb::value_error(("there is no game '" + name + "'").c_str());
}

nb::dict schema_dict(const SchemaNames& names) {
  nb::dict schema;
  schema["game"] = nb::str(names.game.data(), names.game.size());
  each_column(names, [&](const char* key, const std::vector<std::string_view>& values) {
    nb::list list;
    for (const auto& value : values) list.append(nb::str(value.data(), value.size()));
    schema[key] = nb::tuple(list);
  });
  schema["token_buckets"] = names.token_buckets;
  return schema;
}

std::shared_ptr<OpenPool> make_pool(const std::string& game, const std::vector<OptionValues>& options,
                                    const In<std::uint64_t>& seeds, const In<std::int32_t>& option, std::int64_t slots,
                                    std::int64_t threads, bool asks_forced) {
  if (options.empty()) throw nb::value_error("a pool needs the options of its games");
  if (slots < 1) throw nb::value_error("a pool needs at least one slot");
  if (threads < 1 || threads > 256) throw nb::value_error("a pool needs from 1 to 256 threads");
  if (option.size() != seeds.size()) throw nb::value_error("a pool needs one option number for each seed");
  Deals deals{{seeds.data(), seeds.data() + seeds.size()}, {option.data(), option.data() + option.size()}};
  for (const std::int32_t number : deals.option)
    if (number < 0 || static_cast<std::size_t>(number) >= options.size())
      throw nb::value_error("an option number lies outside the list of options");
  std::unique_ptr<Pool> pool;
  raise(find_game(game).make_pool(options, std::move(deals), static_cast<std::size_t>(slots), asks_forced,
                                  std::make_shared<Crew>(static_cast<int>(threads)), pool));
  return std::make_shared<OpenPool>(std::move(pool));
}

std::size_t check_row(const Worlds& worlds, std::int64_t row) {
  if (row < 0 || static_cast<std::size_t>(row) >= worlds.heads()->size())
    throw nb::index_error(
        ("decision " + std::to_string(row) + " of " + std::to_string(worlds.heads()->size())).c_str());
  return static_cast<std::size_t>(row);
}

// What an array holds now: other Python threads may write to it while the core works without the lock.
template <class T>
std::vector<T> copy_of(const In<T>& array) {
  return {array.data(), array.data() + array.size()};
}

std::vector<std::int32_t> checked_rows(const Worlds& worlds, const In<std::int32_t>& at) {
  std::vector<std::int32_t> rows = copy_of(at);
  for (const std::int32_t row : rows) check_row(worlds, row);
  return rows;
}

nb::typed<nb::tuple, Out<std::int32_t>, Out<float>> bot_choices(const Worlds& worlds, const std::string& bot,
                                                                std::int32_t depth, std::uint64_t seed,
                                                                const In<std::int32_t>& at) {
  const std::vector<std::int32_t> rows = checked_rows(worlds, at);
  Picks picks;
  Fault fault;
  {
    const nb::gil_scoped_release release;
    fault = worlds.play_bot(bot, depth, seed, rows, picks);
  }
  raise(fault);
  const std::size_t n = picks.index.size(), n_weights = picks.weights.size();
  return nb::make_tuple(give(std::move(picks.index), {n}), give(std::move(picks.weights), {n_weights}));
}

void bind_batches(nb::module_& module) {
  // The arrays own their column already, so the properties must not tie them to their parent again.
  constexpr auto owned = nb::rv_policy::automatic;
  using H = std::shared_ptr<const Heads>;
  nb::class_<Heads>(module, "Heads", "What is known of B open decisions without writing their rows.")
      .def_prop_ro(
          "game", [](const H& h) { return give(h, h->game); }, owned)
      .def_prop_ro(
          "seat", [](const H& h) { return give(h, h->seat); }, owned)
      .def_prop_ro(
          "ply", [](const H& h) { return give(h, h->ply); }, owned)
      .def_prop_ro(
          "kind", [](const H& h) { return give(h, h->kind); }, owned)
      .def_prop_ro(
          "information", [](const H& h) { return give(h, h->information); }, owned)
      .def_prop_ro("action_offsets", [](const H& h) { return give(h, h->action_offsets); }, owned);

  using R = std::shared_ptr<const Rows>;
  const auto n = [](const R& r) { return r->entity_offsets.size() - 1; };
  nb::class_<Rows>(module, "Rows", "The rows of B decisions.")
      .def_prop_ro(
          "globals", [n](const R& r) { return share(r, r->globals, {n(r), r->widths.globals}); }, owned)
      .def_prop_ro(
          "planes",
          [n](const R& r) { return share(r, r->planes, {n(r), r->widths.planes, r->widths.height, r->widths.width}); },
          owned)
      .def_prop_ro(
          "entities", [](const R& r) { return share(r, r->entities, {r->entity_card.size(), r->widths.entities}); },
          owned)
      .def_prop_ro(
          "entity_card", [](const R& r) { return give(r, r->entity_card); }, owned)
      .def_prop_ro(
          "entity_zone", [](const R& r) { return give(r, r->entity_zone); }, owned)
      .def_prop_ro(
          "entity_offsets", [](const R& r) { return give(r, r->entity_offsets); }, owned)
      .def_prop_ro(
          "tokens", [](const R& r) { return give(r, r->tokens); }, owned)
      .def_prop_ro(
          "token_offsets", [](const R& r) { return give(r, r->token_offsets); }, owned)
      .def_prop_ro(
          "actions", [](const R& r) { return share(r, r->actions, {r->action_kind.size(), r->widths.actions}); }, owned)
      .def_prop_ro(
          "action_kind", [](const R& r) { return give(r, r->action_kind); }, owned)
      .def_prop_ro(
          "action_id", [](const R& r) { return give(r, r->action_id); }, owned)
      .def_prop_ro(
          "action_refs", [](const R& r) { return share(r, r->action_refs, {r->action_kind.size(), r->widths.refs}); },
          owned);

  using E = std::shared_ptr<const Ended>;
  nb::class_<Ended>(module, "Ended", "A row a finished game.")
      .def_prop_ro(
          "game", [](const E& e) { return give(e, e->game); }, owned)
      .def_prop_ro(
          "score", [](const E& e) { return give(e, e->score); }, owned)
      .def_prop_ro(
          "plies", [](const E& e) { return give(e, e->plies); }, owned)
      .def_prop_ro(
          "reason", [](const E& e) { return give(e, e->reason); }, owned)
      .def_prop_ro(
          "choice_offsets", [](const E& e) { return give(e, e->choice_offsets); }, owned)
      .def_prop_ro("choices", [](const E& e) { return give(e, e->choices); }, owned);
}

void bind_worlds(nb::module_& module) {
  nb::class_<Worlds>(module, "Worlds", "The open decisions of one step as Views; it never changes.")
      .def("heads", [](const Worlds& worlds) { return worlds.heads(); })
      .def("rows", &Worlds::rows, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "keys",
          [](const Worlds& worlds, std::uint64_t seed, const In<std::int32_t>& at) {
            return give(worlds.keys(seed, checked_rows(worlds, at)), {at.size()});
          },
          "seed"_a, "at"_a)
      .def("bot", &bot_choices, "bot"_a, "depth"_a, "seed"_a, "at"_a)
      .def(
          "deal",
          [](const Worlds& worlds, const In<std::int32_t>& at, const In<std::uint64_t>& seeds) {
            if (at.size() != seeds.size()) throw nb::value_error("a dealt world needs one seed for each row");
            const std::vector<std::int32_t> rows = checked_rows(worlds, at);
            const std::vector<std::uint64_t> kept = copy_of(seeds);
            std::unique_ptr<Pool> pool;
            Fault fault;
            {
              const nb::gil_scoped_release release;
              fault = worlds.deal(rows, kept, pool);
            }
            raise(fault);
            return std::make_shared<OpenPool>(std::move(pool));
          },
          "at"_a, "seeds"_a)
      .def(
          "labels", [](const Worlds& worlds, std::int64_t row) { return worlds.labels(check_row(worlds, row)); },
          "row"_a)
      .def(
          "told",
          [](const Worlds& worlds, std::int64_t row, std::int64_t action) {
            const std::size_t checked = check_row(worlds, row);
            const auto& offsets = worlds.heads()->action_offsets;
            if (action < 0 || action >= offsets[checked + 1] - offsets[checked])
              throw nb::index_error("the decision has no such action");
            return worlds.told(checked, static_cast<std::size_t>(action));
          },
          "row"_a, "action"_a)
      .def(
          "page", [](const Worlds& worlds, std::int64_t row) { return worlds.page(check_row(worlds, row)); }, "row"_a)
      .def(
          "looks_like",
          [](const Worlds& worlds, std::int64_t row, const Worlds& other, std::int64_t other_row) {
            return worlds.looks_like(check_row(worlds, row), other, check_row(other, other_row));
          },
          "row"_a, "other"_a, "other_row"_a);
}

void bind_pool(nb::module_& module) {
  nb::class_<OpenPool>(module, "Pool", "N games of one kind in step.")
      .def(nb::new_(&make_pool), "game"_a, "options"_a, "seeds"_a, "option"_a, "slots"_a, "threads"_a,
           "asks_forced"_a = false)
      .def("open",
           [](OpenPool& open) {
             return open.work([](Pool& pool) { return std::const_pointer_cast<Worlds>(pool.open()); });
           })
      .def(
          "apply",
          [](OpenPool& open, const In<std::int32_t>& index) {
            const std::vector<std::int32_t> kept = copy_of(index);
            raise(open.work([&](Pool& pool) { return pool.apply(kept); }));
          },
          "index"_a)
      .def("secrets",
           [](OpenPool& open) {
             Column<float> numbers;
             std::size_t n = 0, width = 0;
             raise(open.work([&](Pool& pool) {
               Fault fault = pool.secrets(numbers);
               if (fault.empty()) n = pool.open()->heads()->size();
               width = pool.widths().secrets;
               return fault;
             }));
             return give(std::move(numbers), {n, width});
           })
      .def("take_ended",
           [](OpenPool& open) {
             return open.work([](Pool& pool) { return std::make_shared<Ended>(pool.take_ended()); });
           })
      .def("close", &OpenPool::close);
}

std::shared_ptr<ptcg::Imported> import_ptcg(const std::vector<nb::bytes>& told, std::vector<std::vector<int>> answers,
                                            std::array<ptcg::Deck, 2> decks) {
  ptcg::Episode episode{std::move(decks), {}, std::move(answers)};
  for (const nb::bytes& each : told) episode.told.emplace_back(each.c_str(), each.size());
  auto imported = std::make_shared<ptcg::Imported>();
  raise(ptcg::import_episode(std::move(episode), *imported));
  return imported;
}

std::shared_ptr<OpenPool> replay_ptcg(const std::vector<std::shared_ptr<ptcg::Imported>>& games,
                                      const In<std::uint64_t>& seeds, std::int64_t threads) {
  if (seeds.size() != games.size()) throw nb::value_error("a pool of episodes needs one seed for each");
  if (threads < 1 || threads > 256) throw nb::value_error("a pool needs from 1 to 256 threads");
  std::vector<ptcg::Imported> episodes;
  for (const auto& game : games) episodes.push_back(*game);
  return std::make_shared<OpenPool>(
      ptcg::replay(episodes, span_of(seeds), std::make_shared<Crew>(static_cast<int>(threads))));
}

void bind_ptcg(nb::module_& module) {
  module.def("place_ptcg_engine", &ptcg::place_engine, "folder"_a);
  using I = std::shared_ptr<ptcg::Imported>;
  nb::class_<ptcg::Imported>(module, "PtcgEpisode", "A game that was played elsewhere, with the row of every pick.")
      .def(nb::new_(&import_ptcg), "told"_a, "answers"_a, "decks"_a)
      .def_prop_ro("n_answers", [](const I& imported) { return imported->episode->answers.size(); })
      .def_prop_ro(
          "choices",
          [](const I& imported) {
            Column<std::int32_t> choices(imported->choices.begin(), imported->choices.end());
            const std::size_t n = choices.size();
            return give(std::move(choices), {n});
          },
          nb::rv_policy::automatic);
  module.def("replay_ptcg", &replay_ptcg, "games"_a, "seeds"_a, "threads"_a);
}

template <class T, std::size_t N>
using Table = nb::ndarray<const T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;
using AnyShape = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;

template <class T>
Shaped<T, 2> shaped(const Table<T, 2>& table) {
  return {table.data(), {table.shape(0), table.shape(1)}};
}

using SchemaDict = nb::typed<nb::dict, nb::str, nb::any>;

// The names of a schema, in the memory of `schema`.
SchemaNames schema_names(const SchemaDict& schema) {
  SchemaNames names;
  each_column(names, [&](const char* key, std::vector<std::string_view>& values) {
    for (const nb::handle value : nb::object(schema[key])) values.emplace_back(nb::cast<const char*>(value));
  });
  return names;
}

using WeightArrays = std::map<std::string, AnyShape>;

template <class Net>
CrewedNet<Net>* make_net(const WeightArrays& weights, const SchemaDict& schema, int threads) {
  if (threads < 1 || threads > 256) throw nb::value_error("a network needs from 1 to 256 threads");
  std::vector<Weight> arrays;
  for (const auto& [name, array] : weights)
    arrays.push_back({name, {array.shape_ptr(), array.shape_ptr() + array.ndim()}, {array.data(), array.size()}});
  Net net;
  raise(Net::read(arrays, Net::Widths::of(schema_names(schema)), net));
  return new CrewedNet<Net>(std::move(net), threads);
}

using Evaluated = nb::typed<nb::tuple, Out<float>, Out<float>>;

template <class Net>
Evaluated evaluate_rows(CrewedNet<Net>& net, const typename Net::Rows& rows) {
  const std::size_t n_actions = rows.actions.shape[0], n_decisions = rows.size();
  Column<float> logits(n_actions), value(n_decisions);
  Fault fault;
  {
    const nb::gil_scoped_release release;
    fault = net.evaluate(rows, logits.data(), value.data());
  }
  raise(fault);
  return nb::make_tuple(give(std::move(logits), {n_actions}), give(std::move(value), {n_decisions}));
}

void bind_grid_net(nb::module_& module) {
  using Crewed = CrewedNet<GridNet>;
  nb::class_<Crewed>(module, "GridNet", "A model of the grid family, evaluated without torch.")
      .def(nb::new_(&make_net<GridNet>), "weights"_a, "schema"_a, "threads"_a)
      .def(
          "evaluate",
          [](Crewed& net, const Table<std::uint8_t, 4>& planes, const Table<float, 2>& globals,
             const Table<float, 2>& entities, const In<std::int32_t>& entity_zone,
             const In<std::int64_t>& entity_offsets, const Table<float, 2>& actions,
             const In<std::int32_t>& action_kind, const Table<std::int32_t, 2>& action_refs,
             const In<std::int64_t>& action_offsets) {
            return evaluate_rows(
                net, GridRows{.planes = {planes.data(),
                                         {planes.shape(0), planes.shape(1), planes.shape(2), planes.shape(3)}},
                              .globals = shaped(globals),
                              .entities = shaped(entities),
                              .entity_zone = span_of(entity_zone),
                              .entity_offsets = span_of(entity_offsets),
                              .actions = shaped(actions),
                              .action_kind = span_of(action_kind),
                              .action_refs = shaped(action_refs),
                              .action_offsets = span_of(action_offsets)});
          },
          "planes"_a, "globals"_a, "entities"_a, "entity_zone"_a, "entity_offsets"_a, "actions"_a, "action_kind"_a,
          "action_refs"_a, "action_offsets"_a);
}

void bind_duel_net(nb::module_& module) {
  using Crewed = CrewedNet<DuelNet>;
  nb::class_<Crewed>(module, "DuelNet", "A model of the duel family, evaluated without torch.")
      .def(nb::new_(&make_net<DuelNet>), "weights"_a, "schema"_a, "threads"_a)
      .def(
          "evaluate",
          [](Crewed& net, const Table<float, 2>& globals, const Table<float, 2>& entities,
             const In<std::int32_t>& entity_card, const In<std::int32_t>& entity_zone,
             const In<std::int64_t>& entity_offsets, const Table<float, 2>& actions,
             const In<std::int32_t>& action_kind, const Table<std::int32_t, 2>& action_refs,
             const In<std::int64_t>& action_offsets) {
            return evaluate_rows(net, DuelRows{.globals = shaped(globals),
                                               .entities = shaped(entities),
                                               .entity_card = span_of(entity_card),
                                               .entity_zone = span_of(entity_zone),
                                               .entity_offsets = span_of(entity_offsets),
                                               .actions = shaped(actions),
                                               .action_kind = span_of(action_kind),
                                               .action_refs = shaped(action_refs),
                                               .action_offsets = span_of(action_offsets)});
          },
          "globals"_a, "entities"_a, "entity_card"_a, "entity_zone"_a, "entity_offsets"_a, "actions"_a, "action_kind"_a,
          "action_refs"_a, "action_offsets"_a);
}

void bind_atomic_net(nb::module_& module) {
  using Crewed = CrewedNet<AtomicNet>;
  nb::class_<Crewed>(module, "AtomicNet", "A model of the atomic family, evaluated without torch.")
      .def(nb::new_(&make_net<AtomicNet>), "weights"_a, "schema"_a, "threads"_a)
      .def(
          "evaluate",
          [](Crewed& net, const Table<float, 2>& globals, const Table<float, 2>& entities,
             const In<std::int32_t>& entity_card, const In<std::int32_t>& entity_zone,
             const In<std::int64_t>& entity_offsets, const Table<float, 2>& actions,
             const In<std::int32_t>& action_kind, const In<std::int32_t>& action_id,
             const Table<std::int32_t, 2>& action_refs, const In<std::int64_t>& action_offsets) {
            return evaluate_rows(net, AtomicRows{.globals = shaped(globals),
                                                 .entities = shaped(entities),
                                                 .entity_card = span_of(entity_card),
                                                 .entity_zone = span_of(entity_zone),
                                                 .entity_offsets = span_of(entity_offsets),
                                                 .actions = shaped(actions),
                                                 .action_kind = span_of(action_kind),
                                                 .action_id = span_of(action_id),
                                                 .action_refs = shaped(action_refs),
                                                 .action_offsets = span_of(action_offsets)});
          },
          "globals"_a, "entities"_a, "entity_card"_a, "entity_zone"_a, "entity_offsets"_a, "actions"_a, "action_kind"_a,
          "action_id"_a, "action_refs"_a, "action_offsets"_a);
}

NB_MODULE(_native, module) {
  module.doc() = "The native core: games in step, rows, worlds, and the forward pass without torch.";
  bind_batches(module);
  bind_worlds(module);
  bind_pool(module);
  bind_ptcg(module);
  bind_grid_net(module);
  bind_duel_net(module);
  bind_atomic_net(module);
  module.def("games", [] {
    std::vector<std::string> names;
    for (const GameEntry& game : games()) names.emplace_back(game.schema.game);
    return names;
  });
  module.def(
      "schema", [](const std::string& game) { return schema_dict(find_game(game).schema); }, "game"_a,
      nb::sig("def schema(game: str) -> dict[str, typing.Any]"));
  module.def(
      "bots",
      [](const std::string& game) {
        nb::typed<nb::list, nb::typed<nb::tuple, nb::str, nb::str, nb::int_, nb::int_>> bots;
        for (const BotEntry& bot : find_game(game).bots)
          bots.append(nb::make_tuple(bot.name, bot.summary, bot.least_depth, bot.most_depth));
        return bots;
      },
      "game"_a);
  module.def("deals_worlds", [](const std::string& game) { return find_game(game).deals_worlds; }, "game"_a);
  using Facts = nb::typed<nb::list, nb::typed<nb::tuple, nb::str, nb::str>>;
  module.def(
      "sheets",
      [](const std::string& game) {
        nb::typed<nb::list, nb::typed<nb::tuple, nb::str, nb::str, Facts, nb::str, nb::str>> sheets;
        for (const Sheet& sheet : find_game(game).sheets) {
          Facts facts;
          for (const auto& [name, value] : sheet.facts) facts.append(nb::make_tuple(name, value));
          sheets.append(nb::make_tuple(sheet.group, sheet.name, facts, sheet.text, sheet.source));
        }
        return sheets;
      },
      "game"_a);
}

}  // namespace
}  // namespace standoff
