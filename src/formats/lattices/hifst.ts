/**
 * Target lattices of HiFST with sparse feature costs: arcs `from TAB to TAB word TAB cost TAB k:v k:v …`, a line with one number is a
 * final state, and the start is 0. Cost and features are costs, and cost = weights · features; both are negated here, so
 * score = weights · features with HiFST's own weights. `<s>` and `</s>` bound every path and are not words.
 */
import { UsageError } from '../../core/index.ts';
import { type Hypergraph, LatticeBuilder } from '../../lattice/index.ts';
import { detached } from '../lineReader.ts';
import { type Arc, arcsOf } from './arcs.ts';
import { quoted } from '../numbers.ts';
import { type LatticeFormat, allLines, checkWord, featureNumber, featuresOf, isWhole, parseNumber } from './format.ts';

const silent = new Set(['<s>', '</s>', '<eps>']);

/** A higher number is a typing error, and each feature takes memory. */
const mostFeatures = 10_000;

export const hifst: LatticeFormat = {
  id: 'hifst',
  summary: 'a HiFST lattice with features, as tab-separated arcs',
  extensions: ['.lat.tsv'],
  several: false,
  recognises: (lines) => lines.some((line) => /^\d+\t\d+\t[^\t]+\t[^\t]+\t\d+:/.test(line)),

  async *read(file) {
    const { name, stem, features: names } = file;
    const builder = new LatticeBuilder(names, name);
    const finals = new Set<string>();
    const number = (text: string, what: string, line: number): number => {
      const value = parseNumber(text);
      if (Number.isNaN(value)) throw builder.fault(line, `${what} ${quoted(text)} is not a number.`);
      // Not −0 for 0.
      return 0 - value;
    };
    builder.start('0', 1);
    (await allLines(file)).forEach((text, i) => {
      const line = i + 1;
      const fields = text.split('\t');
      const [from, to, word, cost, costs = ''] = fields as [string, string, string, string, string?];
      if (!isWhole(from) || (fields.length > 1 && !isWhole(to))) {
        throw builder.fault(line, `${quoted(isWhole(from) ? to : from)} is not a state. States are whole numbers.`);
      }
      if (fields.length === 1) {
        if (finals.has(from)) throw builder.fault(line, `state ${from} is final twice. Remove one of the lines.`);
        finals.add(from);
        builder.final(from, { line });
        return;
      }
      if (fields.length < 4 || fields.length > 5 || word === '') {
        throw builder.fault(line, `not an arc. Expected "from, to, word, cost, features", separated by tabs.`);
      }
      const features: (readonly [number, number])[] = [];
      for (const field of costs.split(' ')) {
        if (field === '') continue;
        const colon = field.indexOf(':');
        const key = field.slice(0, Math.max(0, colon));
        if (!/^[1-9]\d*$/.test(key))
          throw builder.fault(line, `${quoted(field)} is not a feature. Expected, for example, 1:4.5.`);
        if (Number(key) > mostFeatures)
          throw builder.fault(line, `the feature number ${key} is too high: at most ${mostFeatures} is allowed.`);
        // Features before it get their numbers first, so a row of weights is in the order of the names.
        for (let k = 1; k < Number(key); k++) if (names.find(String(k)) < 0) featureNumber(names, String(k));
        const feature = featureNumber(names, key);
        if (features.some(([other]) => other === feature)) throw builder.fault(line, `feature ${key} appears twice.`);
        features.push([feature, number(field.slice(colon + 1), `feature ${key}`, line)]);
      }
      builder.arc({
        from,
        to,
        words: silent.has(word) ? [] : [detached(word)],
        score: number(cost, 'the cost', line),
        features,
        line,
      });
    });
    yield { id: stem, hypergraph: builder.finish() };
  },

  *write(hypergraph, { place }) {
    const { states, arcs, finals } = arcsOf(hypergraph, { weightedFinals: false, place, format: 'hifst' });
    const end = finals[0]!.state;
    // Arcs without words at both ends were boundaries and become boundaries again; otherwise boundaries are added.
    const opens = arcs.length > 0 && arcs.every(({ from, word }) => from !== 0 || word === undefined);
    const closes =
      arcs.some(({ to }) => to === end) &&
      arcs.every(({ from, to, word }) => to !== end || (word === undefined && (from !== 0 || !opens)));
    const shift = opens ? 0 : 1;
    if (!opens) yield '0\t1\t<s>\t0\t\n';
    for (const arc of arcs) {
      const word =
        arc.word !== undefined
          ? checkWord(arc.word, place, 'hifst', (other) => silent.has(other))
          : opens && arc.from === 0
            ? '<s>'
            : closes && arc.to === end
              ? '</s>'
              : '<eps>';
      yield `${arc.from + shift}\t${arc.to + shift}\t${word}\t${costsOf(hypergraph, arc, place)}\n`;
    }
    if (!closes) yield `${end + shift}\t${states + shift}\t</s>\t0\t\n`;
    yield `${closes ? end + shift : states + shift}\n`;
  },
};

/** Cost and features, the features in order of their numbers. */
function costsOf(hypergraph: Hypergraph, { edge }: Arc, place: string): string {
  if (edge < 0) return '0\t';
  const row = featuresOf(hypergraph, edge).map(([name, value]): [key: number, cost: number] => {
    if (/^[1-9]\d*$/.test(name)) return [Number(name), 0 - value];
    throw new UsageError(
      `${place}: hifst numbers its features, so it cannot hold the name ${quoted(name)}. Write json instead.`,
    );
  });
  row.sort(([a], [b]) => a - b);
  return `${0 - hypergraph.scores[edge]!}\t${row.map(([key, cost]) => `${key}:${cost}`).join(' ')}`;
}
