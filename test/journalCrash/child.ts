/**
 * A server under load, for the test that kills it: many callers append pairs of answers. Before a pair is sent its number is printed, and
 * after it was acknowledged again. Arguments: where the journal is, how many callers, which pairs to send again, which number is next.
 */
import { writeSync } from 'node:fs';
import type { CampaignEvent } from '../../src/human/index.ts';
import { openJournal } from '../../src/server/store/openJournal.ts';

const [where, callers, again, next] = process.argv.slice(2);
const journal = await openJournal(where!);
const waiting = again!.split(',').filter((pair) => pair !== '');
let count = Number(next);

/** Written at once: what is printed was printed, whenever the process is killed. */
const print = (line: string): void => void writeSync(1, `${line}\n`);

const answer = (key: string): CampaignEvent => ({
  kind: 'answered',
  judge: 'ann',
  assignment: `a ${key}`,
  key,
  answer: { kind: 'edit', outcome: 'edited', text: `text ${key} `.repeat(20) },
  seconds: 1,
  instructions: 'v',
});

print('ready');
await Promise.all(
  Array.from({ length: Number(callers) }, async () => {
    for (;;) {
      const pair = waiting.shift() ?? String(count++);
      print(`sent ${pair}`);
      await journal.append([answer(`${pair} a`), answer(`${pair} b`)]);
      print(`stored ${pair}`);
    }
  }),
);
