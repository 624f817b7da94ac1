/** The files: what each seems to be, what may be wrong with it, and what it is used as. */
import { useRef, useState } from 'preact/hooks';
import type { ViewProps } from '../viewProps.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { counted, grouped } from '../../shared/counted.ts';
import type { Role } from '../desk/messages.ts';
import { DraftInput } from '../DraftInput.tsx';
import { pickedFiles } from '../droppedFiles.ts';
import examples from '../exampleFiles.json' with { type: 'json' };
import { askToForget, openFiles } from '../sessionActions.ts';
import { type StudioFile, nameOf } from '../studioStore.ts';

const roles: Readonly<Record<Role, string>> = {
  system: 'System output',
  reference: 'Reference',
  source: 'Source',
  labels: 'Labels',
  scores: 'Scores',
  judgments: 'Judgments',
  model: 'Neural model',
  unused: 'Not used',
};

export function FilesView({ store }: ViewProps) {
  const { files, missing, problem } = store;
  const isEmpty = files.length === 0;
  return (
    <>
      <h1 tabIndex={-1}>{isEmpty ? 'Which translation is better?' : 'Files'}</h1>
      {isEmpty && (
        <p class="lead">
          Add the outputs of two or more systems and a reference translation. Studio tells you which is better, by how
          much, whether you can rely on it, and where. Your texts stay on this computer.
        </p>
      )}
      <AddFiles store={store} isLarge={isEmpty} />
      {!isEmpty && (
        <>
          {problem !== undefined && (
            <p class="warning" role="alert">
              <strong>Cannot compare:</strong> {problem}
            </p>
          )}
          {missing !== undefined && <p class="hint">{missing}</p>}
          <FileTable store={store} />
          <Columns store={store} />
          <NextStep store={store} />
        </>
      )}
      {isEmpty && (
        <p>
          No files yet? <a href="#paradoxes">See three paradoxes of BLEU</a>, on examples that you can change.
        </p>
      )}
      {isEmpty && <WhatItReads />}
    </>
  );
}

