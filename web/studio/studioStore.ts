/** The state of Studio: files, settings, what was computed of them, and what is computed now. Views read it and call its methods. */
import { comparisonDefaults } from '../../src/stats/comparison/comparison.ts';
import { counted, grouped } from '../shared/counted.ts';
import { Store } from '../shared/store.ts';
import type { Clerk } from './desk/clerk.ts';
import type { Desk } from './desk/desk.ts';
import type {
  FileFacts,
  FirstScores,
  LoadedFacts,
  PageParts,
  Role,
  Session,
  Settings,
  Stage,
  TextsRequest,
} from './desk/messages.ts';
import { DeskClient, DeskError } from './deskClient.ts';
import { LoadedSegments } from './loadedSegments.ts';

export interface StudioFile {
  /** Its name, with the names of its folders if a folder was dropped. */
  readonly path: string;
  readonly contents: Blob;
  /** Undefined until it was looked at. */
  readonly facts?: FileFacts;
  readonly role: Role;
  /** The role is not a guess yet to be made: it was given by hand, or comes with the session. */
  readonly isRoleKnown?: boolean;
  /** Of its system, if given by hand. */
  readonly name?: string;
}

/** Columns of tables that were given a part by hand: by role, the names. */
export type Columns = Readonly<Record<string, readonly string[]>>;

export const usualSettings: Settings = {
  metrics: ['bleu', 'chrf', 'ter'],
  test: comparisonDefaults.test,
  correct: comparisonDefaults.correction,
  unit: 'auto',
  samples: comparisonDefaults.samples,
  seed: comparisonDefaults.seed,
  level: 100 * comparisonDefaults.level,
  alpha: comparisonDefaults.alpha,
  interval: comparisonDefaults.interval,
};

/** A question that is asked before something is lost. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button says that goes on. */
  readonly yes: string;
  answer(isYes: boolean): void;
}

/** Something to say about the session, with what can be done about it. */
export interface Notice {
  readonly text: string;
  readonly isProblem?: boolean;
  readonly action?: { readonly title: string; run(): void };
}

export interface Progress {
  readonly text: string;
  readonly share?: number;
}

/** How far a comparison has come. */
type Reached = 'nothing' | 'scores' | 'compared' | 'explained';

export class StudioStore extends Store {
  files: readonly StudioFile[] = [];
  settings: Settings = usualSettings;
  columns: Columns = {};
  notes: ReadonlyMap<number, string> = new Map();

  /** What is being done, if anything. */
  progress: Progress | undefined;
  /** Why there is no result, and what to do. */
  problem: string | undefined;
  /** What to announce to those who cannot see it. */
  announced = '';
  loaded: LoadedFacts | undefined;
  scores: FirstScores | undefined;
  page: PageParts | undefined;
  reached: Reached = 'nothing';
  /** The page is that of earlier files or settings. */
  isOutdated = false;
  /** What is missing in the results was cancelled. */
  isCancelled = false;
  segments: LoadedSegments | undefined;

  question: Question | undefined;
  notice: Notice | undefined;
  /** Why the browser does not keep the session; undefined if it does. */
  unkept: string | undefined;
  /** Removes what the browser keeps. */
  onForget: () => void = () => {};

  #desk: DeskClient<Desk> | undefined;
  #clerk: DeskClient<Clerk> | undefined;
  /** What `loaded` was read from. */
  #loadedFrom = '';
  #computed = 0;
  #cancelled = 0;

