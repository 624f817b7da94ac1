/** Made-up campaigns for tests. */
import { Pcg64 } from '../../../stats/index.ts';
import type { CampaignSegment, PlanSettings, TaskKind } from '../../campaign/campaign.ts';
import { type CampaignInput, planDefaults } from '../planCampaign.ts';

export interface Sizes {
  readonly systems: number;
  readonly segments: number;
  readonly kinds: readonly TaskKind[];
  readonly seed?: number;
  /** Segments per document; without it, there are no documents. */
  readonly documentLength?: number;
  /** One in this many outputs repeats the previous system's; 0 for none. */
  readonly identical?: number;
}

export function makeInput({ systems, segments, kinds, seed = 1, documentLength, identical = 0 }: Sizes): CampaignInput {
  const random = new Pcg64(seed);
  const sentence = (start: string): string =>
    [start, ...Array.from({ length: random.below(24) }, () => `w${random.below(500)}`)].join(' ');
  const outputs: string[][] = [];
  for (let a = 0; a < systems; a++) {
    outputs.push(
      Array.from({ length: segments }, (_, s) =>
        a > 0 && identical > 0 && random.below(identical) === 0 ? outputs[a - 1]![s]! : sentence(`o${a}-${s}`),
      ),
    );
  }
  return {
    title: 'Test',
    task: 'de-en',
    source: { tag: 'de', direction: 'ltr' },
    target: { tag: 'en', direction: 'ltr' },
    seed,
    kinds,
    systems: Array.from({ length: systems }, (_, a) => `system${a}`),
    outputs,
    segments: Array.from({ length: segments }, (_, s): CampaignSegment => ({
      key: String(s + 1),
      source: sentence(`s${s}`),
      reference: sentence(`r${s}`),
      ...(documentLength !== undefined && { document: `d${Math.floor(s / documentLength)}` }),
    })),
  };
}

export const settingsOf = (changed: Partial<PlanSettings>): PlanSettings => ({ ...planDefaults, ...changed });

export function idMaker(): () => string {
  const random = new Pcg64(99);
  let made = 0;
  return () => `${random.uint32().toString(36)}-${++made}`;
}
