/** `assay mbr`: of several translations the one that is expected to be best, measured against all others. */
import { type Metric, UsageError, counted, pick, printMetric } from '../../core/index.ts';
import { selectMbr } from '../../engine/index.ts';
import { mbrRows, mbrTables, reportMbr } from '../../report/index.ts';
import { type MbrUtility, linearGain } from '../../tune/index.ts';
import { Plain, type Terminal, defineCommand, refuseForm } from '../command.ts';
import { type MbrInput, type MbrOptions, formOf, mbrOptions, readMbrInput } from '../mbrInput.ts';
import { writeWhole } from '../output.ts';
import { requestedMetrics } from '../requestedMetrics.ts';

/** A translation for each segment, which candidate it is, counted from 1, and what it is worth. */
interface Chosen {
  readonly texts: readonly string[];
  readonly indices?: readonly number[];
  readonly utilities: readonly number[];
}

const mbr = defineCommand({
  name: 'mbr',
  summary: 'Choose the translations that are expected to be best: minimum Bayes risk.',
  examples: [
    ['assay mbr nbest.txt', 'of n-best lists, the candidate most like all probable ones, by BLEU'],
    ['assay mbr nbest.txt -w weights.txt -m chrf -r ref.txt', 'posteriors by weights, another utility, and its scores'],
    ['assay mbr sysA.txt sysB.txt sysC.txt -o chosen.txt', 'the best of three systems, segment by segment'],
    ['assay mbr nbest.txt --form expected --scale 0.5', 'faster, with flatter posteriors'],
    ['assay mbr --lattice *.lat.tsv --choices choices.tsv', 'the best of all paths of lattices, by linear gain'],
  ],

  arguments: [
    {
      typed: '[files...]',
      names: 'input',
      help: 'n-best lists, or outputs of several systems, one file each; .gz too; - for standard input',
    },
  ],
  options: mbrOptions,

  async run(files, given, terminal) {
    if (files.length === 0) {
      throw new UsageError(
        'No files given. Name n-best lists, outputs of several systems, or with --lattice lattices.',
      );
    }
    checkOptions(given, terminal.format);
    const utility = await utilityOf(given);
    const gain = utility.form === 'linear' ? utility.gain : undefined;
    const input = await readMbrInput(files, given, given.lattice ? gain : undefined, terminal);
    const chosen = await choiceOf(input, utility, given, terminal);
    if (given.choices !== undefined) await writeWhole(given.choices, choiceLines(chosen, input));
    const { references } = input;
    if (!references) {
      for (const note of input.notes ?? []) terminal.warn(note);
      return Plain.lines(chosen.texts);
    }
    if (given.translations !== undefined) await writeWhole(given.translations, chosen.texts.map((text) => `${text}\n`)); // prettier-ignore
    const metrics = await scoringMetrics(utility, given.score);
    return reportMbr({ ...input, references, chosen: chosen.texts, utility }, metrics);
  },

  forms: { tables: (report, given) => mbrTables(report, given.digits), rows: mbrRows },
});

export default mbr;

function checkOptions(given: MbrOptions, format: string | undefined): void {
  const requests = given.metric ?? [];
  if (requests.length > 1)
    throw new UsageError(`There is one utility, not ${requests.length}: ${requests.join(', ')}.`);
  const form = formOf(given);
  if (form === 'linear' && requests.length > 0) {
    throw new UsageError('The linear gain is a utility of its own: leave out -m, or choose another --form.');
  }
  if (given.reference) return;
  const forScores = (['score', 'translations'] as const).find((option) => given[option] !== undefined);
  if (forScores) throw new UsageError(`--${forScores} is for scores, which need references: give them with -r.`);
  refuseForm(format);
}

async function utilityOf(given: MbrOptions): Promise<MbrUtility> {
  const form = formOf(given);
  if (form === 'linear') {
    return { form, gain: linearGain(pick(given, ['precision', 'ratio', 'order', 'ngrams'])) };
  }
  const [metric] = await requestedMetrics(given.metric ?? ['bleu']);
  return { form, metric: metric! };
}

async function scoringMetrics(utility: MbrUtility, score: readonly string[] | undefined): Promise<Metric[]> {
  if (score) return requestedMetrics(score);
  const usual = ['bleu', 'chrf', 'ter'];
  const own = utility.form === 'linear' ? [] : [printMetric(utility.metric)];
  return requestedMetrics([...usual, ...own.filter((typed) => !usual.includes(typed))]);
}

async function choiceOf(
  { evidence, paths }: MbrInput,
  utility: MbrUtility,
  { threads }: MbrOptions,
  terminal: Terminal,
): Promise<Chosen> {
  if (paths) {
    return { texts: paths.map(({ words }) => words.join(' ')), utilities: paths.map(({ gain }) => gain) };
  }
  const choices = await selectMbr(evidence!, utility, {
    threads,
    onProgress: ({ segments, share }) => terminal.progress({ share, text: counted(segments, 'segment') }),
  });
  return {
    texts: choices.map(({ index }, i) => evidence![i]!.texts[index]!),
    indices: choices.map(({ index }) => index + 1),
    utilities: choices.map(({ utility: worth }) => worth),
  };
}

/** Segments and candidates are counted from 1. */
function* choiceLines({ texts, indices, utilities }: Chosen, { from, rivals }: MbrInput): Generator<string> {
  const which = from === 'systems' ? ['candidate', 'system'] : indices ? ['candidate'] : [];
  yield `${['segment', ...which, 'utility'].join('\t')}\n`;
  for (let i = 0; i < texts.length; i++) {
    const candidate = indices ? [String(indices[i])] : [];
    const system = from === 'systems' ? [rivals[indices![i]! - 1]!.name] : [];
    yield `${[String(i + 1), ...candidate, ...system, String(utilities[i])].join('\t')}\n`;
  }
}
