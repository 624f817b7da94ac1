/** assay.spark on a real standalone cluster, and the same shards on Ray and Kubernetes. Needs Python, PyPI and, for Spark, Java 17. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { pythonWith } from '../scripts/check-sacrebleu/reference.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const command = join(root, 'dist/command/assay.cjs');
const folder = mkdtempSync(join(tmpdir(), 'assay-engines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The package as it is in the source, with the built command; and `assay` as a program. */
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
cpSync(join(root, 'python/assay'), join(folder, 'python/assay'), { recursive: true });
writeFileSync(join(folder, 'python/assay/_version.py'), `__version__ = "${version}"\n`);
mkdirSync(join(folder, 'bin'));
writeFileSync(join(folder, 'bin/assay'), `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`, { mode: 0o755 });
const env = {
  ...process.env,
  PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
  PYTHONPATH: join(folder, 'python'),
  ASSAY_COMMAND: command,
  ASSAY_NODE: process.execPath,
  ASSAY_CACHE: join(folder, 'cache'),
};

/** An environment with a package and others; or why there is none. */
function pythonOf(name: string, wanted: string, others: readonly string[], java = false): string | { reason: string } {
  if (process.platform !== 'linux') return { reason: 'needs Linux' };
  if (!existsSync(command)) return { reason: 'dist is not built' };
  if (java && spawnSync('java', ['-version']).status !== 0) return { reason: 'there is no Java' };
  try {
    const python = pythonWith(root, name, wanted);
    if (others.length === 0) return python;
    const { status, stderr } = spawnSync(python, ['-m', 'pip', 'install', '--quiet', ...others], { encoding: 'utf8' });
    return status === 0 ? python : { reason: `pip install ${others.join(' ')} failed: ${stderr.slice(-200)}` };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

const titled = (name: string, python: ReturnType<typeof pythonOf>): string =>
  typeof python === 'string' ? name : `${name} (skipped: ${python.reason})`;
const run = (words: readonly string[], cwd = folder, more: Readonly<Record<string, string>> = {}) =>
  spawnSync(words[0]!, words.slice(1), { cwd, encoding: 'utf8', maxBuffer: 1 << 26, env: { ...env, ...more } });

const spark = pythonOf('pyspark', '4.0.1', ['pyarrow', 'pandas'], true);
describe.skipIf(typeof spark !== 'string')(titled('Spark', spark), () => {
  it('scores as one process does, to the last digit, though an executor is killed', () => {
    const { status, stdout, stderr } = run([spark as string, join(root, 'python/tests/spark_cluster.py'), '400']);
    expect(status, stderr.slice(-3000)).toBe(0);
    const { pipes, faults, ...report } = JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, unknown>;
    expect(pipes).toHaveLength(1);
    expect(report).toEqual({
      executors: 2,
      executorsAfter: 2,
      killedUnderWay: true,
      orphans: [],
      ...Object.fromEntries(
        ['corpus', 'metrics', 'arrays', 'ragged', 'groups', 'segments', 'skipped', 'nullScores', 'nist', 'lines'].map(
          (name) => [name, true],
        ),
      ),
    });
    expect(faults).toEqual([
      'UsageError: Unknown metric blue. Did you mean bleu?',
      expect.stringMatching(/^UsageError: metric: NIST must first learn from the references of the whole test set\. Type `assay prepare/),
      expect.stringMatching(/^UsageError: In partition \d+: \d+ of \d+ rows have no hypothesis \(null\)\. .*nulls='skip'/),
      expect.stringMatching(/^UsageError: In partition \d+: reference 1, .*the reference is empty/),
      'UsageError: Column i has the type bigint; expected string.',
      'UsageError: by: the DataFrame has no column subject. It has i, n, domain, hypothesis, terse, reference, second.',
      'UsageError: The result needs a column bleu, which is there already. Rename yours: df.withColumnRenamed.',
    ]); // prettier-ignore
  });

  it('says what to install where PySpark or assay is missing', () => {
    const code = 'import assay; assay.spark.score(None)';
    const bare = run([process.env['PYTHON'] ?? 'python3', '-S', '-c', code]);
    expect(bare.stderr).toMatch(/assay\.ProcessError: assay\.spark needs pyspark, which is not installed\. Run: pip install 'assay\[spark\]==/); // prettier-ignore
  });
});

/** The shared scores of the examples, as JSON, without the hash of the input, which has the names of the files. */
const whole = (): unknown =>
  JSON.parse(run(['assay', 'score', '-r', 'ref.txt', 'sys.txt', '-f', 'json'], join(folder, 'texts')).stdout);
mkdirSync(join(folder, 'texts'));
copyFileSync(join(root, 'examples/reference.A.en.txt'), join(folder, 'texts/ref.txt'));
copyFileSync(join(root, 'examples/good.txt'), join(folder, 'texts/sys.txt'));

const ray = pythonOf('ray', '2.60.0', []);
describe.skipIf(typeof ray !== 'string')(titled('Ray', ray), () => {
  it('gives the report of one process', () => {
    const texts = join(folder, 'texts');
    const script = join(root, 'examples/cluster/ray_score.py');
    const { status, stdout, stderr } = run([ray as string, script, '4', '-r', 'ref.txt', 'sys.txt'], texts);
    expect(status, stderr.slice(-3000)).toBe(0);
    expect(JSON.parse(stdout)).toEqual(whole());
    for (let i = 1; i <= 4; i++) rmSync(join(texts, `part-${i}.json`));
  });
});

const kubernetes = pythonOf('kubernetes-validate', '1.37.0', []);
describe.skipIf(typeof kubernetes !== 'string')(titled('Kubernetes', kubernetes), () => {
  const manifest = join(root, 'examples/cluster/kubernetes.yaml');

  it('has a manifest that the schema accepts', () => {
    const code = `import sys, json, yaml, kubernetes_validate
jobs = list(yaml.safe_load_all(open(sys.argv[1])))
for job in jobs: kubernetes_validate.validate(job, kubernetes_validate.latest_version(), strict=True)
bad = json.loads(json.dumps(jobs[0])); bad["spec"]["completionsMode"] = bad["spec"].pop("completionMode")
try: kubernetes_validate.validate(bad, kubernetes_validate.latest_version(), strict=True); sys.exit("accepted")
except kubernetes_validate.ValidationError: pass
print(json.dumps(jobs))`;
    const { status, stdout, stderr } = run([kubernetes as string, '-c', code, manifest]);
    expect(status, stderr).toBe(0);
    const [shards, merge] = JSON.parse(stdout) as {
      spec: { completions: number; template: { spec: { containers: { command: string[] }[] } } };
    }[];
    // What the containers run, here: every index, then the merge, gives the report of one process.
    const texts = join(folder, 'texts');
    const words = (job: typeof shards): string[] => job!.spec.template.spec.containers[0]!.command;
    expect(run(words(merge), texts).status).toBe(2);
    for (let index = 0; index < shards!.spec.completions; index++) {
      const done = run(words(shards), texts, { JOB_COMPLETION_INDEX: String(index) });
      expect(done.status, done.stderr).toBe(0);
    }
    expect(run(words(merge), texts).status).toBe(0);
    expect(JSON.parse(readFileSync(join(texts, 'scores.json'), 'utf8'))).toEqual(whole());
  });
});
