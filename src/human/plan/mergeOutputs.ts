/** Identical outputs of a segment are shown once, for all systems that gave them. */
import type { Campaign, Entry } from '../campaign/campaign.ts';

/** In the order of systems; each with its systems in ascending order. */
export function mergeOutputs({ outputs }: Pick<Campaign, 'outputs'>, segment: number): Entry[] {
  const byText = new Map<string, number[]>();
  outputs.forEach((texts, system) => {
    const text = texts[segment]!;
    const same = byText.get(text);
    if (same) same.push(system);
    else byText.set(text, [system]);
  });
  return Array.from(byText.values(), (systems) => ({ systems }));
}
