/** Real n-best lists next to the repository, for tests that are skipped if they are missing. */
import { existsSync, readFileSync } from 'node:fs';
import type { Metric } from '../../core/index.ts';
import { FeatureNames, FeatureRowsBuilder } from '../../lattice/index.ts';
import { measureCandidates } from '../tuningSet.ts';
import type { Pool } from '../lists/candidates.ts';

const data = new URL('../../../../shared/data/nbest-lattices/', import.meta.url);

export const present = existsSync(data);
export const skipped = present ? '' : ' (skipped: ../shared/data is missing)';

const files = { moses: ['moses-100x100', 'reference.txt'], portage: ['portage-100x100', 'reference.en.txt'] } as const;

/** The lists of 100 segments, each candidate measured. */
export function sharedPool(name: keyof typeof files, metric: Metric): Pool {
  const [folder, reference] = files[name];
  const lines = (file: string): string[] =>
    readFileSync(new URL(`${folder}/${file}`, data), 'utf8')
      .trimEnd()
      .split('\n');
  const names = new FeatureNames();
  const features = new FeatureRowsBuilder();
  const references = lines(reference).map((line) => [line.trim()]);
  const starts = new Int32Array(references.length + 1);
  const texts = lines('nbest.txt').map((line) => {
    const [segment = '', text = '', values = ''] = line.split('|||').map((part) => part.trim());
    let label = '';
    let number = 0;
    for (const field of values.split(/\s+/)) {
      if (field.endsWith(':')) [label, number] = [field, 0];
      else features.add(names.number(`${label}${number++}`), Number(field));
    }
    features.endRow();
    starts[Number(segment) + 1]!++;
    return text;
  });
  for (let i = 0; i < references.length; i++) starts[i + 1]! += starts[i]!;
  const candidates = {
    segments: references.length,
    starts,
    texts,
    featureNames: names.names,
    features: features.finish(),
    totals: new Float64Array(texts.length).fill(NaN),
  };
  return measureCandidates(metric, { candidates, references });
}
