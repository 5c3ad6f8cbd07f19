// Reads JSON of a known shape without keeping it: a pull parser.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>

namespace standoff::ptcg {

// A cursor over JSON. After the first thing that is not as it should be, everything is empty.
class Json {
 public:
  explicit Json(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  bool is_bad() const { return is_bad_; }

  // Calls member(key) for each member of an object; that must take the value. A null has no members.
  template <class Member>
  void object(Member member) {
    if (take_null() || !expect('{')) return;
    if (take('}')) return;
    do {
      const std::string_view key = string();
      if (!expect(':')) return;
      member(key);
    } while (!is_bad_ && take(','));
    expect('}');
  }

  // Calls item() for each item of an array.
  template <class Item>
  void array(Item item) {
    if (take_null() || !expect('[')) return;
    if (take(']')) return;
    do item();
    while (!is_bad_ && take(','));
    expect(']');
  }

  // A whole number; true is 1, false 0, null -1.
  std::int64_t number() {
    skip_space();
    if (at_ != end_ && !is_digit(*at_)) {
      if (take_word("true")) return 1;
      if (take_word("false")) return 0;
      if (take_word("null")) return -1;
    }
    const bool is_negative = take('-');
    if (at_ == end_ || !is_digit(*at_)) return fail();
    std::int64_t value = 0;
    for (; at_ != end_ && is_digit(*at_); ++at_)
      if (value < (std::int64_t{1} << 58)) value = value * 10 + (*at_ - '0');
    while (at_ != end_ && (*at_ == '.' || *at_ == 'e' || *at_ == 'E' || *at_ == '+' || *at_ == '-' || is_digit(*at_)))
      ++at_;
    return is_negative ? -value : value;
  }

  std::int16_t small() {
    return static_cast<std::int16_t>(std::clamp<std::int64_t>(number(), std::numeric_limits<std::int16_t>::min(),
                                                              std::numeric_limits<std::int16_t>::max()));
  }

  bool boolean() { return number() > 0; }

  bool take_null() {
    skip_space();
    return take_word("null");
  }

  // What stands between quotation marks, escapes left as they are; a null is empty.
  std::string_view text() { return take_null() ? std::string_view{} : string(); }

  void skip() {
    skip_space();
    if (at_ == end_) {
      fail();
    } else if (*at_ == '{') {
      object([&](std::string_view) { skip(); });
    } else if (*at_ == '[') {
      array([&] { skip(); });
    } else if (*at_ == '"') {
      string();
    } else {
      number();
    }
  }

 private:
  static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

  std::int64_t fail() {
    is_bad_ = true;
    at_ = end_;
    return 0;
  }

  void skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }

  bool take(char letter) {
    skip_space();
    if (at_ == end_ || *at_ != letter) return false;
    ++at_;
    return true;
  }

  bool expect(char letter) {
    if (take(letter)) return true;
    fail();
    return false;
  }

  bool take_word(std::string_view word) {
    if (static_cast<std::size_t>(end_ - at_) < word.size() || std::string_view(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  // What stands between quotation marks, escapes left as they are: no key has one.
  std::string_view string() {
    if (!expect('"')) return {};
    const char* start = at_;
    while (at_ != end_ && *at_ != '"') at_ += *at_ == '\\' && end_ - at_ > 1 ? 2 : 1;
    const std::string_view found(start, static_cast<std::size_t>(at_ - start));
    expect('"');
    return found;
  }

  const char* at_;
  const char* end_;
  bool is_bad_ = false;
};

}  // namespace standoff::ptcg
