// The core as a page in a browser sees it: a few functions over linear memory, conversion only.
//
// How to call. Numbers are arguments; text and arrays are written where `question(bytes)` points, and the next call
// takes them from there. A function returns -1 where it cannot do what it is asked; its answer is then one part, a
// sentence in UTF-8. Otherwise it returns 0 or the number that is named below, and its answer is parts: `answer()`
// points at 32-bit words, the number of parts, then address and length in bytes of each. An answer stays until the
// next call of anything but `answer` and `question`. Memory may grow in any call: look at it anew after each. Numbers
// are little endian. `_initialize()` must be called first, once.
//
//   question(bytes)            the address, which eight divides, of so many bytes for the next call; 0 if it refuses,
//                              which it then answers
//   answer()                   where the answer of the last call is listed
//   games()                    [JSON]: a list of the games, each with its "schema" and its "bots"
//   begin()                    makes a pool and returns its number. Asks for text, a line a thing:
//                                  game bang
//                                  option rules 1        any number of these: a name and its whole numbers
//                                  seeds 17 18           one game for each
//                                  asks_forced           if choices with one legal row are to be asked, too
//   end(pool)                  frees a pool
//   open(pool)                 plays forced choices and returns the number B of open decisions, 0 once all games have
//                              ended: [game i32[B], seat i8[B], ply i32[B], kind i32[B], information u64[B],
//                              action_offsets i64[B+1]], as Heads in batch.hpp
//   rows(pool)                 what a model reads of the open decisions: the twelve columns of Rows in batch.hpp
//   page(pool, row)            [JSON, JSON, JSON]: what the seat sees, for drawing; its legal actions in words;
//                              the same as the other seat hears of them
//   choose(pool, depth, seed)  what a scripted player does in every open decision: [index i32[B], weights f32[sum A]].
//                              Asks for its name; a depth of 0 is for players that take none
//   load()                     makes a net of weights and returns its number. Asks for the order in net_order.hpp.
//                              An array logit_offsets, if there is one, is added to the logits of each kind of action
//   unload(net)                frees a net
//   evaluate(pool, net)        what a net makes of the open decisions: [logits f32[sum A], value f32[B], index i32[B]],
//                              with the offsets added; index is the row with the greatest logit, the first on ties
//   apply(pool)                plays the chosen rows. Asks for i32[B]
//   results(pool)              returns the number N of games that have ended since it was last called: [game i32[N],
//                              score f32[N] of seat 0, plies i32[N], reason i32[N], choice_offsets i64[N+1],
//                              choices i32[sum plies]], as Ended in batch.hpp
#include <cstring>
#include <map>
#include <numeric>

#include "net_order.hpp"
#include "order.hpp"
#include "policy.hpp"
#include "pool.hpp"

// The library would print a sentence before it ends the program, and need a system to print with.
void std::__libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }

namespace standoff {
namespace {

constexpr std::size_t largest_question = std::size_t{1} << 24;  // four million weights
constexpr std::size_t most_seeds = 4096;                        // of one pool
constexpr std::size_t most_pools = 64;
constexpr std::size_t most_nets = 16;
constexpr std::int32_t refused = -1;

struct OpenPool {
  std::string game;
  std::unique_ptr<Pool> pool;
  std::shared_ptr<const Worlds> worlds;  // while decisions are open
};

struct OpenNet {
  std::string game;
  Policy policy;
};

std::map<std::int32_t, OpenPool> pools;
std::map<std::int32_t, OpenNet> nets;
std::int32_t n_begun = 0, n_loaded = 0;
std::vector<char> asked;
std::vector<std::uint32_t> listed;         // what `answer` points at
std::shared_ptr<const void> answer_owner;  // of the memory that is listed

// ---- Answers

template <class Values>
void list_part(const Values& values) {
  listed.push_back(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(values.data())));
  listed.push_back(static_cast<std::uint32_t>(values.size() * sizeof(*values.data())));
}

// Lists columns that `owner` keeps alive.
template <class... Columns>
void reply(std::shared_ptr<const void> owner, const Columns&... columns) {
  answer_owner = std::move(owner);
  listed.assign({sizeof...(columns)});
  (list_part(columns), ...);
}

void reply_texts(std::vector<std::string> texts) {
  const auto kept = std::make_shared<const std::vector<std::string>>(std::move(texts));
  answer_owner = kept;
  listed.assign({static_cast<std::uint32_t>(kept->size())});
  for (const std::string& text : *kept) list_part(text);
}

std::int32_t refuse(Fault fault) {
  reply_texts({std::move(fault)});
  return refused;
}

// What was asked; the next call finds nothing of it.
std::string take_question() {
  const std::vector<char> taken = std::exchange(asked, {});
  return {taken.begin(), taken.end()};
}

// ---- JSON

std::string quoted(std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') out += '\\';
    if (static_cast<unsigned char>(letter) >= 0x20)
      out += letter;
    else
      out += {'\\', 'u', '0', '0', digits[letter >> 4], digits[letter & 15]};
  }
  return out + '"';
}

