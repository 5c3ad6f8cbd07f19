// Loads the engine of the game, points its source of randomness at our stream, and guards the calls that can crash it.
#include "engine.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstring>

namespace standoff::ptcg {
namespace {

constexpr const char* entropy_symbol = "_ZNSt13random_device9_M_getvalEv";

// Where the engine's next random number comes from: set before each of its calls.
thread_local Rng* entropy = nullptr;

// Stands in for std::random_device::_M_getval() in the engine's library alone.
unsigned int draw_entropy(void*) {
  static thread_local Rng nobody(0);
  return static_cast<unsigned int>((entropy == nullptr ? nobody : *entropy).next() >> 32);
}

// Names the stream of one call, and takes it back.
class Drawing {
 public:
  explicit Drawing(Rng& rng) { entropy = &rng; }
  ~Drawing() { entropy = nullptr; }
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;
};

struct Relocations {
  const ElfW(Rela) * first = nullptr;
  std::size_t n = 0;
};

// Points every slot for the symbol among these at our function, and says how many there were.
int redirect(const Relocations& table, const link_map& map, const ElfW(Sym) * symbols, const char* names) {
  int n_found = 0;
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  for (std::size_t i = 0; i < table.n; ++i) {
    const auto type = ELF64_R_TYPE(table.first[i].r_info);
    if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) continue;
    if (std::strcmp(names + symbols[ELF64_R_SYM(table.first[i].r_info)].st_name, entropy_symbol) != 0) continue;
    const std::uintptr_t slot = map.l_addr + table.first[i].r_offset;
    void* start = reinterpret_cast<void*>(slot & ~(page - 1));
    if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return 0;
    const auto target = reinterpret_cast<std::uintptr_t>(&draw_entropy);
    std::memcpy(reinterpret_cast<void*>(slot), &target, sizeof target);
    ++n_found;
  }
  return n_found;
}

// Points the library's calls for entropy at our stream: 0 where there are none to be found.
int seize_entropy(void* library) {
  link_map* map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) return 0;
  Relocations calls, data;
  const ElfW(Sym)* symbols = nullptr;
  const char* names = nullptr;
  for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; ++entry) {
    const auto pointer = static_cast<std::uintptr_t>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_JMPREL) calls.first = reinterpret_cast<const ElfW(Rela)*>(pointer);
    if (entry->d_tag == DT_PLTRELSZ) calls.n = entry->d_un.d_val / sizeof(ElfW(Rela));
    if (entry->d_tag == DT_RELA) data.first = reinterpret_cast<const ElfW(Rela)*>(pointer);
    if (entry->d_tag == DT_RELASZ) data.n = entry->d_un.d_val / sizeof(ElfW(Rela));
    if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(pointer);
    if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(pointer);
  }
  if (symbols == nullptr || names == nullptr) return 0;
  return redirect(calls, *map, symbols, names) + redirect(data, *map, symbols, names);
}

template <class Function>
bool find(void* library, const char* name, Function& function) {
  void* found = dlsym(library, name);
  std::memcpy(&function, &found, sizeof found);
  return found != nullptr;
}

bool find_all(void* library, Engine& engine) {
  return find(library, "BattleStart", engine.battle_start) && find(library, "GetBattleData", engine.battle_data) &&
         find(library, "Select", engine.select) && find(library, "BattleFinish", engine.battle_finish) &&
         find(library, "AgentStart", engine.agent_start) && find(library, "SearchBegin", engine.search_begin) &&
         find(library, "SearchStep", engine.search_step) && find(library, "SearchRelease", engine.search_release) &&
         find(library, "SearchEnd", engine.search_end) && find(library, "AllCard", engine.all_cards) &&
         find(library, "AllAttack", engine.all_attacks);
}

std::array<Engine, 3> engines;
std::array<bool, 3> is_loaded{};

std::string_view text(const char* json) { return json == nullptr ? std::string_view{} : std::string_view{json}; }

}  // namespace

Fault load_engine(const std::string& folder, Version version) {
  const auto place = static_cast<std::size_t>(version);
  if (is_loaded[place]) return {};
  const std::string path = folder + (version == Version::v1 ? "/v1/libcg.so" : "/libcg.so");
  // Whoever has this library open has initialized it, and a second time it would end the process.
  if (dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD) != nullptr)
    return "the engine at " + path + " is in use by other code of this process; play ptcg in a process of its own";
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return "the engine cannot be loaded from " + path + ": " + dlerror();
  void (*initialize)() = nullptr;
  if (!find_all(library, engines[place]) || !find(library, "GameInitialize", initialize))
    return "the library at " + path + " is not the engine of kaggle-environments 1.33.2: a function is missing";
  if (seize_entropy(library) == 0)
    return "the engine at " + path + " cannot be seeded: it does not draw as that of kaggle-environments 1.33.2 does";
  initialize();
  is_loaded[place] = true;
  return {};
}

