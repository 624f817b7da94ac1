/** What judges read: title, instructions and consent, with their earlier versions. */
import { useEffect, useState } from 'preact/hooks';
import type { TaskKind } from '../../src/human/index.ts';
import type { CampaignTexts, LiveCampaign } from '../../src/server/wire.ts';
import { ask as askServer } from '../shared/api.ts';
import { PlainText } from '../shared/PlainText.tsx';
import type { CampaignStore } from './campaignStore.ts';
import { LiveSection } from './parts.tsx';
import { momentText, taskNames } from './words.ts';

type Version = CampaignTexts['versions'][number];

interface TextsSectionProps {
  readonly store: CampaignStore;
  readonly live: LiveCampaign;
}

export function TextsSection({ store, live }: TextsSectionProps) {
  const [versions, setVersions] = useState<readonly Version[]>([]);
  const [problem, setProblem] = useState<string>();
  const load = async (): Promise<void> => {
    try {
      setVersions((await askServer<CampaignTexts>('/api/organiser/texts')).versions);
      setProblem(undefined);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  useEffect(() => void load(), []);
  const now = versions.at(-1);
  return (
    <LiveSection id="texts" heading="What judges read">
      <p class="missing" role="alert">
        {problem}
      </p>
      {now && (
        // A new version fills the form again.
        <TextsForm key={now.seq} now={now} kinds={live.kinds.map(({ kind }) => kind)} store={store} saved={load} />
      )}
      {versions.length > 1 && (
        <details>
          <summary>Earlier versions: {versions.length - 1}</summary>
          <ol class="comments">
            {versions
              .slice(0, -1)
              .reverse()
              .map((version) => (
                <li key={version.seq}>
                  <p class="hint">From {momentText(version.at)}</p>
                  <p>
                    <strong>
                      <bdi>{version.title}</bdi>
                    </strong>
                  </p>
                  {Object.entries(version.instructions).map(([kind, text]) => (
                    <details key={kind}>
                      <summary>Instructions: {taskNames[kind as TaskKind]}</summary>
                      <PlainText text={text} />
                    </details>
                  ))}
                </li>
              ))}
          </ol>
        </details>
      )}
    </LiveSection>
  );
}

interface TextsFormProps {
  readonly now: Version;
  readonly kinds: readonly TaskKind[];
  readonly store: CampaignStore;
  readonly saved: () => Promise<void>;
}

function TextsForm({ now, kinds, store, saved }: TextsFormProps) {
  const [title, setTitle] = useState(now.title);
  const [consent, setConsent] = useState(now.consent);
  const [instructions, setInstructions] = useState(now.instructions);
  const [problem, setProblem] = useState<string>();
  const isChanged =
    title !== now.title ||
    consent !== now.consent ||
    kinds.some((kind) => (instructions[kind] ?? '') !== (now.instructions[kind] ?? ''));
  const save = async (): Promise<void> => {
    try {
      await store.change(
        'change',
        { title, consent, instructions },
        () => 'Saved. Judges see it with their next answer.',
      );
      await saved();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <form
      class="asking"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div class="field">
        <label for="title">Title</label>
        <input id="title" type="text" required value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
      </div>
      {kinds.map((kind) => (
        <div key={kind} class="field">
          <label for={`instructions-${kind}`}>Instructions: {taskNames[kind]}</label>
          <textarea
            id={`instructions-${kind}`}
            rows={8}
            value={instructions[kind] ?? ''}
            onInput={({ currentTarget }) => setInstructions({ ...instructions, [kind]: currentTarget.value })}
          />
        </div>
      ))}
      <div class="field">
        <label for="consent-text">Consent</label>
        <textarea
          id="consent-text"
          rows={5}
          value={consent}
          onInput={({ currentTarget }) => setConsent(currentTarget.value)}
        />
        <p class="hint">Judges must agree again when it changes.</p>
      </div>
      <p class="hint">Every answer keeps a mark of the instructions that the judge had read.</p>
      <p class="missing" role="alert">
        {problem}
      </p>
      <div class="actions">
        <button type="submit" disabled={!isChanged}>
          Save
        </button>
      </div>
    </form>
  );
}
