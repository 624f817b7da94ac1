/** The situations of Chiang et al. (2008, section 3), looked for among the systems of WMT09 and in real n-best lists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metric } from '../../src/core/index.ts';
import { openTask, readNbest } from '../../src/data/index.ts';
import { createMetrics, evaluate, findParadox, parseMetric, studyDeletion } from '../../src/engine/index.ts';
import { measurements, onlySystems, subset } from '../../src/measure/index.ts';
import { compareScores } from '../../src/stats/index.ts';
import { signTestParadox } from '../../src/paradox/index.ts';
import { systemScore } from '../../src/core/index.ts';
import type { Wmt09 } from '../reproduceWmt09/wmt09.ts';
import { tasks } from '../reproduceWmt09/metricList.ts';

/** BLEU as in the paper, the metrics of its Table 2 that need no tags, and 4-GRR. */
const studied = (task: string): string[] => [
  'bleu(reflen=shortest)',
  'bleu-sbp',
  '4grr',
  task === 'de-en' ? 'meteor(preset=0.6)' : `meteor(preset=0.6,lang=${task.slice(3)})`,
  'gtm',
];
export const studiedNames = ['BLEU', 'BLEU-SBP', '4-GRR', 'METEOR', 'GTM'] as const;

export interface Contradictions {
  /** Pairs of systems of one language pair. */
  readonly pairs: number;
  /** By metric: pairs in which each system is significantly better than the other. */
  readonly signTests: readonly number[];
  /** By metric: pairs in which the sign test prefers a system with the worse score. */
  readonly againstScores: readonly number[];
  /** Pairs of systems, for each way to divide the test set by the original language of documents. */
  readonly divisions: number;
  /** By metric: a system is better on the whole, but on neither part. */
  readonly genres: readonly number[];
  readonly systems: number;
  /** By metric: systems that can leave segments empty which it scores better than nothing. */
  readonly deletions: readonly number[];
  /** By metric: the greatest share of a system's text that can go. */
  readonly mostDeleted: readonly number[];
  /** Pairs whose sign test by BLEU contradicts itself. */
  readonly examples: readonly Example[];
}

interface Example {
  readonly task: string;
  readonly systems: readonly [string, string];
  /** Lengths relative to the reference. */
  readonly ratios: readonly [number, number];
  /** The command that shows it. */
  readonly typed: string;
}

export async function findContradictions({ task: shared }: Wmt09, data: string): Promise<Contradictions> {
  const none = () => studiedNames.map(() => 0);
  const found = { pairs: 0, divisions: 0, systems: 0, signTests: none(), againstScores: none(), genres: none(), deletions: none(), mostDeleted: none(), examples: [] as Example[] }; // prettier-ignore
  const divisions = originalLanguages(data);
  for (const name of tasks) {
    const part = shared.parts.find(({ task }) => task === name)!;
    const metrics = await createMetrics(studied(name).map(parseMetric));
    const open = (outputs: typeof part.outputs) =>
      openTask({ files: outputs.map(({ path }) => path), names: outputs.map((each) => each.name), references: part.references.map(({ path }) => path) }); // prettier-ignore
    const evaluation = await evaluate(await open(part.outputs), metrics, { keepRows: true, threads: 1 });
    const measured = measurements(metrics, evaluation);
    const count = part.outputs.length;
    found.pairs += (count * (count - 1)) / 2;
    found.divisions += ((count * (count - 1)) / 2) * divisions.length;
    found.systems += count;
    measured.forEach((each, m) => {
      const score = (of: typeof each) => Array.from({ length: count }, (_, s) => systemScore(of, s));
      const whole = score(each);
      const parts = divisions.map((halves) => halves.map((members) => score(subset(each, members))));
      const lead = (scores: readonly number[], a: number, b: number) =>
        Math.sign(compareScores(scores[b]!, scores[a]!, each.higherIsBetter));
      for (let b = 1; b < count; b++) {
        for (let a = 0; a < b; a++) {
          const { contradicts, againstScores, standings } = signTestParadox(onlySystems(each, [a, b]));
          if (contradicts) found.signTests[m]!++;
          if (contradicts && m === 0) {
            const ratios = standings.map(({ parts }) => parts!['length ratio']!) as [number, number];
            const systems = [a, b].map((s) => part.outputs[s]!.name) as [string, string];
            const files = systems.map((system) => `wmt09-ranking/outputs/${name}/${system}.txt`).join(' ');
            const reference = `wmt09-ranking/text/newstest2009.${name.slice(3)}.txt`;
            found.examples.push({ task: name, systems, ratios, typed: `assay paradox sign-test -r ${reference} ${files} -m '${studied(name)[0]}'` }); // prettier-ignore
          }
          if (againstScores) found.againstScores[m]!++;
          const ahead = lead(whole, a, b);
          found.genres[m]! += parts.filter(
            (halves) => ahead !== 0 && halves.every((scores) => lead(scores, a, b) !== ahead),
          ).length;
        }
      }
    });
    for (const output of part.outputs) await countDeletions(await open([output]), metrics, found);
  }
  return found;
}

