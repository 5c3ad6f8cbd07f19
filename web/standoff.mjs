// The core in WebAssembly as a page or a worker drives it: calls and their answers, and champions from their JSON.

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const champion_format = "standoff-champion-1";
const remedy = "make it again with `standoff champion`";

/** One instance of build/standoff.wasm. The functions that it has are told in docs/wasm.md. */
export class Core {
  /** Of the bytes of the module. */
  static async of(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes);
    instance.exports._initialize();
    return new Core(instance.exports);
  }

  constructor(exports) {
    this.exports = exports;
  }

  /** What a function returns, asked with numbers and with text or bytes; throws the sentence with which it refuses. */
  call(name, numbers = [], question = "") {
    const bytes = typeof question === "string" ? encoder.encode(question) : question;
    const address = this.exports.question(bytes.length);
    if (address) new Uint8Array(this.exports.memory.buffer, address).set(bytes);
    const returned = address ? this.exports[name](...numbers) : -1;
    if (returned < 0) throw new Error(decoder.decode(this.parts()[0]));
    return returned;
  }

  /** The parts of the last answer, in memory of their own. */
  parts() {
    const buffer = this.exports.memory.buffer;
    const at = this.exports.answer();
    const [count] = new Uint32Array(buffer, at, 1);
    const words = new Uint32Array(buffer, at + 4, 2 * count);
    return Array.from({ length: count }, (_, i) => buffer.slice(words[2 * i], words[2 * i] + words[2 * i + 1]));
  }

  /** All games, each with its schema and its scripted players. */
  games() {
    this.call("games");
    return JSON.parse(decoder.decode(this.parts()[0]));
  }

  /** Loads a champion, the object that its JSON holds, and returns the number of its net. */
  async loadChampion(champion) {
    if (champion.format !== champion_format)
      throw new Error(`this is no champion of this version (${champion_format}); ${remedy}`);
    const schema = this.games().find((game) => game.schema.game === champion.game)?.schema;
    if (!schema) throw new Error(`the champion plays '${champion.game}', which this module does not have; take both of one version`);
    if ((await hashOf(schema)) !== champion.schema)
      throw new Error(
        `the champion was made for other rows of ${champion.game} than this module writes; ` +
          "take both of one version, or train again",
      );
    return this.call("load", [], orderOf(champion, schema.action_kinds));
  }

  /** What a net makes of the open decisions of a pool: logits of their rows, values, and the rows that it takes. */
  evaluate(pool, net) {
    this.call("evaluate", [pool, net]);
    const [logits, value, index] = this.parts();
    return { logits: new Float32Array(logits), value: new Float32Array(value), index: new Int32Array(index) };
  }
}

/** A row drawn from the logits of one decision: 1 plays the policy, below 1 is more careful, above 1 bolder. */
export function sample(logits, temperature, random = Math.random) {
  const greatest = logits.reduce((most, logit) => Math.max(most, logit));
  const weights = Array.from(logits, (logit) => Math.exp((logit - greatest) / temperature));
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => (left -= weight) < 0);
  return index < 0 ? weights.length - 1 : index; // where rounding leaves something behind the last
}

/** The first sixteen digits of the SHA-256 of a schema: by them a champion says which rows it reads. */
async function hashOf(schema) {
  const digest = await crypto.subtle.digest("SHA-256", encoder.encode(JSON.stringify(schema)));
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What `load` is asked: the lines of a champion, an empty one, and the numbers of its weights. */
function orderOf(champion, kinds) {
  const arrays = Object.entries(champion.weights).map(([name, array]) => [name, array.shape, numbersOf(name, array)]);
  const offsets = kinds.map((kind) => champion.logit_offsets[kind] ?? 0);
  arrays.push(["logit_offsets", [kinds.length], Float32Array.from(offsets)]);
  if ("heads" in champion.config) arrays.push(["heads", [1], Float32Array.of(champion.config.heads)]);
  const lines = arrays.map(([name, shape]) => `weight ${name} ${shape.join(" ")}\n`);
  const parts = [encoder.encode(`game ${champion.game}\nfamily ${champion.family}\n${lines.join("")}\n`)];
  for (const [, , numbers] of arrays) parts.push(new Uint8Array(numbers.buffer));
  const order = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (order.set(part, at), at + part.length), 0);
  return order;
}

/** The half-precision numbers of a weight, which stand in base64, little endian. */
function numbersOf(name, { shape, data }) {
  const count = shape.reduce((product, length) => product * length, 1);
  const letters = lettersOf(data);
  if (letters?.length !== 2 * count) throw new Error(`the champion is damaged at weight ${name}; ${remedy}`);
  const byte = (at) => letters.charCodeAt(at);
  return Float32Array.from({ length: count }, (_, i) => numberOf(byte(2 * i) | (byte(2 * i + 1) << 8)));
}

/** The bytes that base64 stands for, a letter each; undefined where it is none. */
function lettersOf(base64) {
  try {
    return atob(base64);
  } catch {
    return undefined;
  }
}

/** A number of half precision: a sign, five bits of exponent, ten of fraction. */
function numberOf(bits) {
  const sign = bits >> 15 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = (bits & 1023) / 1024;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? (1 + fraction) * 2 ** (exponent - 15) : fraction * 2 ** -14);
}
