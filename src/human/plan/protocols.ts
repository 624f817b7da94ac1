/**
 * Protocols of human evaluation: an entry of this list says what judges see, on which scales they score and what they mark, as the
 * campaigns that introduced it had it. Anchors and labels are those of the original screens; instructions are our own words.
 */
import type { Campaign, CheckDesign, TaskKind } from '../campaign/campaign.ts';
import { percentScale } from '../campaign/designOf.ts';
import type { Category, Marker, Marking, Scale, Severity, TaskDesign } from '../campaign/taskDesign.ts';
import { defaultInstructions } from './instructions.ts';

export interface Protocol {
  readonly id: string;
  readonly summary: string;
  /** Where it comes from. */
  readonly source: string;
  readonly tasks: Readonly<Partial<Record<TaskKind, ProtocolTask>>>;
  readonly checks?: CheckDesign;
  /** Whether errors that a program marked beforehand are part of it. */
  readonly isPrefilled?: boolean;
}

interface ProtocolTask {
  readonly design: Omit<TaskDesign, 'protocol'>;
  readonly instructions: string;
}

const missing: Marker = { id: 'missing', text: '[MISSING]', help: 'Content of the source is not in the translation.' };

const severities: readonly Severity[] = [
  { name: 'minor', help: 'Style, grammar or word choice could be better, but the meaning is clear.' },
  { name: 'major', help: 'The meaning changes, or the part is hard to understand.' },
];

/** Both are slips of the judge's hand as well as of the system, so the tool that knows words offers words. */
const spans: Marking = { severities, categories: [], markers: [missing], inSource: false, unit: 'character' };

const esaScale: Scale = {
  ...percentScale,
  anchors: [
    { at: 0, text: '0%: No meaning preserved' },
    { at: 33, text: '33%: Some meaning preserved' },
    { at: 66, text: '66%: Most meaning preserved' },
    { at: 100, text: '100%: Perfect' },
  ],
};

const cesaScale: Scale = {
  ...percentScale,
  step: 5,
  anchors: [
    { at: 0, text: 'Not acceptable' },
    { at: 100, text: 'Very good' },
  ],
  labels: [
    { from: 0, text: 'Not acceptable' },
    { from: 25, text: 'Borderline' },
    { from: 45, text: 'Acceptable' },
    { from: 65, text: 'Good' },
    { from: 85, text: 'Very good' },
  ],
};

const sqmAnchors = ['Nonsense/No meaning preserved', 'Some meaning preserved', 'Most meaning preserved and few grammar mistakes', 'Perfect meaning and grammar']; // prettier-ignore
const sqmTicks = [0, 1, 2, 3, 4, 5, 6];

/** Seven levels, with texts at 0, 2, 4 and 6. */
const sqmScale: Scale = {
  id: 'score',
  min: 0,
  max: 6,
  step: 1,
  input: 'buttons',
  anchors: sqmAnchors.map((text, i) => ({ at: 2 * i, text: `${2 * i}: ${text}` })),
};

/** The same levels above a track from 0 to 100. */
const daSqmScale: Scale = {
  ...percentScale,
  anchors: sqmAnchors.map((text, i) => ({ at: (100 * i) / 3, text: `${2 * i}: ${text}` })),
  ticks: sqmTicks.map((level) => ({ at: (100 * level) / 6, text: String(level) })),
};

const levels = (id: string, title: string, texts: readonly string[]): Scale => ({
  id,
  title,
  min: 1,
  max: 5,
  step: 1,
  input: 'buttons',
  anchors: texts.map((text, i) => ({ at: i + 1, text })),
});

const category = (name: string, children: readonly (string | Category)[]): Category => ({
  name,
  children: children.map((child) => (typeof child === 'string' ? { name: child } : child)),
});