template <class Items, class InJson>
std::string listed_in_json(const Items& items, InJson in_json) {
  std::string out = "[";
  for (const auto& item : items) out += (out.size() > 1 ? "," : "") + in_json(item);
  return out + "]";
}

std::string texts_in_json(const std::vector<std::string>& texts) { return listed_in_json(texts, quoted); }

// The fields in the order of Schema in standoff/schema.py, so that the text of both has the same hash.
std::string schema_in_json(const SchemaNames& names) {
  std::string out = "{\"game\":" + quoted(names.game);
  each_column(names, [&](const char* key, const std::vector<std::string_view>& values) {
    out += ",\"" + std::string(key) + "\":" + listed_in_json(values, quoted);
  });
  return out + ",\"token_buckets\":" + std::to_string(names.token_buckets) + "}";
}

std::string bot_in_json(const BotEntry& bot) {
  return "{\"name\":" + quoted(bot.name) + ",\"summary\":" + quoted(bot.summary) +
         ",\"least_depth\":" + std::to_string(bot.least_depth) + ",\"most_depth\":" + std::to_string(bot.most_depth) +
         "}";
}

std::string game_in_json(const GameEntry& game) {
  return "{\"schema\":" + schema_in_json(game.schema) + ",\"bots\":" + listed_in_json(game.bots, bot_in_json) + "}";
}

// ---- What a pool is made of

struct Order {
  std::string game;
  OptionValues options;
  std::vector<std::uint64_t> seeds;
  bool asks_forced = false;
};

Fault read_line(std::span<const std::string_view> words, Order& order) {
  const std::string_view first = words[0];
  if (first == "seeds") return read_numbers(words.subspan(1), order.seeds);
  if (first == "option" && words.size() >= 2) {
    order.options.emplace_back(std::string(words[1]), std::vector<std::int64_t>{});
    return read_numbers(words.subspan(2), order.options.back().second);
  }
  if (first == "game" && words.size() == 2)
    order.game = words[1];
  else if (first == "asks_forced" && words.size() == 1)
    order.asks_forced = true;
  else
    return "'" + std::string(first) +
           "' begins no line of a pool, or not so: write 'game NAME', 'option NAME NUMBERS', 'seeds NUMBERS' or "
           "'asks_forced'";
  return {};
}

Fault read_order(std::string_view text, Order& order) {
  const auto read = [&](std::span<const std::string_view> words) { return read_line(words, order); };
  if (Fault fault = read_lines(text, read); !fault.empty()) return fault;
  if (order.seeds.empty() || order.seeds.size() > most_seeds)
    return "a pool takes from 1 to " + std::to_string(most_seeds) + " seeds, not " + std::to_string(order.seeds.size());
  return {};
}

Fault find_game(std::string_view name, const GameEntry*& found) {
  for (const GameEntry& game : games())
    if (game.schema.game == name) {
      found = &game;
      return {};
    }
  return "there is no game '" + std::string(name) + "'; there is " +
         listed_in_json(games(), [](const GameEntry& game) { return quoted(game.schema.game); });
}

Fault make_pool(Order order, OpenPool& begun) {
  const GameEntry* game = nullptr;
  if (Fault fault = find_game(order.game, game); !fault.empty()) return fault;
  const std::size_t n_games = order.seeds.size();
  begun.game = order.game;
  return game->make_pool({order.options}, {std::move(order.seeds), std::vector<std::int32_t>(n_games)}, n_games,
                         order.asks_forced, std::make_shared<Crew>(1), begun.pool);
}

