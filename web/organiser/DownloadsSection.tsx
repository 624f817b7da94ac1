/** The judgments as files, and the journal they follow from. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { LiveCampaign } from '../../src/server/wire.ts';
import { LiveSection } from './LiveSection.tsx';
import { saveFile } from './saveFile.ts';

const files = [
  ['/api/organiser/export?format=assay', 'Assay, TSV', 'all judgments, for assay rank, agree and accept'],
  ['/api/organiser/export?format=wmt-csv', 'WMT, CSV', 'rankings as the campaigns of WMT published them'],
  ['/api/organiser/export?format=jsonl', 'JSON lines', 'all judgments, one a line'],
  ['/api/organiser/export?format=mtme', 'mt-metrics-eval', 'scores of systems and segments for comparing metrics'],
  ['/api/organiser/journal', 'Journal', 'every event, from which all else follows'],
] as const;

export function DownloadsSection({ live }: { readonly live: LiveCampaign }): JSX.Element {
  const [problem, setProblem] = useState<string>();
  const save = (event: MouseEvent, href: string): void => {
    event.preventDefault();
    setProblem(undefined);
    saveFile(href).catch((error: Error) => setProblem(error.message));
  };
  return (
    <LiveSection id="downloads" heading="Downloads">
      <ul class="downloads">
        {files.map(([href, name, words]) => (
          <li key={href}>
            <a class="button secondary" href={href} download="" onClick={(event) => save(event, href)}>
              {name}
            </a>
            <span class="hint">{words}</span>
          </li>
        ))}
      </ul>
      <p class="missing" role="alert">
        {problem}
      </p>
      <p class="hint">
        Figures on this page are of entry {live.seq} of the journal, judgments{' '}
        <code>sha256:{live.sha256.slice(0, 16)}</code>; Assay {live.version}.
      </p>
    </LiveSection>
  );
}