const Engine* engine(Version version) {
  const auto place = static_cast<std::size_t>(version);
  return is_loaded[place] ? &engines[place] : nullptr;
}

Fault check_deck(const Engine& engine, std::span<const int> deck, int seat) {
  const std::string who = "the deck of seat " + std::to_string(seat);
  if (deck.size() != deck_size) return who + " has " + std::to_string(deck.size()) + " cards; a deck has 60";
  std::vector<int> cards(deck.begin(), deck.end());
  cards.insert(cards.end(), deck.begin(), deck.end());
  Rng rng(0);
  const Drawing drawing(rng);
  const StartData start = engine.battle_start(cards.data());
  if (start.battle != nullptr) {
    engine.battle_finish(start.battle);
    return {};
  }
  if (start.error_type == 1) return who + " has a card id that the engine does not know; ids are from 1 to 1431";
  if (start.error_type == 2) return who + " has more than four cards of one name";
  if (start.error_type == 3) return who + " has no Basic Pokémon";
  if (start.error_type == 4) return who + " has more than one ACE SPEC card";
  return who + " is refused by the engine (error " + std::to_string(start.error_type) + ")";
}

Battle::Battle(const Engine& engine, std::span<const int> first, std::span<const int> second, std::uint64_t seed)
    : engine_(engine), rng_(seed) {
  std::vector<int> cards(first.begin(), first.end());
  cards.insert(cards.end(), second.begin(), second.end());
  cards.resize(2 * deck_size);
  const Drawing drawing(rng_);
  battle_ = engine_.battle_start(cards.data()).battle;
}

Battle::~Battle() {
  const Drawing drawing(rng_);
  if (battle_ != nullptr) engine_.battle_finish(battle_);
}

std::string_view Battle::json() {
  if (battle_ == nullptr) return {};
  const Drawing drawing(rng_);
  const SerialData data = engine_.battle_data(battle_);
  input_ = {reinterpret_cast<const char*>(data.data), static_cast<std::size_t>(data.count)};
  return text(data.json);
}

int Battle::select(std::span<const int> indices) {
  if (battle_ == nullptr) return 30;
  for (const int index : indices)
    if (index < 0) return 5;
  std::vector<int> copy(indices.begin(), indices.end());
  copy.push_back(0);
  const Drawing drawing(rng_);
  return engine_.select(battle_, copy.data(), static_cast<int>(indices.size()));
}

Arena::Arena(const Engine& engine, std::uint64_t seed) : engine_(engine) {
  Rng rng(seed);
  const Drawing drawing(rng);
  agent_ = engine_.agent_start();
}

std::string_view Arena::begin(std::string_view input, const Filling& filling) {
  std::string copy(input);
  const auto list = [](const std::vector<int>& cards) {
    std::vector<int> padded(cards);
    padded.resize(2 * deck_size);  // the engine is told no lengths
    return padded;
  };
  std::vector<int> lists[] = {list(filling.my_deck),        list(filling.my_prize),      list(filling.opponent_deck),
                              list(filling.opponent_prize), list(filling.opponent_hand), list(filling.opponent_active)};
  ++n_begun_;
  return text(engine_.search_begin(agent_, copy.data(), static_cast<int>(copy.size()), lists[0].data(), lists[1].data(),
                                   lists[2].data(), lists[3].data(), lists[4].data(), lists[5].data(), 0));
}

std::string_view Arena::step(std::int64_t node, std::span<const int> indices) {
  if (node < 0) return {};
  std::array<int, 2 * deck_size> copy{};
  if (indices.size() > copy.size()) return {};
  std::copy(indices.begin(), indices.end(), copy.begin());
  return text(engine_.search_step(agent_, node, copy.data(), static_cast<int>(indices.size())));
}

void Arena::release(std::int64_t node) {
  if (node >= 0) engine_.search_release(agent_, node);
}

void Arena::end() { engine_.search_end(agent_); }

std::string_view first_question(const Engine& engine, std::span<const int> first, std::span<const int> second) {
  static std::string input;
  if (input.empty()) {
    Battle battle(engine, first, second, 0);
    battle.json();
    input = battle.search_input();
  }
  return input;
}

}  // namespace standoff::ptcg