Fault make_net(NetOrder order, OpenNet& loaded) {
  const GameEntry* game = nullptr;
  if (Fault fault = find_game(order.game, game); !fault.empty()) return fault;
  loaded.game = order.game;
  return Policy::read(game->schema, order.family, std::move(order.weights), loaded.policy);
}

// ---- Finding what a number names

Fault find_pool(std::int32_t number, OpenPool*& found) {
  const auto entry = pools.find(number);
  if (entry == pools.end()) return "there is no pool " + std::to_string(number) + "; begin one and use its number";
  found = &entry->second;
  return {};
}

Fault find_worlds(std::int32_t number, const Worlds*& found) {
  OpenPool* pool = nullptr;
  if (Fault fault = find_pool(number, pool); !fault.empty()) return fault;
  if (!pool->worlds) return "pool " + std::to_string(number) + " has no open decisions: open them first";
  found = pool->worlds.get();
  return {};
}

Fault find_net(std::int32_t number, OpenNet*& found) {
  const auto entry = nets.find(number);
  if (entry == nets.end()) return "there is no net " + std::to_string(number) + "; load one and use its number";
  found = &entry->second;
  return {};
}

}  // namespace

[[clang::export_name("question")]] char* ask(std::uint32_t bytes) {
  if (bytes > largest_question) {
    refuse("a question may have " + std::to_string(largest_question) + " bytes, not " + std::to_string(bytes));
    return nullptr;
  }
  asked = std::vector<char>();
  asked.reserve(bytes + 1);  // never nowhere
  asked.resize(bytes);
  return asked.data();
}

[[clang::export_name("answer")]] const std::uint32_t* answer() { return listed.data(); }

[[clang::export_name("games")]] std::int32_t list_games() {
  reply_texts({listed_in_json(games(), game_in_json)});
  return 0;
}

[[clang::export_name("begin")]] std::int32_t begin_pool() {
  Order order;
  OpenPool begun;
  if (Fault fault = read_order(take_question(), order); !fault.empty()) return refuse(std::move(fault));
  if (pools.size() >= most_pools) return refuse("there are " + std::to_string(most_pools) + " pools: end one first");
  if (Fault fault = make_pool(std::move(order), begun); !fault.empty()) return refuse(std::move(fault));
  reply({});
  pools.emplace(++n_begun, std::move(begun));
  return n_begun;
}

[[clang::export_name("end")]] std::int32_t end_pool(std::int32_t number) {
  OpenPool* pool = nullptr;
  if (Fault fault = find_pool(number, pool); !fault.empty()) return refuse(std::move(fault));
  reply({});
  pools.erase(number);
  return 0;
}

[[clang::export_name("open")]] std::int32_t open_decisions(std::int32_t number) {
  OpenPool* pool = nullptr;
  if (Fault fault = find_pool(number, pool); !fault.empty()) return refuse(std::move(fault));
  pool->worlds = pool->pool->open();
  const auto& heads = pool->worlds->heads();
  reply(heads, heads->game, heads->seat, heads->ply, heads->kind, heads->information, heads->action_offsets);
  return static_cast<std::int32_t>(heads->size());
}

[[clang::export_name("rows")]] std::int32_t write_rows(std::int32_t number) {
  const Worlds* worlds = nullptr;
  if (Fault fault = find_worlds(number, worlds); !fault.empty()) return refuse(std::move(fault));
  const auto rows = worlds->rows();
  reply(rows, rows->globals, rows->planes, rows->entities, rows->entity_card, rows->entity_zone, rows->entity_offsets,
        rows->tokens, rows->token_offsets, rows->actions, rows->action_kind, rows->action_id, rows->action_refs);
  return 0;
}

