/** Assignments of protocols for the fake server: long segments, several translations side by side, scales, a whole document. */
import { type Scale, type TaskDesign, type TaskKind, percentScale } from '../../src/human/index.ts';
import type { ShownAssignment, ShownText } from '../../src/server/wire.ts';

const english = (text: string): ShownText => ({ text, lang: 'en', dir: 'ltr' });
const german = (text: string): ShownText => ({ text, lang: 'de', dir: 'ltr' });

/** Six characters a word with the blank, as in English news. */
const vocabulary = ['council', 'meets', 'today', 'because', 'the', 'budget', 'of', 'its', 'harbour', 'was', 'rejected']; // prettier-ignore
const words = (count: number, start: number): string =>
  Array.from({ length: count }, (_, i) => vocabulary[(start + 3 * i) % vocabulary.length]).join(' ');

/** As long as segments that must fit on one screen. */
const long = {
  source: { before: [german(words(20, 1))], here: german(words(60, 2)), after: [german(words(20, 3))] },
  texts: [0, 1, 2, 3, 4].map((i) => english(words(60, i))),
};

const severities = [{ name: 'minor', help: 'Style or grammar could be better.' }, { name: 'major', help: 'The meaning is changed.' }]; // prettier-ignore
const missing = { id: 'missing', text: '[MISSING]', help: 'Something is left out.' };
const esa: TaskDesign = {
  protocol: 'esa',
  shows: ['source'],
  context: 'document',
  sideBySide: 1,
  scales: [
    {
      ...percentScale,
      anchors: [
        { at: 0, text: '0: No meaning preserved' },
        { at: 33, text: '33: Some meaning preserved' },
        { at: 66, text: '66: Most meaning preserved' },
        { at: 100, text: '100: Perfect' },
      ],
    },
  ],
  marking: { severities, categories: [], markers: [missing], inSource: false, unit: 'character' },
  rules: [{ below: 66, needs: 'error', otherwise: 'warn' }],
};
const labels = [{ from: 0, text: 'Not acceptable' }, { from: 25, text: 'Borderline' }, { from: 45, text: 'Acceptable' }, { from: 65, text: 'Good' }, { from: 85, text: 'Very Good' }]; // prettier-ignore
const contrastive: TaskDesign = {
  ...esa,
  protocol: 'cesa',
  sideBySide: 3,
  scales: [{ ...percentScale, step: 5, labels }],
  marking: { ...esa.marking!, markers: [missing, { id: 'fault', text: '[instructions fault]' }], unit: 'word' },
  rules: [{ below: 85, needs: 'error', otherwise: 'refuse' }],
};
const typology: TaskDesign = {
  ...esa,
  protocol: 'mqm',
  context: 'neighbours',
  scales: [],
  rules: [],
  marking: {
    severities,
    categories: [
      {
        name: 'Accuracy',
        children: [{ name: 'Mistranslation' }, { name: 'Addition' }, { name: 'Omission', side: 'source' }],
      },
      { name: 'Fluency', children: ['Grammar', 'Register', 'Spelling', 'Punctuation'].map((name) => ({ name })) },
      { name: 'Other', needsNote: true, side: 'both' },
      { name: 'Non-translation', isWhole: true, severity: 'major' },
    ],
    markers: [],
    inSource: true,
    unit: 'character',
    most: 5,
  },
};
const anchors = [{ at: 0, text: 'Nonsense' }, { at: 2, text: 'Some meaning' }, { at: 4, text: 'Most meaning' }, { at: 6, text: 'Perfect' }]; // prettier-ignore
const buttons = (id: string, title: string): Scale => ({ id, title, min: 0, max: 6, step: 1, input: 'buttons', anchors }); // prettier-ignore
const scaled: TaskDesign = {
  protocol: 'sqm',
  shows: ['source'],
  context: 'neighbours',
  sideBySide: 1,
  scales: [buttons('adequacy', 'Adequacy'), buttons('fluency', 'Fluency')],
  rules: [],
};
const ticked: TaskDesign = {
  ...scaled,
  protocol: 'da-sqm',
  context: 'document',
  documentScore: true,
  scales: [{ ...percentScale, anchors, ticks: Array.from({ length: 7 }, (_, i) => ({ at: (100 * i) / 6, text: String(i) })) }], // prettier-ignore
};

const alone = { ...long.source, before: [], after: [] };
/** The whole document: the last of three segments is judged. */
const documentOf = (texts: readonly ShownText[]): NonNullable<ShownAssignment['document']> => ({
  here: 2,
  segments: [0, 1, 2].map((i) => ({ source: long.source.here, texts: texts.map(() => english(words(30, i))) })),
});
const [first] = [long.texts.slice(0, 1)];
const three = long.texts.slice(0, 3);

/** By kind: what differs from the usual assignment. */
export const special: Partial<Record<TaskKind, readonly Partial<ShownAssignment>[]>> = {
  rank: [{ source: long.source, texts: long.texts }],
  assess: [
    { design: scaled },
    { design: ticked, source: alone, texts: first, document: documentOf(first), asksDocumentScore: true },
  ],
  mark: [
    { design: esa, source: alone, texts: first, document: documentOf(first) },
    {
      design: contrastive,
      source: alone,
      texts: three,
      document: documentOf(three),
      instruction: 'A post in a forum: keep its tone.',
    },
    { design: typology },
    {
      design: { ...esa, protocol: 'esa-ai', context: 'neighbours' },
      prefilled: [[{ side: 'output', start: 4, end: 9, severity: 'major', category: '' }]],
    },
    { design: { ...typology, sideBySide: 2 }, texts: three.slice(0, 2) },
  ],
};
