/** Texts to score: real outputs where they are beside the repository, else the examples, repeated to the size wanted. */
import { closeSync, existsSync, openSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const wmt09 = join(root, '../shared/data/wmt09-ranking');

/** Pairs of hypothesis and reference. */
function readPairs() {
  const lines = (path) => readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
  const pairs = [];
  if (existsSync(wmt09)) {
    for (const language of ['en', 'fr', 'es']) {
      const reference = lines(join(wmt09, `text/newstest2009.${language}.txt`));
      for (const pair of readdirSync(join(wmt09, 'outputs')).filter((name) => name.endsWith(`-${language}`))) {
        for (const system of readdirSync(join(wmt09, 'outputs', pair))) {
          lines(join(wmt09, 'outputs', pair, system)).forEach((text, i) => pairs.push([text, reference[i]]));
        }
      }
    }
    return { pairs, from: 'WMT09 outputs' };
  }
  for (const letter of ['A', 'B']) {
    const reference = lines(join(root, `examples/reference.${letter}.en.txt`));
    for (const system of ['good', 'terse', 'verbose', 'shuffled']) {
      lines(join(root, `examples/${system}.txt`)).forEach((text, i) => pairs.push([text, reference[i]]));
    }
  }
  return { pairs, from: 'examples/ (the WMT09 outputs are not here)' };
}

/** Some segments of the outputs of many systems, evenly drawn from all, and their reference: names of files in the folder. */
export function writeSystems(folder, size) {
  const { reference, systems } = wmt09Systems();
  const examples = join(root, 'examples');
  const sources =
    systems.length > 0
      ? [reference, ...systems]
      : ['reference.A.en', 'good', 'terse', 'verbose', 'shuffled'].map((name) => join(examples, `${name}.txt`));
  const [written, ...outputs] = sources.map((path, i) => {
    const lines = readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
    const drawn = Array.from({ length: size }, (_, k) => lines[Math.floor((k * lines.length) / size)]);
    const copy = join(folder, `system.${i}.txt`);
    writeFileSync(copy, `${drawn.join('\n')}\n`);
    return copy;
  });
  return { reference: written, outputs };
}

/** The reference and all outputs of a task with many systems, where they are beside the repository. */
export function wmt09Systems() {
  if (!existsSync(wmt09)) return { systems: [] };
  const outputs = join(wmt09, 'outputs/de-en');
  return {
    reference: join(wmt09, 'text/newstest2009.en.txt'),
    systems: readdirSync(outputs).map((name) => join(outputs, name)),
  };
}

/** The candidates of some segments with many of them, where n-best lists of Moses are beside the repository. */
export function mosesLists(segments, distinct) {
  const path = join(root, '../shared/data/nbest-lattices/moses-100x100/nbest.txt');
  if (!existsSync(path)) return undefined;
  const lists = new Map();
  for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
    const [segment, text] = line.split('|||').map((field) => field.trim());
    if (!lists.has(segment)) lists.set(segment, []);
    lists.get(segment).push(text);
  }
  return [...lists.values()]
    .filter((texts) => new Set(texts).size >= 40)
    .slice(0, segments)
    .map((texts) => (distinct ? [...new Set(texts)] : texts));
}

let read;

export function writeInputs(folder, size) {
  read ??= readPairs();
  const hypothesis = join(folder, `hypothesis.${size}.txt`);
  const reference = join(folder, `reference.${size}.txt`);
  if (!existsSync(reference)) {
    // A stride that shares no factor with the number of pairs, so that systems and sentences mix.
    const { pairs } = read;
    const files = [openSync(hypothesis, 'w'), openSync(reference, 'w')];
    let block = ['', ''];
    for (let i = 0; i < size; i++) {
      const pair = pairs[(i * 7919) % pairs.length];
      block = [`${block[0]}${pair[0]}\n`, `${block[1]}${pair[1]}\n`];
      if (i % 4096 === 4095 || i === size - 1) {
        files.forEach((file, side) => writeFileSync(file, block[side]));
        block = ['', ''];
      }
    }
    files.forEach(closeSync);
  }
  return { hypothesis, reference, from: read.from };
}

/** The pairs with the longest outputs. */
export function longPairs(folder, size) {
  read ??= readPairs();
  const longest = read.pairs.toSorted(([a], [b]) => b.length - a.length).slice(0, size);
  const [hypothesis, reference] = [0, 1].map((side) => {
    const path = join(folder, `long.${side}.txt`);
    writeFileSync(path, `${longest.map((pair) => pair[side]).join('\n')}\n`);
    return path;
  });
  return { hypothesis, reference };
}

/** Lists of different candidates: references in which some words are replaced, deleted or moved. The name of a file. */
export function madeUpCandidates(folder, lists, size) {
  read ??= readPairs();
  const isUsual = (text) => text.split(' ').length >= 20 && text.split(' ').length <= 30;
  const texts = [...new Set(read.pairs.map(([, reference]) => reference))].filter(isUsual).slice(0, 300);
  const vocabulary = texts.join(' ').split(' ');
  let state = 1;
  const below = (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const made = Array.from({ length: lists }, (_, i) => {
    const candidates = new Set();
    while (candidates.size < size) {
      const words = texts[(i * 37) % texts.length].split(' ');
      for (let changes = 1 + below(8); changes > 0; changes--) {
        const at = below(words.length);
        if (below(2) === 0) words[at] = vocabulary[below(vocabulary.length)];
        else {
          const [word] = words.splice(at, 1);
          if (below(2) === 0) words.splice(below(words.length), 0, word);
        }
      }
      candidates.add(words.join(' '));
    }
    return [...candidates];
  });
  const path = join(folder, 'candidates.json');
  writeFileSync(path, JSON.stringify(made));
  return path;
}
