/** The GitHub Action and the GitLab template: their scripts, run by bash as a runner would, with the command that was built. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
const example = (name: string): string => join(root, 'examples', name);
const readYaml = (path: string): unknown => parse(readFileSync(join(root, path), 'utf8'));

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
  };
}

interface Job {
  readonly variables: Readonly<Record<string, string>>;
  readonly script: readonly string[];
  readonly allow_failure: { readonly exit_codes: number };
  readonly artifacts: { readonly paths: readonly string[]; readonly reports: { readonly junit: string } };
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-ci-'));
  writeFileSync(join(folder, 'assay'), `#!/bin/sh\nexec node '${root}dist/command/assay.cjs' "$@"\n`);
  chmodSync(join(folder, 'assay'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As runners of both services start bash. */
function bash(script: string, variables: Readonly<Record<string, string>>) {
  const { status, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}`, HOME: folder, ASSAY_CACHE: 'off', ...variables },
  });
  return { status, stderr };
}

const outputs = { output: example('terse.txt'), baseline: example('good.txt') };
const references = `${example('reference.A.en.txt')}\n${example('reference.B.en.txt')}\n`;

/** By the definition of the exit codes; the margin is far below what 60 segments can tell. */
const cases: readonly [name: string, inputs: Record<string, string>, status: number, verdict: string][] = [
  ['worse', { ...outputs, references }, 3, 'worse'],
  ['better', { output: outputs.baseline, baseline: outputs.output, references, arguments: "-m chrf 'bleu(tok=intl)'" }, 0, 'pass'],
  ['too few segments', { output: example('verbose.txt'), baseline: outputs.output, references, arguments: '-m bleu --margin bleu=0.01' }, 4, 'cannot-tell'],
]; // prettier-ignore

describe('the GitHub Action', () => {
  const action = readYaml('action.yml') as Action;
  const [install, step] = action.runs.steps as [Action['runs']['steps'][0], Action['runs']['steps'][0]];

  /** Replaces what GitHub would: `${{ inputs.output }}`. */
  const valueOf = (written: string, inputs: Readonly<Record<string, string>>): string =>
    written.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => {
      expect(action.inputs).toHaveProperty(name);
      return inputs[name] ?? action.inputs[name]!.default ?? '';
    });

  function run(inputs: Readonly<Record<string, string>>) {
    for (const name of ['summary', 'outputs']) writeFileSync(join(folder, name), '');
    const variables = Object.entries(step.env).map(([name, written]) => [name, valueOf(written, inputs)]);
    const ended = bash(step.run, { ...Object.fromEntries(variables), RUNNER_TEMP: folder, GITHUB_STEP_SUMMARY: join(folder, 'summary'), GITHUB_OUTPUT: join(folder, 'outputs') });
    return { ...ended, summary: readFileSync(join(folder, 'summary'), 'utf8'), given: readFileSync(join(folder, 'outputs'), 'utf8') };
  } // prettier-ignore

  it.each(cases)('%s', (_, inputs, status, verdict) => {
    const ended = run(inputs);
    expect(ended.stderr).not.toContain('rror');
    expect(ended.status).toBe(status);
    expect(ended.given).toBe(`verdict=${verdict}\ncomment=${folder}/assay-gate.md\njunit=${folder}/assay-gate.xml\n`);
    expect(ended.summary).toContain('| metric | baseline | new |');
    expect(readFileSync(join(folder, 'assay-gate.xml'), 'utf8')).toContain('<testsuites');
  });

  it('passes on request if the test set cannot tell', () => {
    const [, inputs] = cases[2]!;
    expect(run({ ...inputs, 'cannot-tell': 'pass' })).toMatchObject({ status: 0, given: expect.stringContaining('verdict=cannot-tell') });
  }); // prettier-ignore

  it('fails with the message of the command if a file is missing', () => {
    expect(run({ ...outputs, references: 'nowhere.txt' })).toMatchObject({ status: 2, given: '', stderr: expect.stringContaining('nowhere.txt') });
  }); // prettier-ignore

  it('adds to a history', () => {
    const history = join(folder, 'gate.jsonl');
    run({ ...outputs, references, history });
    expect(readFileSync(history, 'utf8').trimEnd().split('\n')).toHaveLength(1);
  });

  it('installs nothing if assay is there, and declares every input and output that it uses', () => {
    expect(bash(install.run, { ASSAY_SOURCE: '/nowhere', RUNNER_TEMP: folder, GITHUB_PATH: join(folder, 'path') }).status).toBe(0);
    expect(existsSync(join(folder, 'path'))).toBe(false);
    for (const { value } of Object.values(action.outputs)) expect(step.run).toContain(`${/outputs\.(\w+)/.exec(value)![1]}=`);
  }); // prettier-ignore
});

describe('the GitLab template', () => {
  const { '.assay-gate': job } = readYaml('templates/gate.yml') as { readonly '.assay-gate': Job };

  it.each(cases)('%s', (_, inputs, status) => {
    const variables = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`ASSAY_${name.toUpperCase()}`, value]));
    expect(Object.keys(job.variables)).toEqual(expect.arrayContaining(Object.keys(variables)));
    expect(bash(job.script.join('\n'), { ...job.variables, ...variables }).status).toBe(status);
    for (const path of [...job.artifacts.paths, job.artifacts.reports.junit]) expect(existsSync(join(folder, path))).toBe(true);
  }); // prettier-ignore

  it('shows a warning only for what the test set cannot tell', () => {
    expect(job.allow_failure.exit_codes).toBe(4);
  });
});
