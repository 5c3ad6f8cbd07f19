// The pool and the worlds of one game: the templates behind native/pool.hpp, instantiated a game in games.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>

#include "pool.hpp"

namespace standoff {

template <Game G>
Widths widths_of(const typename G::Options& options) {
  const SchemaNames& schema = G::schema();
  const auto [height, width] = G::plane_size(options);
  return {.globals = schema.globals.size(),
          .entities = schema.entities.size(),
          .actions = schema.actions.size(),
          .refs = schema.refs.size(),
          .secrets = schema.secrets.size(),
          .planes = schema.planes.size(),
          .height = height,
          .width = width};
}

template <Game G>
class GamePool;

template <Game G>
class GameWorlds final : public Worlds {
 public:
  GameWorlds(std::shared_ptr<Crew> crew, Widths widths, std::size_t n_decisions, std::size_t n_actions)
      : crew_(std::move(crew)), widths_(widths), views_(n_decisions), deal_keys_(n_decisions), actions_(n_actions) {
    auto heads = std::make_shared<Heads>();
    heads->game.resize(n_decisions);
    heads->seat.resize(n_decisions);
    heads->ply.resize(n_decisions);
    heads->kind.resize(n_decisions);
    heads->information.resize(n_decisions);
    heads->action_offsets.resize(n_decisions + 1);
    heads->action_offsets[n_decisions] = static_cast<std::int64_t>(n_actions);
    filling_ = heads;
    heads_ = std::move(heads);
  }

  const std::shared_ptr<const Heads>& heads() const override { return heads_; }

  // Sets decision `row`; only the pool calls this, before anybody else holds these worlds.
  void put(std::size_t row, std::size_t first_action, std::int32_t game, std::uint64_t deal_key, Seat seat,
           std::int32_t ply, const typename G::View& view, const std::vector<typename G::Action>& legal) {
    Heads& heads = *filling_;
    heads.game[row] = game;
    heads.seat[row] = seat;
    heads.ply[row] = ply;
    heads.kind[row] = G::kind(view);
    heads.information[row] = G::information(view);
    heads.action_offsets[row] = static_cast<std::int64_t>(first_action);
    views_[row] = view;
    deal_keys_[row] = deal_key;
    std::copy(legal.begin(), legal.end(), actions_.begin() + static_cast<std::ptrdiff_t>(first_action));
  }

  // Nobody can change a decision from here on.
  void seal() { filling_.reset(); }

  std::shared_ptr<const Rows> rows() const override {
    const std::size_t n = views_.size(), n_actions = actions_.size();
    auto rows = std::make_shared<Rows>(Rows::of(widths_, n, n_actions));
    std::vector<std::int32_t> n_entities(n), n_tokens(n);
    std::vector<LooseRows> loose(static_cast<std::size_t>(crew_->n_threads()));
    crew_->share(n, [&](std::size_t part, std::size_t begin, std::size_t end) {
      Writer writer(*rows, loose[part]);
      for (std::size_t row = begin; row < end; ++row) {
        writer.turn_to(row, first_action(row));
        G::rows(views_[row], legal(row), writer);
        n_entities[row] = writer.n_entities();
        n_tokens[row] = writer.n_tokens();
      }
    });
    join(loose, *rows);
    rows->entity_offsets = offsets(n_entities);
    rows->token_offsets = offsets(n_tokens);
    return rows;
  }

  Column<std::uint64_t> keys(std::uint64_t seed, std::span<const std::int32_t> at) const override {
    Column<std::uint64_t> keys(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) keys[i] = key(seed, static_cast<std::size_t>(at[i]));
    return keys;
  }