function AddFiles({ store, isLarge }: ViewProps & { readonly isLarge: boolean }) {
  const picker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);
  const [isPasting, setPasting] = useState(false);
  const pick = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    void openFiles(store, pickedFiles(currentTarget.files ?? []));
    currentTarget.value = '';
  };
  const tryExample = async (): Promise<void> => {
    const found = examples.map(async (name) => {
      const answer = await fetch(new URL(`examples/${name}`, location.href.replace(/#.*/, '')));
      return { path: name, contents: new File([await answer.blob()], name) };
    });
    await store.add(await Promise.all(found));
  };
  return (
    <div class={isLarge ? 'add large' : 'add'}>
      {isLarge && <p class="add-title">Drop files here</p>}
      <div class="buttons">
        <button type="button" class={isLarge ? 'main' : ''} onClick={() => picker.current!.click()}>
          {isLarge ? 'Choose files' : 'Add files'}
        </button>
        <button type="button" onClick={() => folderPicker.current!.click()}>
          {isLarge ? 'Choose a folder' : 'Add a folder'}
        </button>
        <button type="button" onClick={() => setPasting(true)}>
          Paste text
        </button>
        {isLarge && (
          <button type="button" onClick={() => void tryExample()}>
            Try an example
          </button>
        )}
        {!isLarge && (
          <button type="button" class="quiet" onClick={() => void askToForget(store)}>
            Forget everything
          </button>
        )}
      </div>
      <input ref={picker} type="file" multiple hidden aria-label="Files" onChange={pick} />
      <input ref={folderPicker} type="file" hidden aria-label="Folder" onChange={pick} {...{ webkitdirectory: true }} />
      {isPasting && <PasteDialog store={store} close={() => setPasting(false)} />}
    </div>
  );
}

function PasteDialog({ store, close }: ViewProps & { readonly close: () => void }) {
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>(store.filesOf('reference').length === 0 ? 'reference' : 'system');
  const count = store.files.filter(({ path }) => path.startsWith('pasted-')).length + 1;
  const [name, setName] = useState(role === 'reference' ? 'pasted-reference' : `pasted-${count}`);
  const add = (event: Event): void => {
    event.preventDefault();
    const path = `${name.trim() || `pasted-${count}`}.txt`;
    void store.add([{ path, contents: new File([text.replace(/\n*$/, '\n')], path), role }]);
    close();
  };
  return (
    <Dialog title="Paste text" close={close}>
      <form onSubmit={add} class="paste">
        <label>
          One segment per line
          <textarea rows={10} required value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <div class="pair">
          <label>
            Name
            <input value={name} onInput={(event) => setName(event.currentTarget.value)} />
          </label>
          <label>
            Used as
            <select value={role} onChange={(event) => setRole(event.currentTarget.value as Role)}>
              <option value="system">System output</option>
              <option value="reference">Reference</option>
              <option value="source">Source</option>
            </select>
          </label>
        </div>
        <p class="buttons">
          <button class="main">Add</button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function FileTable({ store }: ViewProps) {
  const usual = usualSegments(store.files);
  return (
    <div class="file-table">
      <div class="file-head" aria-hidden="true">
        <span>File</span>
        <span>Used as</span>
        <span>System</span>
        <span class="right">Segments</span>
        <span>Format</span>
        <span />
      </div>
      <ul aria-label="Files">
        {store.files.map((file) => (
          <FileRow key={file.path} store={store} file={file} usual={usual} />
        ))}
      </ul>
    </div>
  );
}

function FileRow({
  store,
  file,
  usual,
}: ViewProps & { readonly file: StudioFile; readonly usual: number | undefined }) {
  const { path, facts, role, name } = file;
  const isText = role === 'system' || role === 'reference' || role === 'source' || role === 'labels';
  const differs =
    isText && usual !== undefined && facts?.segments !== undefined && facts.segments !== usual
      ? `It has ${counted(facts.segments, 'segment')}; most files have ${grouped(usual)}. All files must have the same segments, one per line.`
      : undefined;
  const messages = [...(differs === undefined ? [] : [differs]), ...(facts?.warnings ?? [])];
  const systems = facts?.systems;
  return (
    <li class={facts?.problem === undefined ? 'file' : 'file broken'}>
      <span class="file-name">
        <bdi>{path}</bdi>
        <small>{sizeText(file.contents.size)}</small>
      </span>
      <label>
        <span class="label">Used as</span>
        <select
          value={role}
          disabled={!facts || facts.problem !== undefined}
          onChange={(event) => store.set(path, { role: event.currentTarget.value as Role })}
        >
          {Object.entries(roles).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
        <span class="unseen"> of {path}</span>
      </label>
      <span class="system">
        {role === 'system' &&
          facts &&
          !facts.problem &&
          (systems ? (
            <span class="label-value">
              {systems.length > 3
                ? `${systems.slice(0, 2).join(', ')} and ${systems.length - 2} more`
                : systems.join(', ')}
            </span>
          ) : (
            <label>
              <span class="label">System</span>
              <DraftInput
                value={name ?? nameOf(path)}
                size={12}
                commit={(input) => store.set(path, { name: input.value.trim() || nameOf(path) })}
              />
              <span class="unseen"> in {path}</span>
            </label>
          ))}
      </span>
      <span class="right">
        {facts?.segments !== undefined && (
          <>
            <span class="label">Segments</span> {grouped(facts.segments)}
          </>
        )}
      </span>
      <span class="format">
        {facts
          ? facts.format === undefined
            ? ''
            : `${formatName(facts.format)}${facts.encoding !== undefined && facts.encoding !== 'UTF-8' ? `, ${facts.encoding}` : ''}`
          : 'Reading…'}
        {facts?.holds && <small>with {facts.holds.join(' and ')}</small>}
      </span>
      <span class="remove">
        <button type="button" class="quiet" onClick={() => store.remove(path)}>
          Remove<span class="unseen"> {path}</span>
        </button>
      </span>
      {facts?.problem !== undefined && (
        <p class="problem">
          <strong>Cannot read it.</strong> {facts.problem}
        </p>
      )}
      {role === 'unused' && facts?.setAside !== undefined && (
        <p class="set-aside">
          {facts.setAside}{' '}
          <button type="button" class="quiet" onClick={() => store.set(path, { role: 'system' })}>
            Use it as a system<span class="unseen">: {path}</span>
          </button>
        </p>
      )}
      {messages.map((text) => (
        <p key={text} class="problem">
          {text}
        </p>
      ))}
      {role === 'scores' &&
        facts?.undirected?.map((metric) => <DirectionChoice key={metric} store={store} metric={metric} />)}
    </li>
  );
}

/** Asks for the direction of scores that no name tells; until it is answered, they are left out. */
function DirectionChoice({ store, metric }: ViewProps & { readonly metric: string }) {
  const { lowerIsBetter, higherIsBetter } = store.settings;
  const chosen = lowerIsBetter?.includes(metric) ? 'lower' : higherIsBetter?.includes(metric) ? 'higher' : '';
  return (
    <p class={chosen === '' ? 'problem' : 'direction'}>
      <label>
        {chosen === '' ? `Is a higher or a lower score of ${metric} better? Until you choose, it is left out.` : metric}{' '}
        <select
          value={chosen}
          onChange={({ currentTarget: { value } }) =>
            store.direct(metric, value === '' ? undefined : value === 'higher')
          }
        >
          <option value="">Choose</option>
          <option value="higher">Higher is better</option>
          <option value="lower">Lower is better</option>
        </select>
      </label>
    </p>
  );
}

/** Columns of tables, where their names do not say what they hold. */
function Columns({ store }: ViewProps) {
  const names = [
    ...new Set(store.files.flatMap(({ facts, role }) => (role === 'labels' ? [] : (facts?.columns ?? [])))),
  ];
  if (names.length === 0) return null;
  const parts = {
    hypothesis: 'System output',
    reference: 'Reference',
    source: 'Source',
    label: 'Label',
    document: 'Document',
  };
  const partOf = (name: string): string =>
    Object.entries(store.columns).find(([, columns]) => columns.includes(name))?.[0] ?? '';
  const choose = (name: string, part: string): void => {
    const without = Object.entries(store.columns).map(([key, columns]) => [key, columns.filter((each) => each !== name)] as const); // prettier-ignore
    const next = Object.fromEntries(without.filter(([, columns]) => columns.length > 0));
    store.chooseColumns(part === '' ? next : { ...next, [part]: [...(next[part] ?? []), name] });
  };
  return (
    <details class="columns" open={store.request === undefined}>
      <summary>Columns</summary>
      <p>Studio goes by the names of columns. Where they do not say what a column holds, choose it here.</p>
      <div class="column-list">
        {names.map((name) => (
          <label key={name}>
            <bdi>{name}</bdi>
            <select value={partOf(name)} onChange={(event) => choose(name, event.currentTarget.value)}>
              <option value="">by its name</option>
              {Object.entries(parts).map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </details>
  );
}

function NextStep({ store }: ViewProps) {
  const { loaded, request, problem } = store;
  if (!request || problem !== undefined) return null;
  const { systems, segments } = loaded ?? {};
  const names = systems ?? request.files.map(nameOf);
  const title =
    names.length === 1 ? `See the scores of ${names[0]!}` : names.length === 2 ? `Compare ${names[0]!} and ${names[1]!}` : `Compare ${names.length} systems`; // prettier-ignore
  return (
    <p class="next">
      <a class="button main" href="#answer">
        {title}
      </a>
      {segments !== undefined && (
        <span class="muted">
          {counted(segments, 'segment')},{' '}
          {store.loaded!.references === 'var' ? 'several references' : counted(store.loaded!.references, 'reference')}
        </span>
      )}
    </p>
  );
}

const WhatItReads = () => (
  <section class="reads">
    <h2>What it reads</h2>
    <ul>
      <li>Plain text with one segment per line, also compressed (.gz, .zst)</li>
      <li>Tables: Excel (.xlsx), CSV, TSV, JSON lines</li>
      <li>Translation files: XLIFF, TMX, PO; WMT’s XML and SGML</li>
      <li>Judgments by people: rankings, ratings, MQM and other marked errors</li>
      <li>Scores that other programs computed</li>
      <li>Projects that Studio saved (.assay)</li>
    </ul>
    <h2>Private by design</h2>
    <p>
      Studio computes in your browser. No text is uploaded, and the page is not allowed to connect to any other site. It
      also works offline.
    </p>
  </section>
);

/** How many segments most files have. */
function usualSegments(files: readonly StudioFile[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { facts, role } of files) {
    if (facts?.segments === undefined || !['system', 'reference', 'source', 'labels'].includes(role)) continue;
    counts.set(facts.segments, (counts.get(facts.segments) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

const formatNames: Readonly<Record<string, string>> = { text: 'Text', tsv: 'TSV', csv: 'CSV', jsonl: 'JSON lines', xml: 'XML', sgml: 'SGML', xlsx: 'Excel', xliff: 'XLIFF', tmx: 'TMX', po: 'PO', conllu: 'CoNLL-U', model: 'Model' }; // prettier-ignore
const formatName = (id: string): string => formatNames[id] ?? id;

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