/** Of Freitag et al. (2021), as Google's tool has it since 2025. */
const googleCategories: readonly Category[] = [
  category('Accuracy', [
    { name: 'Creative Reinterpretation', help: 'A free rendering that suits the text. It is recorded, but does not count as an error.' },
    'Mistranslation', 'Gender Mismatch', 'Source language fragment', 'Addition',
    { name: 'Omission', side: 'source', help: 'Mark the words of the source that are missing.' },
  ]),
  category('Fluency', ['Inconsistency', 'Grammar', 'Register', 'Spelling', 'Text-Breaking', 'Punctuation', 'Character encoding']),
  category('Style', ['Unnatural or awkward', 'Bad sentence structure', 'Archaic or obscure word choice']),
  category('Terminology', ['Inappropriate for context', 'Inconsistent']),
  category('Locale convention', ['Address format', 'Date format', 'Currency format', 'Telephone format', 'Time format', 'Name format']),
  { name: 'Other', needsNote: true },
  { name: 'Non-translation!', severity: 'major', isWhole: true, help: 'The whole text does not translate the source.' },
  { name: 'Source issue', side: 'source', help: 'An error of the source. It does not count against the translation.' },
]; // prettier-ignore

/** MQM Core, as Appraise and pearmut have it (themqm.org). */
const coreCategories: readonly Category[] = [
  category('Terminology', ['Inconsistent with terminology resource', 'Inconsistent use of terminology', 'Wrong term']),
  category('Accuracy', ['Mistranslation', 'Overtranslation', 'Undertranslation', 'Addition', 'Omission', 'Do not translate', 'Untranslated']),
  category('Linguistic conventions', ['Grammar', 'Punctuation', 'Spelling', 'Unintelligible', 'Character encoding', 'Textual conventions']),
  category('Style', ['Organizational style', 'Third-party style', 'Inconsistent with external reference', 'Language register', 'Awkward style', 'Unidiomatic style', 'Inconsistent style']),
  category('Locale convention', ['Number format', 'Currency format', 'Measurement format', 'Time format', 'Date format', 'Address format', 'Telephone format', 'Shortcut key']),
  category('Audience appropriateness', ['Culture-specific reference', 'Offensive']),
  category('Design and markup', ['Layout', 'Markup tag', 'Truncation/text expansion', 'Missing text', 'Link/cross-reference']),
  { name: 'Other' },
]; // prettier-ignore

/** Lists of error categories by name. */
export const typologies = { google: googleCategories, core: coreCategories } as const;

const alone = { sideBySide: 1, rules: [] } as const;
const compared = { scales: [], rules: [] } as const;

const esaDesign: ProtocolTask['design'] = {
  ...alone,
  shows: ['source'],
  context: 'document',
  scales: [esaScale],
  marking: spans,
  rules: [{ below: 66, needs: 'error', otherwise: 'warn' }],
};

/** As Appraise decides: by z-scores, at least ten minutes of work; the judge is not told, but gets another code. */
const appraiseChecks: CheckDesign = {
  damage: 'damaged',
  pass: { by: 'appraise', alpha: 0.01, seconds: 600 },
  failing: 'token',
};

const markErrors =
  'Compare the translation with the source, sentence by sentence. Mark every error: select the words that are wrong, as few as possible, ' +
  'and choose minor if the meaning is clear all the same, major if it changes or is hard to understand. If content of the source is ' +
  'missing, mark [MISSING] after the text. If there are no errors, mark none.';

const assessed =
  'Read the source and the translation. Say how much of the meaning the translation keeps and how good its language is. ' +
  'Sentences around it show what the document is about; score only the sentence in focus. Use the whole scale.';

