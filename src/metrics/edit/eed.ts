/** EED: character edits with jumps, per reference character. Stanchev, Wang and Ney, WMT 2019; as in their program and in TorchMetrics. */
import {
  type Counter,
  type Explainer,
  type MetricBody,
  type OptionsOf,
  Steps,
  type Text,
  choice,
  defineMetric,
  lowercaseFlag,
  number,
} from '../../core/index.ts';
import { ExtendedDistance, type TellingView, stripEnd } from '../../text/index.ts';
import { explainMean } from '../shared/bestReference.ts';

const cost = (key: string, byDefault: number, help: string) =>
  number({ key, default: byDefault, min: 0, max: 100, help });

const options = {
  lowercase: lowercaseFlag(false),
  language: choice(['en', 'ja'], {
    key: 'lang',
    default: 'en',
    help: 'How texts are prepared: spaces before . ! ? and , (en, also for other languages with spaces), or NFKC alone (ja).',
  }),
  jump: cost('alpha', 2, 'Cost of a jump, possible at spaces of the reference.'),
  coverage: cost('rho', 0.3, 'Cost of a character of the hypothesis that is visited never or again.'),
  deletion: cost('del', 0.2, 'Cost of a character of the hypothesis that is left out.'),
  insertion: cost('ins', 1, 'Cost of a character of the reference that is added.'),
  compat: choice(['none', 'rwth'], {
    key: 'compat',
    default: 'none',
    help: 'Whether a title keeps the word after it (none) or, as in the published programs, loses its first letter: “Mr Jones” becomes “Mr.ones” (rwth).',
  }),
};

type Settings = OptionsOf<typeof options>;

export default defineMetric({
  id: 'eed',
  summary:
    'Character edits with jumps between words, and a charge for characters used never or twice; a segment counts at most 1.',
  cite: 'Stanchev, Wang and Ney (2019): EED: Extended edit distance measure for machine translation. WMT.',
  notes: [
    'A path through both texts, character by character, may jump after a space of the reference to any place of the hypothesis. The score of a segment is (edits + ρ · u) / (reference characters + ρ · u), at most 1, where u counts places of the hypothesis that the path visits never, and further visits of others. Characters are code points; spaces at both ends count.',
    'Even a perfect translation scores a little above 0: the place before its first character is never visited.',
    'The program of the authors and TorchMetrics shorten words after a title by mistake; `compat=rwth` gives their result. The authors’ program also writes “i. e.” as “e.g.”, which is not done here.',
    'The corpus score is the mean over segments. With several references the lowest score of a segment counts.',
  ],
  example: 'eed(case=lc)',
  options,
  create(settings): MetricBody {
    return {
      name: 'EED',
      range: { worst: 100, best: 0 },
      decomposable: true,
      reads: [preparedCharacters(settings)],
      statistics: ['sum of rates', 'segments'],
      counter: () => eedCounter(settings),
      score: ({ 0: rates = 0, 1: segments = 0 }) => (segments > 0 ? 100 * (rates / segments) : 0),
      explain: (sums, segment) => explainMean(sums, segment, '100 * (s / n)'),
      explainer: () => eedExplainer(settings),
    };
  },
});

/** White space as Python sees it, which has no U+FEFF. */
const spaces = /(?:(?!\ufeff)[\s\u001c-\u001f\u0085])+/gu;
const titles = 'Dr|Jr|Prof|Rev|Gen|Mr|Mt|Mrs|Ms';

function prepared(text: string, { lowercase, language, compat }: Settings): string {
  const line = stripEnd(lowercase ? text.toLowerCase() : text);
  if (language === 'ja') return line.normalize('NFKC');
  const cut = line
    .replaceAll(/[.!?,]/g, ' $&')
    .replaceAll(spaces, ' ')
    .replaceAll(/(\p{Nd}) ([.,]) (\p{Nd})/gu, '$1$2$3')
    .replaceAll(new RegExp(`(${titles}) ${compat === 'rwth' ? '.' : '\\.'}`, 'gu'), '$1.')
    .replaceAll('e . g .', 'e.g.')
    .replaceAll('i . e .', 'i.e.')
    .replaceAll('U . S .', 'U.S.');
  return ` ${cut} `;
}

/** The characters of a text as code points, so that spaces are known. */
function preparedCharacters(settings: Settings): TellingView {
  const { lowercase, language, compat } = settings;
  return {
    key: `eed:${language}:${compat}${lowercase ? ':lc' : ''}`,
    wordsOf: (text) => Array.from(prepared(text, settings)),
    reader: () => ({
      forget() {},
      read(text, _role, ids) {
        for (const character of prepared(text, settings)) ids.push(character.codePointAt(0)!);
      },
    }),
  };
}

/** (edits + uncovered) / (characters + uncovered), at most 1. */
function rateOf(distance: ExtendedDistance, rho: number, length: number): number {
  const uncovered = rho * distance.uncovered;
  return length + uncovered > 0 ? Math.min(1, (distance.edits + uncovered) / (length + uncovered)) : 0;
}

const lengthOf = ([tokens]: Text): number => tokens!.end - tokens!.start;

function eedCounter(settings: Settings): Counter {
  const distance = new ExtendedDistance();
  let references: readonly Text[] = [];
  return {
    prepare(texts) {
      references = texts;
    },
    collect(hypothesis, rows, at) {
      let lowest = 1;
      for (let r = 0; r < references.length; r++) {
        distance.count(hypothesis[0]!, references[r]![0]!, settings);
        lowest = Math.min(lowest, rateOf(distance, settings.coverage, lengthOf(references[r]!)));
      }
      rows[at] = lowest;
      rows[at + 1] = 1;
    },
  };
}

function eedExplainer(settings: Settings): Explainer {
  const distance = new ExtendedDistance();
  const { coverage } = settings;
  return {
    explain(hypothesis, references) {
      const count = (reference: Text): number => {
        distance.count(hypothesis[0]!, reference[0]!, settings);
        return rateOf(distance, coverage, lengthOf(reference));
      };
      const rates = references.map(count);
      const r = rates.indexOf(Math.min(...rates));
      count(references[r]!);
      const length = lengthOf(references[r]!);
      const steps = new Steps();
      steps.counted('E', 'cost of edits and jumps', distance.edits, {
        ...(references.length > 1 && { note: `against reference ${r + 1}, which has the lowest score` }),
      });
      steps.counted('u', 'places of the output visited never, and further visits', distance.uncovered);
      steps.counted('r', 'characters in the reference, with spaces', length);
      steps.computed('U', 'cost of coverage', `${coverage} * u`);
      if (length + coverage * distance.uncovered > 0) {
        steps.computed('s', 'score of the segment, at most 1', 'min(1, (E + U) / (r + U))');
      } else steps.computed('s', 'score of the segment', '0', { note: 'both texts are empty' });
      return steps.list;
    },
  };
}