  Fault play_bot(const std::string& name, std::int32_t depth, std::uint64_t seed, std::span<const std::int32_t> at,
                 Picks& picks) const override {
    const auto bots = G::bots();
    const auto bot = std::find_if(bots.begin(), bots.end(), [&](const auto& entry) { return entry.name == name; });
    if (bot == bots.end()) return std::string(G::schema().game) + " has no scripted player '" + name + "'";
    if (depth < bot->least_depth || depth > bot->most_depth)
      return "the depth of " + name + " is " + std::to_string(depth) + "; it may be from " +
             std::to_string(bot->least_depth) + " to " + std::to_string(bot->most_depth);
    std::vector<std::size_t> first(at.size() + 1, 0);
    for (std::size_t i = 0; i < at.size(); ++i) first[i + 1] = first[i] + legal(static_cast<std::size_t>(at[i])).size();
    picks.index.resize(at.size());
    picks.weights.resize(first.back());
    crew_->share(at.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto row = static_cast<std::size_t>(at[i]);
        Rng rng(key(seed, row));
        const std::span<float> weights(picks.weights.data() + first[i], first[i + 1] - first[i]);
        picks.index[i] = bot->choose(views_[row], legal(row), depth, rng, weights);
      }
    });
    return {};
  }

  Fault deal(std::span<const std::int32_t> at, std::span<const std::uint64_t> seeds,
             std::unique_ptr<Pool>& pool) const override {
    if constexpr (DealsWorlds<G>) {
      if constexpr (requires(const typename G::View& view) { G::can_deal(view); })
        for (const std::int32_t row : at)
          if (Fault fault = G::can_deal(views_[static_cast<std::size_t>(row)]); !fault.empty()) return fault;
      std::vector<typename G::State> states(at.size());
      std::vector<std::int32_t> plies(at.size());
      crew_->share(at.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          const auto row = static_cast<std::size_t>(at[i]);
          states[i] = G::deal(views_[row], seeds[i]);
          plies[i] = heads_->ply[row] - is_second_of_both(G::deciders(states[i]), heads_->seat[row]);
        }
      });
      pool = std::make_unique<GamePool<G>>(crew_, widths_, std::move(states), plies, seeds);
      return {};
    } else {
      return std::string(G::schema().game) + " deals no worlds yet";
    }
  }

  std::vector<std::string> labels(std::size_t row) const override {
    std::vector<std::string> labels;
    for (const auto& action : legal(row)) labels.push_back(G::label(views_[row], action));
    return labels;
  }

  std::string told(std::size_t row, std::size_t action) const override {
    return G::told(views_[row], legal(row)[action]);
  }

  std::string page(std::size_t row) const override { return G::page(views_[row]); }

  bool looks_like(std::size_t row, const Worlds& other, std::size_t other_row) const override {
    const auto* same_game = dynamic_cast<const GameWorlds*>(&other);
    return same_game != nullptr && views_[row] == same_game->views_[other_row];
  }

  std::span<const typename G::Action> legal(std::size_t row) const {
    const std::size_t first = first_action(row), end = first_action(row + 1);
    return {actions_.data() + first, end - first};
  }

 private:
  std::size_t first_action(std::size_t row) const { return static_cast<std::size_t>(heads_->action_offsets[row]); }

  std::uint64_t key(std::uint64_t seed, std::size_t row) const {
    const auto moment =
        static_cast<std::uint64_t>(heads_->ply[row]) * 2 + static_cast<std::uint64_t>(heads_->seat[row]);
    return mix(mix(seed, deal_keys_[row]), moment);
  }

  static Column<std::int64_t> offsets(const std::vector<std::int32_t>& counts) {
    Column<std::int64_t> offsets(counts.size() + 1);
    offsets[0] = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) offsets[i + 1] = offsets[i] + counts[i];
    return offsets;
  }

  static void join(std::vector<LooseRows>& parts, Rows& rows) {
    const auto append = [&](auto& to, auto LooseRows::* column) {
      to = std::move(parts.front().*column);
      for (std::size_t part = 1; part < parts.size(); ++part) {
        const auto& from = parts[part].*column;
        to.insert(to.end(), from.begin(), from.end());
      }
    };
    append(rows.entities, &LooseRows::entities);
    append(rows.entity_card, &LooseRows::card);
    append(rows.entity_zone, &LooseRows::zone);
    append(rows.tokens, &LooseRows::tokens);
  }

  std::shared_ptr<Crew> crew_;
  Widths widths_;
  std::shared_ptr<Heads> filling_;
  std::shared_ptr<const Heads> heads_;
  Column<typename G::View> views_;
  Column<std::uint64_t> deal_keys_;
  Column<typename G::Action> actions_;
};

template <Game G>
class GamePool final : public Pool {
 public:
  // Plays deals from their beginning.
  GamePool(std::shared_ptr<Crew> crew, Widths widths, std::vector<typename G::Options> options, Deals deals,
           std::size_t n_slots, bool asks_forced)
      : crew_(std::move(crew)),
        widths_(widths),
        options_(std::move(options)),
        deals_(std::move(deals)),
        asks_forced_(asks_forced) {
    slots_.resize(std::min({n_slots, deals_.seeds.size(), most_open<G>()}));
    standing_.resize(slots_.size());
  }

  // Plays on from dealt states.
  GamePool(std::shared_ptr<Crew> crew, Widths widths, std::vector<typename G::State> states,
           const std::vector<std::int32_t>& plies, std::span<const std::uint64_t> seeds)
      : crew_(std::move(crew)), widths_(widths) {
    slots_.resize(states.size());
    standing_.resize(slots_.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      Slot& slot = slots_[i];
      slot.game = static_cast<std::int32_t>(i);
      slot.deal_key = scatter(seeds[i]);
      slot.first_ply = plies[i];
      slot.state = std::move(states[i]);
      standing_[i].stage = Stage::running;
    }
  }