export const protocols: readonly Protocol[] = [
  {
    id: 'esa',
    summary: 'error spans with severities, then a score from 0 to 100, document by document',
    source: 'Kocmi et al. (2024); WMT24 and WMT25, in Appraise',
    tasks: {
      mark: {
        design: esaDesign,
        instructions: `${markErrors}\n\nThen score the whole sentence from 0 to 100. The marks below the scale say what scores mean.`,
      },
    },
    checks: appraiseChecks,
  },
  {
    id: 'esa-ai',
    summary: 'ESA that starts from errors marked by a program (--prefilled)',
    source: 'Zouhar et al. (2025)',
    isPrefilled: true,
    tasks: {
      mark: {
        design: esaDesign,
        instructions:
          'A program has marked possible errors. Check each: remove marks that are wrong, correct their words and severity, and add the ' +
          `errors that it missed.\n\n${markErrors}\n\nThen score the whole sentence from 0 to 100.`,
      },
    },
    checks: appraiseChecks,
  },
  {
    id: 'cesa',
    summary: 'contrastive ESA: three systems side by side, spans and a score in steps of 5 for each',
    source: 'WMT26, in pearmut',
    tasks: {
      mark: {
        design: {
          ...esaDesign,
          sideBySide: 3,
          scales: [cesaScale],
          marking: {
            ...spans,
            markers: [
              missing,
              { id: 'instructions', text: '[instructions fault]', help: 'The translation ignores the instructions for this document.' },
            ],
            unit: 'word',
            severities: [
              { name: 'minor', help: 'The core message is not touched.' },
              { name: 'major', help: 'The core message becomes confusing or wrong. Made-up content is always major.' },
            ],
          },
          rules: [{ below: 85, needs: 'error', otherwise: 'refuse' }],
        },
        instructions:
          'You see several translations of the same document. Mark the errors of each and score each, and look at the others while you do: ' +
          'better translations get higher scores. An error is minor if the core message stays as it is, and major if it becomes confusing or ' +
          'wrong; made-up content is always major. A translation into the wrong language is one major error from beginning to end, with a ' +
          'score of 0. Mark [MISSING] for missing content. A score below 85 needs at least one marked error.',
      },
    },
    checks: { damage: 'rotated', pass: { by: 'failures', most: 0.5 }, failing: 'warn' },
  },
  {
    id: 'mqm',
    summary: 'errors with categories and severities, no score, document by document',
    source: "Freitag et al. (2021); Google's categories by default, --categories core for those of themqm.org",
    tasks: {
      mark: {
        design: {
          ...alone,
          shows: ['source'],
          context: 'document',
          scales: [],
          marking: { severities, categories: googleCategories, markers: [], inSource: true, unit: 'character' },
        },
        instructions:
          'Mark every error with its category and severity. Mark the shortest part that has to change to remove the error, within one ' +
          'sentence; if a mistake occurs several times, mark every occurrence. If terms are inconsistent, the first use counts as right. What ' +
          'the context excuses is not an error. Mark omissions in the source. If the text does not translate the source at all, choose Non-translation.',
      },
    },
    checks: { damage: 'damaged', pass: { by: 'failures', most: 0.5 }, failing: 'nothing' },
  },
  {
    id: 'da',
    summary: 'direct assessment: one score from 0 to 100 for each translation',
    source: 'Graham et al. (2013); WMT16 to WMT21',
    tasks: {
      assess: {
        design: {
          ...alone,
          shows: ['source'],
          context: 'none',
          scales: [{ ...percentScale, anchors: [{ at: 0, text: '← Not at all' }, { at: 100, text: 'Perfectly →' }] }],
        },
        instructions:
          'How well does the translation express the meaning of the source? Move the slider from “not at all” to “perfectly”. ' +
          'Judge each translation on its own, and use the whole scale.',
      },
    },
    checks: appraiseChecks,
  },
  {
    id: 'da-sqm',
    summary: 'a score from 0 to 100 above the levels of SQM, for each sentence and then the document',
    source: 'Kocmi et al. (2022); WMT22 and WMT23, in Appraise',
    tasks: {
      assess: {
        design: { ...alone, shows: ['source'], context: 'document', scales: [daSqmScale], documentScore: true },
        instructions: `${assessed} The numbers on the scale are for orientation; you may choose any point between them. After the last sentence, score the document as a whole.`,
      },
    },
    checks: appraiseChecks,
  },
  {
    id: 'sqm',
    summary: 'one of seven levels, 0 to 6, for each translation',
    source: 'Freitag et al. (2021)',
    tasks: { assess: { design: { ...alone, shows: ['source'], context: 'neighbours', scales: [sqmScale] }, instructions: assessed } },
  },
  {
    id: 'psqm',
    summary: 'SQM by professional translators, with the whole document in view',
    source: 'Freitag et al. (2021)',
    tasks: { assess: { design: { ...alone, shows: ['source'], context: 'document', scales: [sqmScale] }, instructions: assessed } },
  },
  {
    id: 'adequacy-fluency',
    summary: 'five levels each for adequacy and fluency, up to five translations at once',
    source: 'LDC (2002); WMT06 and WMT07',
    tasks: {
      assess: {
        design: {
          shows: ['source', 'reference'],
          context: 'neighbours',
          sideBySide: 5,
          scales: [
            levels('adequacy', 'How much of the meaning is expressed?', ['None', 'Little', 'Much', 'Most', 'All']),
            levels('fluency', 'How good is the language?', ['Incomprehensible', 'Disfluent', 'Non-native', 'Good', 'Flawless']),
          ],
          rules: [],
        },
        instructions:
          'For each translation answer two questions. How much of the meaning of the reference does it express, however it is worded? ' +
          'And how good is its language, whatever it means?',
      },
    },
  },
  {
    id: 'constituents',
    summary: 'ranking of the translations of a highlighted part of the sentence (--constituents)',
    source: 'Callison-Burch et al. (2007); WMT07 and WMT08',
    tasks: {
      rank: {
        design: { ...compared, shows: ['source', 'reference'], context: 'none', sideBySide: 5 },
        instructions:
          'Rank the highlighted part of each translation by how well it expresses the highlighted part of the source. Ignore the rest of the ' +
          'sentence. The highlighted words of a translation may be a little too many or too few. Equal parts can share a rank.',
      },
    },
  },
  {
    id: 'pairwise',
    summary: 'the better one of two translations, or neither',
    source: 'Vilar et al. (2007)',
    tasks: {
      pairwise: {
        design: { ...compared, shows: ['source', 'reference'], context: 'neighbours', sideBySide: 2 },
        instructions: defaultInstructions.pairwise,
      },
    },
  },
  {
    id: 'ranking',
    summary: 'five translations ranked from best to worst, ties allowed',
    source: 'Callison-Burch et al. (2009); WMT07 to WMT16',
    tasks: {
      rank: {
        design: { ...compared, shows: ['source', 'reference'], context: 'neighbours', sideBySide: 5 },
        instructions: defaultInstructions.rank,
      },
    },
  },
  {
    id: 'post-edit',
    summary: 'outputs made fluent without source or reference',
    source: 'Callison-Burch et al. (2009), section 3.2',
    tasks: {
      edit: { design: { ...compared, shows: [], context: 'none', sideBySide: 1 }, instructions: defaultInstructions.edit },
    },
  },
  {
    id: 'accept',
    summary: 'outputs made fluent; then others decide whether the edits are acceptable',
    source: 'Callison-Burch et al. (2009), sections 3.2 and 3.3',
    tasks: {
      edit: { design: { ...compared, shows: [], context: 'none', sideBySide: 1 }, instructions: defaultInstructions.edit },
      accept: {
        design: { ...compared, shows: ['reference'], context: 'neighbours', sideBySide: 1 },
        instructions: defaultInstructions.accept,
      },
    },
  },
]; // prettier-ignore

export const protocolIds = protocols.map(({ id }) => id);

export type DesignedParts = Required<Pick<Campaign, 'kinds' | 'designs' | 'instructions'>> & Pick<Campaign, 'checks'>;

/** The parts of a campaign that a protocol fixes. Words are marked by characters in languages without spaces. */
export function partsOfProtocol({ id, tasks, checks }: Protocol, isUnspacedTarget: boolean): DesignedParts {
  const entries = Object.entries(tasks) as [TaskKind, ProtocolTask][];
  const designs = entries.map(([kind, { design }]): [TaskKind, TaskDesign] => {
    const marking =
      design.marking && isUnspacedTarget ? { ...design.marking, unit: 'character' as const } : design.marking;
    return [kind, { protocol: id, ...design, ...(marking && { marking }) }];
  });
  return {
    kinds: entries.map(([kind]) => kind),
    designs: Object.fromEntries(designs),
    instructions: Object.fromEntries(entries.map(([kind, { instructions }]) => [kind, instructions])),
    ...(checks && { checks }),
  };
}