  /** The worker that compares; started when first needed. */
  get desk(): DeskClient<Desk> {
    return (this.#desk ??= new DeskClient<Desk>('desk'));
  }

  /** The worker that runs commands on the same files. */
  get clerk(): DeskClient<Clerk> {
    if (!this.#clerk) {
      this.#clerk = new DeskClient<Clerk>('clerk');
      void this.#clerk.ask('put', [this.files.map(({ path, contents }) => [path, contents] as const)]);
    }
    return this.#clerk;
  }

  /** Ends what the clerk is doing, whatever it is; a new one starts when it is next needed. */
  stopClerk(): void {
    this.#clerk?.close();
    this.#clerk = undefined;
    this.changed();
  }

  /** Adds files, or replaces those of the same path; finds out what they are, and computes. */
  async add(added: readonly (Pick<StudioFile, 'path' | 'contents'> & Partial<StudioFile>)[]): Promise<void> {
    if (added.length === 0) return;
    const paths = new Set(added.map(({ path }) => path));
    this.files = [
      ...this.files.filter(({ path }) => !paths.has(path)),
      ...added.map(({ path, contents, role, name }) => ({ path, contents, role: role ?? 'unused', isRoleKnown: role !== undefined, ...(name !== undefined && { name }) })), // prettier-ignore
    ];
    this.problem = undefined;
    this.changed();
    const blobs = added.map(({ path, contents }) => [path, contents] as const);
    await this.desk.ask('put', [blobs]);
    void this.#clerk?.ask('put', [blobs]);
    const cancelled = this.#cancelled;
    for (const { path, role } of added) {
      this.progress = { text: `Reading ${path}` };
      this.changed();
      const facts = await this.desk.ask('inspect', [path]);
      this.#update(path, { facts, role: role ?? facts.role });
    }
    this.progress = undefined;
    this.#useOneEach();
    this.#setAside(added.filter(({ role }) => role === undefined).map(({ path }) => path));
    if (cancelled === this.#cancelled) void this.compute();
    else this.isCancelled = this.request !== undefined;
    this.changed();
  }

  remove(path: string): void {
    this.files = this.files.filter((file) => file.path !== path);
    void this.desk.ask('remove', [[path]]);
    void this.#clerk?.ask('remove', [[path]]);
    this.changed();
    void this.compute();
  }

  /** Changes what a file is. */
  set(path: string, change: Partial<Pick<StudioFile, 'role' | 'name'>>): void {
    this.#update(path, change);
    void this.compute();
  }

  choose(change: Partial<Settings>): void {
    this.settings = { ...this.settings, ...change };
    this.changed();
    void this.compute();
  }

  /** Says whether higher scores of a metric are better; undefined takes it back. */
  direct(metric: string, higherIsBetter: boolean | undefined): void {
    const { lowerIsBetter = [], higherIsBetter: higher = [] } = this.settings;
    const others = (names: readonly string[]) => names.filter((name) => name !== metric);
    this.choose({
      lowerIsBetter: [...others(lowerIsBetter), ...(higherIsBetter === false ? [metric] : [])],
      higherIsBetter: [...others(higher), ...(higherIsBetter ? [metric] : [])],
    });
  }

  /** The directions that were chosen, of metrics in the present files. */
  get directions(): Pick<Settings, 'lowerIsBetter' | 'higherIsBetter'> {
    const asked = new Set(this.filesOf('scores').flatMap(({ facts }) => facts?.undirected ?? []));
    const known = (['lowerIsBetter', 'higherIsBetter'] as const).map(
      (side) => [side, (this.settings[side] ?? []).filter((name) => asked.has(name))] as const,
    );
    return Object.fromEntries(known.filter(([, names]) => names.length > 0));
  }

  chooseColumns(columns: Columns): void {
    this.columns = columns;
    this.changed();
    void this.compute();
  }

  note(segment: number, text: string): void {
    const notes = new Map(this.notes);
    if (text.trim() === '') notes.delete(segment);
    else notes.set(segment, text);
    this.notes = notes;
    this.changed();
  }

  /** Everything that was given by hand, to be kept. */
  get session(): Session {
    const { settings, columns } = this;
    return {
      files: this.files.map(({ path, contents, facts, role, isRoleKnown, name }) => ({ path, contents, ...((facts ?? isRoleKnown) && { role }), ...(name !== undefined && { name }) })), // prettier-ignore
      settings,
      columns,
      notes: [...this.notes],
    };
  }

  async restore({ files, settings, columns, notes }: Session): Promise<void> {
    this.forget();
    this.settings = { ...usualSettings, ...settings };
    this.columns = columns;
    this.notes = new Map(notes);
    await this.add(files);
  }

  /** Asks, and waits for the answer. */
  ask(question: Omit<Question, 'answer'>): Promise<boolean> {
    this.question?.answer(false);
    return new Promise((resolve) => {
      const answer = (isYes: boolean): void => {
        this.question = undefined;
        this.changed();
        resolve(isYes);
      };
      this.question = { ...question, answer };
      this.changed();
    });
  }

  say(notice: Notice | undefined): void {
    this.notice = notice;
    this.changed();
  }

  /** Back to an empty page. */
  forget(): void {
    this.cancel();
    this.#desk?.close();
    this.#clerk?.close();
    this.#desk = undefined;
    this.#clerk = undefined;
    this.files = [];
    this.settings = usualSettings;
    this.columns = {};
    this.notes = new Map();
    this.isCancelled = false;
    this.#clear();
    this.changed();
  }

  cancel(): void {
    this.#computed++;
    this.#cancelled++;
    this.isCancelled = this.progress !== undefined && this.request !== undefined;
    this.progress = undefined;
    void this.#desk?.ask('cancel', []);
    this.changed();
  }

  /** Models as metrics name them: archives, and folders with a model. */
  models(): string[] {
    const paths = this.filesOf('model').map(({ path }) => path);
    const folders = paths.filter((path) => /[^/]\/[^/]+\.onnx$/.test(path)).map((path) => path.replace(/\/[^/]*$/, ''));
    return [...new Set([...paths.filter((path) => /\.(?:zip|jar)$/i.test(path)), ...folders])];
  }

  filesOf(role: Role): StudioFile[] {
    return this.files.filter((file) => file.role === role && file.facts?.problem === undefined);
  }

  /** What the comparison reads; undefined if something is missing. */
  get request(): TextsRequest | undefined {
    const systems = this.filesOf('system');
    const references = this.filesOf('reference');
    const hasReference = references.length > 0 || systems.some(({ facts }) => facts?.holds?.includes('reference')) || 'reference' in this.columns; // prettier-ignore
    const [source] = this.filesOf('source');
    // Scores of others need no reference, and some models none but the source.
    const needsNone = this.filesOf('scores').length > 0 || (source !== undefined && this.models().length > 0);
    if (systems.length === 0 || !(hasReference || needsNone)) return undefined;
    const [labels] = this.filesOf('labels');
    const isNamed = systems.some(({ name }) => name !== undefined);
    return {
      files: systems.map(({ path }) => path),
      references: references.map(({ path }) => path),
      ...(source && { sources: source.path }),
      ...(labels && { labels: labels.path }),
      ...(isNamed && { names: systems.map(({ name, path }) => name ?? nameOf(path)) }),
      ...(Object.keys(this.columns).length > 0 && { columns: this.columns }),
    };
  }

  /** Whether the results are complete, and those of the files and settings that are shown. */
  get hasResults(): boolean {
    const { request, reached, isOutdated, progress, problem } = this;
    return request !== undefined && reached === 'explained' && !isOutdated && !progress && problem === undefined;
  }

  /** What is missing for a comparison; undefined if nothing is. */
  get missing(): string | undefined {
    if (this.request || this.files.some(({ facts }) => !facts)) return undefined;
    if (this.files.length === 0) return 'Add the outputs of one or more systems, and a reference translation.';
    if (this.filesOf('system').length === 0) {
      return this.filesOf('judgments').length > 0
        ? undefined
        : 'Add the output of a system: a file with a translation in each line, or a table with a column of them.';
    }
    return 'Which file is the reference translation? Choose “Reference” beside it, or add it.';
  }

  /** Computes again what the latest change concerns; results arrive as they are ready. */
  async compute(): Promise<void> {
    const own = ++this.#computed;
    const { request, settings } = this;
    this.isCancelled = false;
    this.isOutdated = this.page !== undefined;
    if (!request) {
      if (this.#loadedFrom !== '') this.#clear();
      this.changed();
      return;
    }
    const isCurrent = (): boolean => own === this.#computed;
    const onStage = (stage: Stage): void => {
      if (isCurrent()) this.#take(stage);
    };
    try {
      const from = JSON.stringify([request, this.files.map(({ path, contents }) => [path, contents.size, (contents as Partial<File>).lastModified])]); // prettier-ignore
      this.problem = undefined;
      this.progress = { text: 'Reading the texts' };
      this.changed();
      if (from !== this.#loadedFrom) {
        this.#clear();
        this.progress = { text: 'Reading the texts' };
        const loaded = await this.desk.ask('load', [request], onStage);
        if (!isCurrent()) return;
        this.loaded = loaded;
        this.#loadedFrom = from;
      }
      const scoreFiles = this.filesOf('scores').map(({ path }) => path);
      const { lowerIsBetter: _lower, higherIsBetter: _higher, ...others } = settings;
      await this.desk.ask('compare', [{ ...others, ...this.directions }, scoreFiles], onStage);
      if (!isCurrent()) return;
      this.progress = undefined;
      this.announced = 'The results are complete.';
      this.changed();
    } catch (error) {
      if (!isCurrent() || (error instanceof DeskError && error.kind === 'superseded')) return;
      this.progress = undefined;
      this.problem = (error as Error).message;
      this.announced = this.problem;
      this.changed();
    }
  }

  #take(stage: Stage): void {
    if (stage.kind === 'progress') this.progress = stage;
    else if (stage.kind === 'scores') {
      this.scores = stage.scores;
      if (this.reached === 'nothing') this.reached = 'scores';
      this.announced = 'The scores are ready.';
    } else {
      this.page = stage.page;
      this.isOutdated = false;
      this.reached = stage.kind;
      this.announced = stage.kind === 'compared' ? 'The comparison is ready.' : 'The explanation is ready.';
      void this.#loadSegments();
    }
    this.changed();
  }

  async #loadSegments(): Promise<void> {
    const own = this.#computed;
    const head = await this.desk.ask('segments', []);
    if (own !== this.#computed || !head) return;
    const kept = this.segments;
    const segments = kept ? kept.withHead(head) : await LoadedSegments.load(head, (from, to) => this.desk.ask('segmentTexts', [from, to]), (segment) => this.notes.get(segment)); // prettier-ignore
    if (own !== this.#computed) return;
    this.segments = segments;
    this.changed();
  }

  #update(path: string, change: Partial<StudioFile>): void {
    this.files = this.files.map((file) => (file.path === path ? { ...file, ...change } : file));
    this.changed();
  }

  /** Only one file can be the source, and only one the labels. */
  #useOneEach(): void {
    for (const role of ['source', 'labels'] as const) {
      for (const { path } of this.filesOf(role).slice(1)) this.#update(path, { role: 'unused' });
    }
  }

  /** Leaves out texts of a folder that do not belong to the test set: at most half as long as all others, or twice as long. */
  #setAside(paths: readonly string[]): void {
    const texts = this.files.filter(({ role }) => role === 'system' || role === 'reference' || role === 'source');
    for (const { path, role, facts } of texts) {
      const own = facts?.segments;
      if (role !== 'system' || own === undefined || !path.includes('/') || !paths.includes(path)) continue;
      const others = new Set(texts.flatMap((each) => (each.path === path ? [] : [each.facts?.segments])));
      const [usual] = others;
      if (texts.length < 4 || others.size > 1 || !usual || (own > usual / 2 && own < 2 * usual)) continue;
      const setAside = `Left out, because it has ${counted(own, 'line')} and all other texts have ${grouped(usual)}.`;
      this.#update(path, { role: 'unused', facts: { ...facts!, setAside } });
    }
  }

  #clear(): void {
    this.loaded = undefined;
    this.scores = undefined;
    this.page = undefined;
    this.isOutdated = false;
    this.reached = 'nothing';
    this.segments = undefined;
    this.problem = undefined;
    this.#loadedFrom = '';
  }
}

/** The name of a system after its file: `runs/big.txt.gz` is `big`. */
export const nameOf = (path: string): string =>
  path
    .split('/')
    .at(-1)!
    .replace(/\.(?:gz|zst)$/i, '')
    .replace(
      /(?<=.)\.(?:txt|tsv|csv|jsonl|json|xml|sgml?|xlsx|xliff|xlf|sdlxliff|mqxliff|mxliff|tmx|pot?|hyp|out)$/i,
      '',
    );
