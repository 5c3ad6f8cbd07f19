// Plays games again in the module that Python has played, and writes what a champion makes of every decision.
import { readFile, writeFile } from "node:fs/promises";

import { Core } from "../web/standoff.mjs";

const [module, champion, games, folder] = process.argv.slice(2);
const { order, choices } = JSON.parse(await readFile(games, "utf8"));
const written = { index: [], logits: [], value: [] };
const core = await Core.of(await readFile(module));

try {
  const net = await core.loadChampion(JSON.parse(await readFile(champion, "utf8")));
  const pool = core.call("begin", [], order);
  while (core.call("open", [pool]) > 0) {
    const [game, , ply] = core.parts();
    const plies = new Int32Array(ply);
    const opinions = core.evaluate(pool, net);
    for (const name in written) written[name].push(Buffer.from(opinions[name].buffer));
    const taken = Int32Array.from(new Int32Array(game), (number, row) => choices[number][plies[row]]);
    core.call("apply", [pool], new Uint8Array(taken.buffer));
  }
  for (const name in written) await writeFile(`${folder}/${name}`, Buffer.concat(written[name]));
} catch (fault) {
  console.error(fault.message);
  process.exitCode = 2;
}
