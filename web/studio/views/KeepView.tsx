/** What to take away: a page, tables, the command that gives the same numbers, a project, a link; and how to leave nothing behind. */
import { useRef, useState } from 'preact/hooks';
import { counted } from '../../shared/counted.ts';
import { saveBlob } from '../../shared/saveBlob.ts';
import { commandLine } from '../commandLine.ts';
import { DeskError } from '../deskClient.ts';
import { askToForget, openFiles } from '../sessionActions.ts';
import { settingsHash } from '../settingsLink.ts';
import type { StudioStore } from '../studioStore.ts';

interface KeepProps {
  readonly store: StudioStore;
}

interface Form {
  readonly format: string;
  readonly ending: string;
  readonly type: string;
  readonly title: string;
}

const page: Form = { format: 'html', ending: 'html', type: 'text/html', title: 'Download the page' };

const tables: readonly Form[] = [
  { format: 'xlsx', ending: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', title: 'Excel' },
  { format: 'csv', ending: 'csv', type: 'text/csv', title: 'CSV' },
  { format: 'tsv', ending: 'tsv', type: 'text/tab-separated-values', title: 'TSV' },
  { format: 'latex', ending: 'tex', type: 'application/x-tex', title: 'LaTeX' },
  { format: 'markdown', ending: 'md', type: 'text/markdown', title: 'Markdown' },
  { format: 'json', ending: 'json', type: 'application/json', title: 'JSON' },
]; // prettier-ignore

export function KeepView({ store }: KeepProps) {
  const { request, loaded, problem, settings, notes, hasResults: isReady } = store;
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const name = fileName(loaded?.systems ?? []);
  const save = async (file: string, make: () => Promise<Blob>): Promise<void> => {
    if (isBusy) return;
    setFailure(undefined);
    setBusy(true);
    try {
      saveBlob(file, await make());
      store.announced = `${file} is being downloaded.`;
      store.changed();
    } catch (error) {
      const isOurs = error instanceof DeskError && error.kind === 'bug';
      setFailure(`Cannot make ${file}: ${(error as Error).message}${isOurs ? ' This is a bug in Assay.' : ''}`);
    } finally {
      setBusy(false);
    }
  };
  const saveForm = ({ format, ending, type }: Form) =>
    save(`${name}.${ending}`, async () => {
      const made = await store.desk.ask('form', [format, [...notes]]);
      return new Blob([made], { type });
    });
  const saveProject = () => save(`${name}.assay`, () => store.desk.ask('pack', [store.session]));
  const pick = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
    const files = [...(currentTarget.files ?? [])].map((file) => ({ path: file.name, contents: file }));
    void openFiles(store, files);
    currentTarget.value = '';
  };
  const button = (form: Form, look?: string) => (
    <button
      key={form.format}
      type="button"
      class={look}
      aria-disabled={!isReady || isBusy || undefined}
      onClick={() => isReady && void saveForm(form)}
    >
      {form.title}
    </button>
  );
  return (
    <div class="keep">
      {failure !== undefined && (
        <p class="warning" role="alert">
          {failure}
        </p>
      )}
      {!isReady && (
        <p class="hint">
          {request && problem === undefined
            ? store.isCancelled
              ? 'The results are not complete, because you cancelled them. Start again to download the page and the tables.'
              : 'The page and the tables can be downloaded when the results are complete.'
            : 'There are no results yet. You can save the files, settings and notes as a project.'}
        </p>
      )}
      <section aria-labelledby="keep_page">
        <h2 id="keep_page">Page</h2>
        <p>Everything in one file, with charts and all segments. It opens in any browser, also offline.</p>
        <p class="buttons">{button(page, 'main')}</p>
      </section>
      <section aria-labelledby="keep_tables">
        <h2 id="keep_tables">Tables</h2>
        <p>For spreadsheets, papers and programs. CSV, TSV, Excel and JSON have all digits.</p>
        <p class="buttons">{tables.map((form) => button(form))}</p>
        {notes.size > 0 && (
          <p class="muted">{`${counted(notes.size, 'note')} on segments: in the page, Excel, LaTeX, Markdown and JSON.`}</p>
        )}
      </section>
      {request && loaded && (
        <section aria-labelledby="keep_command">
          <h2 id="keep_command">Command</h2>
          <p>
            This command gives the same numbers. Run it in the folder with the files; add <code>-o page.html</code> for
            the page.
          </p>
          <Copied
            text={commandLine({
              request,
              settings,
              loaded,
              scoreFiles: store.filesOf('scores').map(({ path }) => path),
              directions: store.directions,
            })}
            what="the command"
          />
        </section>
      )}
      <section aria-labelledby="keep_project">
        <h2 id="keep_project">Project</h2>
        <p>
          Files, settings and notes in one file. Open it here or drop it on the page, on any computer, to go on where
          you left off.
        </p>
        <p class="buttons">
          <button type="button" aria-disabled={isBusy || undefined} onClick={() => void saveProject()}>
            Save as a project
          </button>
          <button type="button" onClick={() => picker.current!.click()}>
            Open a project
          </button>
        </p>
        <input ref={picker} type="file" hidden accept=".assay" aria-label="Project" onChange={pick} />
      </section>
      <section aria-labelledby="keep_link">
        <h2 id="keep_link">Link to these settings</h2>
        <p>The link has metrics and tests, but no texts. Anyone who opens it adds files of their own.</p>
        <Copied text={`${location.href.replace(/#.*/s, '')}${settingsHash(settings)}`} what="the link" />
      </section>
      <section aria-labelledby="keep_forget">
        <h2 id="keep_forget">Leave nothing behind</h2>
        <p>
          {store.unkept ?? 'This browser keeps the session on this computer, so that it comes back after a reload.'}
        </p>
        <p class="buttons">
          <button type="button" onClick={() => void askToForget(store)}>
            Forget everything
          </button>
        </p>
      </section>
    </div>
  );
}

/** A text to copy. Where the page may not write to the clipboard, the text is selected, so that a key copies it. */
function Copied({ text, what }: { readonly text: string; readonly what: string }) {
  const shown = useRef<HTMLElement>(null);
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    getSelection()?.selectAllChildren(shown.current!);
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      setSaid(`Selected. Press ${/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘C' : 'Ctrl+C'} to copy.`);
    }
  };
  return (
    <div class="copied">
      <code ref={shown} tabIndex={0}>
        {text.split(' ').map((word, w) => (
          <>
            {w > 0 && ' '}
            <span key={w}>{word}</span>
          </>
        ))}
      </code>
      <p class="buttons">
        <button type="button" onClick={() => void copy()}>
          Copy<span class="unseen"> {what}</span>
        </button>
        <span class="muted" role="status">
          {said}
        </span>
      </p>
    </div>
  );
}

/** A name for files that says what was compared. */
function fileName(systems: readonly string[]): string {
  const plain = systems
    .slice(0, 3)
    .map((system) => system.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, ''))
    .filter((system) => system !== '');
  const name = systems.length > 3 ? 'comparison' : plain.join('-');
  return name === '' || name.length > 60 ? 'comparison' : name;
}