async function countDeletions(
  task: Awaited<ReturnType<typeof openTask>>,
  metrics: readonly Metric[],
  found: { readonly deletions: number[]; readonly mostDeleted: number[] },
): Promise<void> {
  const report = await findParadox('deletion', task, metrics, { threads: 1 });
  if (report.paradox !== 'deletion') throw new Error('not a report on deletion');
  report.findings.forEach(({ contradicts }, m) => {
    if (!contradicts) return;
    found.deletions[m]!++;
    const { share } = report.deletions.find(({ chosenBy }) => chosenBy === m)!;
    found.mostDeleted[m] = Math.max(found.mostDeleted[m]!, share);
  });
}

/** For each original language, the lines that were written in it and all others, from 0. */
function originalLanguages(data: string): [readonly number[], readonly number[]][] {
  const [, ...rows] = readFileSync(join(data, 'wmt09-ranking/text/newstest2009.docs.tsv'), 'utf8').trim().split('\n');
  const languages = rows.map((row) => row.split('\t')[3]!);
  const lines = [...languages.keys()];
  return [...new Set(languages)].map((language) => [
    lines.filter((i) => languages[i] === language),
    lines.filter((i) => languages[i] !== language),
  ]);
}

/** What they are scored with; the first two are tuned to. */
export const deletionMetrics = ['BLEU', 'BLEU-SBP', '4-GRR', 'GTM', 'METEOR'] as const;

/** How many halves of the Hansard lists are drawn to tune on. */
export const halves = 10;

/** A system tuned on one half and scored on the other, on average over all draws. */
export interface MeanOutcome {
  readonly objective: string;
  readonly deletion: string;
  /** The share of words left out. */
  readonly deleted: number;
  /** By metric. */
  readonly scores: readonly number[];
  /** By metric: in how many draws it is below the system without deletion, and in how many of these significantly. */
  readonly worse: readonly number[];
  readonly significantlyWorse: readonly number[];
}

/** Tables 6 to 8 with the lists of Portage: 100 segments of the Canadian Hansard. */
export async function tunedDeletions(data: string): Promise<MeanOutcome[]> {
  const folder = join(data, 'nbest-lattices/portage-100x100');
  const set = await readNbest({ files: [join(folder, 'nbest.txt')], references: [join(folder, 'reference.en.txt')] });
  const metrics = await createMetrics(
    ['bleu(tok=none)', 'bleu-sbp(tok=none)', '4grr(tok=none)', 'gtm(tok=none)', 'meteor(preset=0.6)'].map(parseMetric),
  );
  const sums = new Map<string, { deleted: number; scores: number[]; worse: number[]; significantlyWorse: number[] }>();
  for (let seed = 1; seed <= halves; seed++) {
    const report = await studyDeletion({ set, metrics, objectives: [0, 1], share: 0.5, seed, threads: 1 });
    const { outcomes } = report.parts.find((part) => part.set === 'held out')!;
    outcomes.forEach((systems, o) =>
      systems.forEach(({ deletedWords, words, standings, against }, s) => {
        const key = `${deletionMetrics[o]}\t${report.systems[s]}`;
        const zeros = () => deletionMetrics.map(() => 0);
        const sum = sums.get(key) ?? { deleted: 0, scores: zeros(), worse: zeros(), significantlyWorse: zeros() };
        sums.set(key, sum);
        sum.deleted += deletedWords / words / halves;
        standings.forEach(({ score }, m) => {
          sum.scores[m]! += score / halves;
          if (score >= systems[0]!.standings[m]!.score) return;
          sum.worse[m]!++;
          if (against?.[m]?.verdict !== 0) sum.significantlyWorse[m]!++;
        });
      }),
    );
  }
  return [...sums].map(([key, sum]) => {
    const [objective, deletion] = key.split('\t') as [string, string];
    return { objective, deletion, ...sum };
  });
}
