// What only a critic may see of BANG! The Duel: both hands, all decks, both reserves.
#include "bang.hpp"

namespace standoff::bang {

void Bang::secrets(const State& state, std::span<float> numbers) {
  std::fill(numbers.begin(), numbers.end(), 0.0F);
  const CardSet sets[] = {state.seat[0].hand, state.seat[1].hand, state.hidden.deck[0], state.hidden.deck[1],
                          state.hidden.deck[2]};
  std::size_t at = 0;
  for (const CardSet& set : sets) {
    set.each([&](Card card) { numbers[at + static_cast<std::size_t>(name_of(card))] += 1; });
    at += n_names;
  }
  for (const Private& seat : state.seat)
    for (int i = 0; i < n_a_side; ++i) numbers[at++] = static_cast<float>((seat.reserve >> i) & 1U);
}

}  // namespace standoff::bang
