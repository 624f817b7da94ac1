/** What people judged: which systems are best, how well judges agree, and how well metrics agree with them. */
import { useEffect, useState } from 'preact/hooks';
import { CommandResult } from '../CommandResult.tsx';
import { SubNav } from '../SubNav.tsx';
import { usePart } from '../address.ts';
import { type CommandRunner, useCommand } from '../command.ts';
import { counted } from '../../shared/counted.ts';
import type { StudioStore } from '../studioStore.ts';
import { type Arranged, arrangeTask, arrangedFolder, taskFolderIn } from './peopleFiles.ts';

interface Props {
  readonly store: StudioStore;
}

const parts = { '': 'Ranking', agreement: 'Agreement', metrics: 'Metrics against people' };

export function PeopleView({ store }: Props) {
  const [part] = usePart('people');
  const files = store.filesOf('judgments').map(({ path }) => path);
  const folder = taskFolderIn(store.files.map(({ path }) => path));
  const [isLenient, setLenient] = useState(false);
  const options = isLenient ? { lenient: true } : {};
  const judged = files.length > 0;
  const rank = useCommand(
    store,
    'people rank',
    judged ? { command: 'rank', words: files, options, withData: true } : undefined,
  );
  if (!judged && folder === undefined) {
    return (
      <p class="hint">
        Add a file of judgments: rankings, ratings, or marked errors such as MQM. <a href="#files">Go to the files</a>
      </p>
    );
  }
  const shown = Object.hasOwn(parts, part) ? part : '';
  return (
    <>
      <p class="lead">
        {judged
          ? `From ${files.length === 1 ? files[0]! : counted(files.length, 'file of judgments', 'files of judgments')}.`
          : `From the folder ${folder!}.`}
      </p>
      <SubNav title="What people say" view="people" part={shown} parts={parts} />
      {judged && (isLenient || rank.problem !== undefined) && (
        <label class="tick">
          <input type="checkbox" checked={isLenient} onChange={() => setLenient(!isLenient)} />
          Skip and report malformed judgments
        </label>
      )}
      {shown === 'metrics' ? (
        <Metrics store={store} folder={folder} rank={rank} options={options} />
      ) : !judged ? (
        <p class="hint">
          The folder has scores by people, but no judgments. Add a file of judgments to see{' '}
          {shown === '' ? 'a ranking' : 'how well judges agree'}.
        </p>
      ) : shown === '' ? (
        <CommandResult runner={rank} failure="Cannot rank the systems" />
      ) : (
        <Agreement store={store} files={files} options={options} />
      )}
    </>
  );
}

type Options = Readonly<Record<string, unknown>>;

function Agreement({
  store,
  files,
  options,
}: Props & { readonly files: readonly string[]; readonly options: Options }) {
  const agree = useCommand(store, 'people agree', { command: 'agree', words: files, options });
  return <CommandResult runner={agree} failure="Cannot measure agreement" />;
}

interface MetricsProps extends Props {
  readonly folder: string | undefined;
  readonly rank: CommandRunner;
  readonly options: Options;
}

/** What `assay rank` tells of tasks, by kind of judgment. */
type RankedTasks = Readonly<Record<'rankings' | 'ratings' | 'annotations', readonly { readonly task: string }[]>>;

/** Of a dropped folder, or of the loaded files put into one. */
function Metrics({ store, folder, rank, options }: MetricsProps) {
  const { data, isBusy } = rank;
  if (folder !== undefined) return <Meta store={store} folder={folder} options={options} />;
  if (isBusy) return <p class="muted">The judgments are being read.</p>;
  const { rankings = [], ratings = [], annotations = [] } = (data || {}) as Partial<RankedTasks>;
  const tasks = [...rankings, ...ratings, ...annotations].map(({ task }) => task);
  const arranged = arrangeTask(
    {
      system: store.filesOf('system'),
      reference: store.filesOf('reference'),
      source: store.filesOf('source'),
      judgments: store.filesOf('judgments'),
      scores: store.filesOf('scores'),
    },
    [...new Set(tasks)],
  );
  if ('remedy' in arranged) return <p class="hint">{arranged.remedy}</p>;
  return <ArrangedMeta store={store} files={arranged.files} options={options} />;
}

type ArrangedFiles = Extract<Arranged, { readonly files: unknown }>['files'];

/** Paths that were put into a worker. */
const putOf = new WeakMap<object, readonly string[]>();

function ArrangedMeta({ store, files, options }: Props & { readonly files: ArrangedFiles; readonly options: Options }) {
  const { clerk } = store;
  const key = files.map(([path]) => path).join('\n');
  const [put, setPut] = useState<{ readonly key: string; readonly clerk: object }>();
  useEffect(() => {
    void clerk.ask('remove', [putOf.get(clerk) ?? []]);
    void clerk.ask('put', [files]);
    putOf.set(
      clerk,
      files.map(([path]) => path),
    );
    setPut({ key, clerk });
  }, [key, clerk]);
  return put?.key === key && put.clerk === clerk ? (
    <Meta store={store} folder={arrangedFolder} options={options} />
  ) : null;
}

function Meta({ store, folder, options }: Props & { readonly folder: string; readonly options: Options }) {
  const meta = useCommand(store, 'people meta', {
    command: 'meta',
    words: [folder],
    options: { ...options, ...store.directions, unknownDirection: 'leave out' },
  });
  return <CommandResult runner={meta} failure="Cannot evaluate metrics" />;
}