[[clang::export_name("page")]] std::int32_t write_page(std::int32_t number, std::int32_t row) {
  const Worlds* worlds = nullptr;
  if (Fault fault = find_worlds(number, worlds); !fault.empty()) return refuse(std::move(fault));
  const std::size_t n_decisions = worlds->heads()->size(), at = static_cast<std::size_t>(row);
  if (row < 0 || at >= n_decisions)
    return refuse("there is no open decision " + std::to_string(row) + " in pool " + std::to_string(number) +
                  "; it has " + std::to_string(n_decisions) + ", from 0");
  const std::vector<std::string> labels = worlds->labels(at);
  std::vector<std::string> told;
  for (std::size_t action = 0; action < labels.size(); ++action) told.push_back(worlds->told(at, action));
  reply_texts({worlds->page(at), texts_in_json(labels), texts_in_json(told)});
  return 0;
}

[[clang::export_name("choose")]] std::int32_t choose(std::int32_t number, std::int32_t depth, std::uint64_t seed) {
  const std::string bot = take_question();
  const Worlds* worlds = nullptr;
  if (Fault fault = find_worlds(number, worlds); !fault.empty()) return refuse(std::move(fault));
  std::vector<std::int32_t> all(worlds->heads()->size());
  std::iota(all.begin(), all.end(), 0);
  const auto picks = std::make_shared<Picks>();
  if (Fault fault = worlds->play_bot(bot, depth, seed, all, *picks); !fault.empty()) return refuse(std::move(fault));
  reply(picks, picks->index, picks->weights);
  return 0;
}

[[clang::export_name("load")]] std::int32_t load_net() {
  NetOrder order;
  OpenNet loaded;
  if (Fault fault = read_net_order(take_question(), order); !fault.empty()) return refuse(std::move(fault));
  if (nets.size() >= most_nets) return refuse("there are " + std::to_string(most_nets) + " nets: unload one first");
  if (Fault fault = make_net(std::move(order), loaded); !fault.empty()) return refuse(std::move(fault));
  reply({});
  nets.emplace(++n_loaded, std::move(loaded));
  return n_loaded;
}

[[clang::export_name("unload")]] std::int32_t unload_net(std::int32_t number) {
  OpenNet* net = nullptr;
  if (Fault fault = find_net(number, net); !fault.empty()) return refuse(std::move(fault));
  reply({});
  nets.erase(number);
  return 0;
}

[[clang::export_name("evaluate")]] std::int32_t evaluate(std::int32_t number, std::int32_t net_number) {
  const Worlds* worlds = nullptr;
  OpenNet* net = nullptr;
  if (Fault fault = find_worlds(number, worlds); !fault.empty()) return refuse(std::move(fault));
  if (Fault fault = find_net(net_number, net); !fault.empty()) return refuse(std::move(fault));
  if (const std::string& game = pools.at(number).game; game != net->game)
    return refuse("net " + std::to_string(net_number) + " plays " + net->game + "; pool " + std::to_string(number) +
                  " is of " + game);
  const auto opinions = std::make_shared<Opinions>();
  if (Fault fault = net->policy.evaluate(*worlds->heads(), *worlds->rows(), *opinions); !fault.empty())
    return refuse(std::move(fault));
  reply(opinions, opinions->logits, opinions->value, opinions->index);
  return 0;
}

[[clang::export_name("apply")]] std::int32_t apply_choices(std::int32_t number) {
  const std::string given = take_question();
  OpenPool* pool = nullptr;
  if (Fault fault = find_pool(number, pool); !fault.empty()) return refuse(std::move(fault));
  std::vector<std::int32_t> index(given.size() / sizeof(std::int32_t));
  if (given.size() % sizeof(std::int32_t) != 0)
    return refuse("choices are 32-bit numbers, which " + std::to_string(given.size()) + " bytes are not");
  if (!index.empty()) std::memcpy(index.data(), given.data(), given.size());
  if (Fault fault = pool->pool->apply(index); !fault.empty()) return refuse(std::move(fault));
  pool->worlds.reset();
  reply({});
  return 0;
}

[[clang::export_name("results")]] std::int32_t take_results(std::int32_t number) {
  OpenPool* pool = nullptr;
  if (Fault fault = find_pool(number, pool); !fault.empty()) return refuse(std::move(fault));
  const auto ended = std::make_shared<const Ended>(pool->pool->take_ended());
  reply(ended, ended->game, ended->score, ended->plies, ended->reason, ended->choice_offsets, ended->choices);
  return static_cast<std::int32_t>(ended->game.size());
}

}  // namespace standoff
