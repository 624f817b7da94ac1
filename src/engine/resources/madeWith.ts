/** What a metric made of others was made with: all that those were made with. */
import type { Metric, SignedResource } from '../../core/index.ts';

export function signatureOf(parts: readonly Metric[]): Partial<SignedResource> {
  const madeWith = [...new Set(parts.flatMap((metric) => metric.madeWith))];
  return madeWith.length === 0 ? {} : { signature: madeWith.join(';') };
}
