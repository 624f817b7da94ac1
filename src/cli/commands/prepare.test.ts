import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { readPrepared } from '../../data/index.ts';
import { withFiles } from '../../data/testing/files.ts';
import { runTyped } from '../testing/runTyped.ts';
import merge from './merge.ts';
import prepare from './prepare.ts';
import score from './score.ts';

const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const reference = ['-r', example('reference.A.en.txt'), '-r', example('reference.B.en.txt')];
const texts = [...reference, example('good.txt'), example('shuffled.txt')];
const learning = ['nist', 'amber(tfidf=yes)', 'ulc(of=nist+ter)'];
const metrics = ['-m', ...learning, 'bleu'];

const scored = (...typed: readonly string[]) => runTyped(score, ['-j', '1', ...typed]);
const merged = (...typed: readonly string[]) => runTyped(merge, typed);
const prepared = (...typed: readonly string[]) => runTyped(prepare, typed);

describe('assay prepare', () => {
  it('gives metrics that learn the scores of a run on everything, also in shards, to the byte', async () => {
    await withFiles({}, async (directory) => {
      const at = (name: string) => `${directory}/${name}`;
      await prepared(...reference, '-m', ...learning, '-o', at('whole.json'));
      const parts = [1, 2, 3, 4, 5].map((part) => at(`prepared-${part}.json`));
      for (const [i, file] of parts.entries()) {
        await prepared(...reference, '-m', ...learning, '--shard', `${i + 1}/5`, '-o', file);
      }
      await prepared(...parts.slice(2).reverse(), '-o', at('last.json'));
      await prepared(at('last.json'), ...parts.slice(0, 2), '-o', at('all.json'));
      expect(readPrepared(at('all.json')).metrics).toEqual(readPrepared(at('whole.json')).metrics);

      const plain = await scored(...texts, ...metrics);
      const whole = await scored(...texts, ...metrics, '--prepared', at('whole.json'));
      expect(whole.result.all).toEqual(plain.result.all);
      const files = [1, 2, 3, 4].map((part) => at(`${part}.json`));
      for (const [i, file] of files.entries()) {
        await scored(...texts, ...metrics, '--prepared', at('all.json'), '--shard', `${i + 1}/4`, '--statistics', file);
      }
      expect((await merged(...files.reverse())).shown).toBe(whole.shown);
      // Signatures have the hash of what was prepared.
      for (const { signature } of whole.result.metrics.slice(0, 3)) expect(signature).toMatch(/prepared-[0-9a-f]{16}$/);
      expect(whole.result.metrics[3]!.signature).not.toMatch(/prepared/);

      const other = ['-r', example('terse.txt')];
      await prepared(...other, '-m', ...learning, '-o', at('other.json'));
      await scored(
        ...texts,
        ...metrics,
        '--prepared',
        at('other.json'),
        '--shard',
        '1/4',
        '--statistics',
        at('x.json'),
      );
      await expect(merged(at('x.json'), at('2.json'))).rejects.toThrow('have different signatures of nist');

      writeFileSync(
        at('damaged.json'),
        readFileSync(at('whole.json'), 'utf8').replace('"segments":60', '"segments":61'),
      );
      const refusals = [
        { typed: ['score', ...texts, ...metrics, '--prepared', parts[0]!], message: 'has only a part of the references. Shards 2, 3, 4 and 5 of 5 are missing. Prepare and add them.' },
        { typed: ['score', ...texts, ...metrics, '--prepared', at('damaged.json')], message: 'damaged.json is damaged' },
        { typed: ['score', ...texts, ...metrics, '--prepared', at('1.json')], message: '1.json is not a file of assay prepared.' },
        { typed: ['score', ...texts, '-m', 'bleu', '--prepared', at('all.json')], message: 'none of these metrics learns from references' },
        { typed: ['score', ...texts, '-m', 'nist(n=4)', '--prepared', at('all.json')], message: "not for nist(n=4). Type `assay prepare … -m 'nist(n=4)' -o prepared.json`." },
        { typed: ['score', ...texts, '-m', 'nist', '--shard', '1/2'], message: `--shard: NIST must first learn from the references of the whole test set. Type \`assay prepare ${reference.join(' ')} -m 'nist' -o prepared.json\`` },
        { typed: ['score', ...texts, '-m', 'nist', '--statistics', at('y.json')], message: '--statistics: NIST must first learn' },
        { typed: ['prepare', ...reference, '-m', 'bleu'], message: 'bleu learns nothing from references. Leave it out.' },
        { typed: ['prepare', '-m', 'nist'], message: 'No references given.' },
        { typed: ['prepare', ...reference], message: 'No metric given.' },
        { typed: ['prepare', parts[0]!, parts[0]!], message: 'both have shard 1/5. Give each part once.' },
        { typed: ['prepare', parts[0]!, at('whole.json')], message: 'are not parts of the same references' },
        { typed: ['prepare', parts[0]!, '-m', 'nist'], message: '--metric is not for merging prepared files' },
      ]; // prettier-ignore
      for (const { typed, message } of refusals) {
        const [name, ...rest] = typed;
        const refused = await (name === 'score' ? scored(...rest) : prepared(...rest)).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(UsageError);
        expect((refused as Error).message).toContain(message);
      }
    });
  });
});