  std::shared_ptr<const Worlds> open() override {
    if (worlds_) return worlds_;
    while (refill()) {
      crew_->share(slots_.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          if (standing_[i].stage == Stage::running) advance(i);
      });
    }
    return worlds_ = gather();
  }

  Fault apply(std::span<const std::int32_t> index) override {
    if (!worlds_) return "no decisions are open: ask for them before choices are applied";
    if (index.size() != worlds_->heads()->size())
      return "got " + std::to_string(index.size()) + " choices for " + std::to_string(worlds_->heads()->size()) +
             " open decisions";
    for (std::size_t row = 0; row < index.size(); ++row) {
      const std::size_t n_legal = worlds_->legal(row).size();
      if (index[row] < 0 || static_cast<std::size_t>(index[row]) >= n_legal)
        return "choice " + std::to_string(index[row]) + " in decision " + std::to_string(row) + ": it has " +
               std::to_string(n_legal) + " legal rows, from 0 to " + std::to_string(n_legal - 1);
    }
    crew_->share(slots_.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        if (standing_[i].stage == Stage::waiting) play_chosen(i, index);
    });
    worlds_.reset();
    return {};
  }

  Fault secrets(Column<float>& numbers) const override {
    if (!worlds_) return "no decisions are open: ask for them before their secrets";
    numbers.resize(worlds_->heads()->size() * widths_.secrets);
    if (widths_.secrets == 0) return {};
    for (std::size_t i = 0; i < slots_.size(); ++i)
      for (Seat seat = 0; seat < 2; ++seat)
        if (standing_[i].is_open(seat))
          G::secrets(slots_[i].state, {numbers.data() + standing_[i].row(seat) * widths_.secrets, widths_.secrets});
    return {};
  }

  Ended take_ended() override {
    std::sort(finished_.begin(), finished_.end(), [](const auto& a, const auto& b) { return a.game < b.game; });
    Ended ended;
    ended.choice_offsets.push_back(0);
    for (const Finished& game : finished_) {
      ended.game.push_back(game.game);
      ended.score.push_back(game.outcome.score);
      ended.plies.push_back(game.plies);
      ended.reason.push_back(game.outcome.reason);
      ended.choices.insert(ended.choices.end(), game.choices.begin(), game.choices.end());
      ended.choice_offsets.push_back(static_cast<std::int64_t>(ended.choices.size()));
    }
    finished_.clear();
    return ended;
  }

  const Widths& widths() const override { return widths_; }

 private:
  enum class Stage : std::uint8_t { empty, running, waiting, ended };

  // How a slot stands, apart from its game: a pass over all slots reads a few bytes of each.
  struct Standing {
    Stage stage = Stage::empty;
    std::array<std::uint16_t, 2> n_legal{};         // rows of each seat's open choice, 0 where it has none
    std::uint32_t first_row = 0, first_action = 0;  // in the batch, once gathered

    bool is_open(Seat seat) const { return stage == Stage::waiting && n_legal[seat] > 0; }
    std::size_t row(Seat seat) const { return first_row + (seat == 1 && n_legal[0] > 0); }
    std::size_t action(Seat seat) const { return first_action + (seat == 1 ? n_legal[0] : 0U); }
  };

  struct Slot {
    typename G::State state;
    Deciders deciders = Deciders::none;
    std::array<std::vector<typename G::Action>, 2> legal;  // of each seat that decides
    std::vector<std::int32_t> choices;
    Outcome outcome;
    std::uint64_t deal_key = 0;
    std::int32_t game = 0;
    std::int32_t first_ply = 0;

    std::int32_t ply() const { return first_ply + static_cast<std::int32_t>(choices.size()); }
  };

  struct Finished {
    std::int32_t game, plies;
    Outcome outcome;
    std::vector<std::int32_t> choices;
  };

  // Takes the results of ended slots and begins the next deals in them, in the order of slots so that threads do not
  // matter. Says whether a slot is to be advanced.
  bool refill() {
    bool is_any_running = false;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      Stage& stage = standing_[i].stage;
      if (stage == Stage::ended) {
        Slot& slot = slots_[i];
        finished_.push_back({slot.game, slot.ply(), slot.outcome, std::move(slot.choices)});
        slot.choices.clear();
        stage = Stage::empty;
      }
      if (stage == Stage::empty && next_deal_ < deals_.seeds.size()) {
        begin(slots_[i], next_deal_++);
        stage = Stage::running;
      }
      is_any_running |= stage == Stage::running;
    }
    return is_any_running;
  }

  void begin(Slot& slot, std::size_t deal) {
    slot.game = static_cast<std::int32_t>(deal);
    slot.deal_key = scatter(deals_.seeds[deal]);
    slot.first_ply = 0;
    slot.state = G::begin(options_[static_cast<std::size_t>(deals_.option[deal])], deals_.seeds[deal]);
  }

  // Plays forced choices until somebody has a real one or the game has ended.
  void advance(std::size_t i) {
    Slot& slot = slots_[i];
    Standing& standing = standing_[i];
    for (;;) {
      if (const auto outcome = G::outcome(slot.state)) {
        slot.outcome = *outcome;
        standing.stage = Stage::ended;
        return;
      }
      slot.deciders = G::deciders(slot.state);
      for (Seat seat = 0; seat < 2; ++seat) standing.n_legal[seat] = list_legal(slot, seat);
      if (standing.n_legal[0] + standing.n_legal[1] > 0) {
        standing.stage = Stage::waiting;
        return;
      }
      play(slot, {0, 0});
    }
  }

  // Lists the actions of a seat and says how many rows its open choice has.
  std::uint16_t list_legal(Slot& slot, Seat seat) const {
    if (!decides(slot.deciders, seat)) return 0;
    auto& legal = slot.legal[seat];
    legal.clear();
    // The view is sliced again when worlds are gathered: keeping it would fill the cache with copies.
    G::actions(G::view(slot.state, seat), legal);
    return asks_forced_ || legal.size() > 1 ? static_cast<std::uint16_t>(legal.size()) : std::uint16_t{0};
  }

  static void play(Slot& slot, std::array<std::int32_t, 2> chosen) {
    const Deciders deciders = slot.deciders;
    for (Seat seat = 0; seat < 2; ++seat) {
      if (!decides(deciders, seat)) continue;
      slot.choices.push_back(chosen[seat]);
      G::apply(slot.state, seat, slot.legal[seat][static_cast<std::size_t>(chosen[seat])]);
    }
  }

  void play_chosen(std::size_t i, std::span<const std::int32_t> index) {
    const Standing& standing = standing_[i];
    std::array<std::int32_t, 2> chosen{};
    for (Seat seat = 0; seat < 2; ++seat)
      if (standing.is_open(seat)) chosen[seat] = index[standing.row(seat)];
    play(slots_[i], chosen);
    advance(i);
  }

  // Lays the open decisions of all slots side by side.
  std::shared_ptr<GameWorlds<G>> gather() {
    std::uint32_t n_decisions = 0, n_actions = 0;
    for (Standing& standing : standing_) {
      standing.first_row = n_decisions;
      standing.first_action = n_actions;
      for (Seat seat = 0; seat < 2; ++seat)
        if (standing.is_open(seat)) {
          ++n_decisions;
          n_actions += standing.n_legal[seat];
        }
    }
    auto worlds = std::make_shared<GameWorlds<G>>(crew_, widths_, n_decisions, n_actions);
    crew_->share(slots_.size(), [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        for (Seat seat = 0; seat < 2; ++seat)
          if (standing_[i].is_open(seat)) {
            const Slot& slot = slots_[i];
            worlds->put(standing_[i].row(seat), standing_[i].action(seat), slot.game, slot.deal_key, seat,
                        slot.ply() + is_second_of_both(slot.deciders, seat), G::view(slot.state, seat),
                        slot.legal[seat]);
          }
    });
    worlds->seal();
    return worlds;
  }

  std::shared_ptr<Crew> crew_;
  Widths widths_;
  std::vector<typename G::Options> options_;
  Deals deals_;
  bool asks_forced_ = false;  // whether a choice with one legal row is a decision too, for those who watch
  std::size_t next_deal_ = 0;
  std::vector<Slot> slots_;
  std::vector<Standing> standing_;  // [slots]
  std::vector<Finished> finished_;
  std::shared_ptr<GameWorlds<G>> worlds_;
};

// The entry of a game in the table of games.
template <Game G>
GameEntry entry_of() {
  std::vector<BotEntry> bots;
  for (const auto& bot : G::bots())
    bots.push_back({std::string(bot.name), std::string(bot.summary), bot.least_depth, bot.most_depth});
  const auto make_pool = [](const std::vector<OptionValues>& values, Deals deals, std::size_t n_slots, bool asks_forced,
                            std::shared_ptr<Crew> crew, std::unique_ptr<Pool>& pool) -> Fault {
    std::vector<typename G::Options> options(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      if (Fault fault = G::read_options(values[i], options[i]); !fault.empty()) return fault;
    for (const auto& other : options)
      if (G::plane_size(other) != G::plane_size(options.front())) return "games of one pool must be of one board size";
    const Widths widths = widths_of<G>(options.front());
    pool = std::make_unique<GamePool<G>>(std::move(crew), widths, std::move(options), std::move(deals), n_slots,
                                         asks_forced);
    return {};
  };
  return {G::schema(), std::move(bots), G::sheets(), DealsWorlds<G>, make_pool};
}

}  // namespace standoff
