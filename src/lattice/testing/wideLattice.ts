/** A lattice of 10,000 arcs with more paths than anyone can list, as AT&T text: 250 states of 40 arcs, each 1 to 12 states on, 300 words. */
import { Pcg64 } from '../../stats/index.ts';

export function wideLattice(): string {
  const random = new Pcg64(1);
  const states = 250;
  const lines: string[] = [];
  for (let state = 0; state < states; state++) {
    for (let arc = 0; arc < 40; arc++) {
      const to = Math.min(states, state + 1 + random.below(12));
      const word = `w${random.below(300)}`;
      lines.push(`${state}\t${to}\t${word}\t${word}\t${(3 * random.float()).toFixed(4)}`);
    }
  }
  return `${lines.join('\n')}\n${states}\n`;
}
