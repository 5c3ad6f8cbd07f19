// Orders as text: a line a thing, words with a space between, and the whole numbers among them.
#pragma once

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "batch.hpp"

namespace standoff {

// The pieces between the letters `at`, without the empty ones.
inline std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(at), text.size());
    if (end > 0) pieces.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return pieces;
}

// Appends the numbers that words are; a fault names the first that is none.
template <class Number>
Fault read_numbers(std::span<const std::string_view> words, std::vector<Number>& numbers) {
  for (const std::string_view word : words) {
    Number number{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size())
      return "'" + std::string(word) + "' is no whole number that the core can read";
    numbers.push_back(number);
  }
  return {};
}

// Calls read_line(words) for each line that has any, until one is at fault.
template <class ReadLine>
Fault read_lines(std::string_view text, ReadLine read_line) {
  for (const std::string_view line : split(text, '\n')) {
    const std::vector<std::string_view> words = split(line, ' ');
    if (words.empty()) continue;
    if (Fault fault = read_line(std::span<const std::string_view>(words)); !fault.empty()) return fault;
  }
  return {};
}

}  // namespace standoff
