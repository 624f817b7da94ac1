/** Scores of single segments and of documents as TSV, a row for each system and metric, line by line so that nothing piles up. */
import { printMetric, sumRows } from '../../core/index.ts';
import { type MeasuredSystems, groupSegments, subset } from '../../measure/index.ts';
import { tsvText } from '../media/separated.ts';

type Labels = ReadonlyMap<string, readonly string[]>;

const ownColumns = ['segment', 'system', 'metric', 'score'];

export function* segmentLines(measured: readonly MeasuredSystems[], labels: Labels): Generator<string> {
  const names = [...labels.keys()];
  // A label may be called like a column of ours.
  const titles = names.map((name) => (ownColumns.includes(name) ? `label:${name}` : name));
  yield line(['segment', ...titles, 'system', 'metric', 'score']);
  const metricNames = measured.map(typedName);
  const { segments = 0, systemNames = [] } = measured[0] ?? {};
  for (let i = 0; i < segments; i++) {
    const facts = names.map((name) => labels.get(name)![i]!);
    let lines = '';
    for (let s = 0; s < systemNames.length; s++) {
      measured.forEach((each, m) => {
        const score = each.segmentScore(s * segments + i);
        lines += line([String(i + 1), ...facts, systemNames[s]!, metricNames[m]!, String(score)]);
      });
    }
    yield lines;
  }
}

export function* documentLines(measured: readonly MeasuredSystems[], labels: Labels): Generator<string> {
  const documents = groupSegments(labels, 'document');
  yield line(['document', 'segments', 'system', 'metric', 'score']);
  for (const [document, members] of documents) {
    const parts = measured.map((each) => subset(each, members));
    for (let s = 0; s < (parts[0]?.systems ?? 0); s++) {
      for (const part of parts) {
        const score = part.scoreSums(sumRows(part, s));
        yield line([document, String(members.length), part.systemNames[s]!, typedName(part), String(score)]);
      }
    }
  }
}

/** As `-m` reads it, or as a file names it. */
const typedName = (measured: MeasuredSystems): string =>
  'metric' in measured ? printMetric(measured.metric) : measured.name;

const line = (fields: readonly string[]): string => `${fields.map(tsvText).join('\t')}\n`;
