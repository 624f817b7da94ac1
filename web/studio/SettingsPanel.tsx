/** What results depend on: metrics, and how differences are tested. */
import { useEffect, useState } from 'preact/hooks';
import type { ViewProps } from './viewProps.ts';
import { Dialog } from '../shared/Dialog.tsx';
import type { MetricChoice, Settings } from './desk/messages.ts';
import { DraftInput } from './DraftInput.tsx';
import { usualSettings } from './studioStore.ts';

const tests: Readonly<Record<string, string>> = {
  bootstrap: 'Bootstrap',
  randomization: 'Approximate randomization',
  sign: 'Sign test on composites',
  t: 'Paired t-test (metrics that are means)',
  wilcoxon: 'Wilcoxon signed-rank (metrics that are means)',
};

const corrections: Readonly<Record<string, string>> = {
  holm: 'Holm',
  bh: 'Benjamini–Hochberg',
  none: 'None',
};

const units: Readonly<Record<string, string>> = {
  auto: 'Documents, if 20 or more',
  segment: 'Segments',
  document: 'Documents',
};

export function SettingsPanel({ store }: ViewProps) {
  const { settings } = store;
  const [isChoosing, setChoosing] = useState(false);
  const choose = (change: Partial<Settings>): void => store.choose(change);
  const systems = store.loaded?.systems ?? [];
  return (
    <section class="settings" aria-labelledby="settings_heading">
      <h2 id="settings_heading" class="unseen">
        Settings
      </h2>
      <div class="metrics">
        <span class="label" id="metrics_label">
          Metrics
        </span>
        <ul aria-labelledby="metrics_label">
          {settings.metrics.map((metric, m) => (
            <li key={metric}>
              <span>{metric}</span>
              <button
                type="button"
                class="quiet"
                disabled={settings.metrics.length === 1}
                onClick={() => choose({ metrics: settings.metrics.filter((_, i) => i !== m) })}
              >
                ×<span class="unseen"> Remove {metric}</span>
              </button>
            </li>
          ))}
        </ul>
        <button type="button" onClick={() => setChoosing(true)}>
          Add a metric
        </button>
      </div>
      <details>
        <summary>Settings</summary>
        <div class="fields">
          {systems.length > 1 && (
            <Choice
              title="Compare with"
              value={settings.baseline ?? ''}
              choices={{ '': 'each other: all pairs', ...Object.fromEntries(systems.map((name) => [name, name])) }}
              choose={(baseline) => choose({ baseline: baseline || undefined } as Partial<Settings>)}
            />
          )}
          <Choice
            title="Decided by"
            value={settings.primary ?? settings.metrics[0]!}
            choices={Object.fromEntries(settings.metrics.map((name) => [name, name]))}
            choose={(primary) => choose({ primary })}
          />
          <Choice title="Test" value={settings.test} choices={tests} choose={(test) => choose({ test })} />
          <Choice
            title="Correction for many pairs"
            value={settings.correct}
            choices={corrections}
            choose={(correct) => choose({ correct })}
          />
          <Choice
            title="Unit of resampling"
            value={settings.unit}
            choices={units}
            choose={(unit) => choose({ unit: unit as Settings['unit'] })}
          />
          <Choice
            title="Interval"
            value={settings.interval}
            choices={{ percentile: 'Percentile', bca: 'BCa' }}
            choose={(interval) => choose({ interval })}
          />
          <Amount
            title="Samples"
            value={settings.samples}
            least={100}
            most={1_000_000}
            choose={(samples) => choose({ samples })}
          />
          <Amount title="Seed" value={settings.seed} least={0} most={2 ** 32} choose={(seed) => choose({ seed })} />
          <Amount
            title="Confidence, %"
            value={settings.level}
            least={50}
            most={99.99}
            step="any"
            choose={(level) => choose({ level })}
          />
          <Amount
            title="Significance level"
            value={settings.alpha}
            least={0.0001}
            most={0.5}
            step="any"
            choose={(alpha) => choose({ alpha })}
          />
        </div>
        <p>
          <button type="button" class="quiet" onClick={() => choose({ ...usualSettings, metrics: settings.metrics })}>
            Default settings
          </button>
        </p>
      </details>
      {isChoosing && <MetricDialog store={store} close={() => setChoosing(false)} />}
    </section>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly value: string;
  readonly choices: Readonly<Record<string, string>>;
  readonly choose: (value: string) => void;
}

const Choice = ({ title, value, choices, choose }: ChoiceProps) => (
  <label class="field">
    <span class="label">{title}</span>
    <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {Object.entries(choices).map(([each, shown]) => (
        <option key={each} value={each}>
          {shown}
        </option>
      ))}
    </select>
  </label>
);

interface AmountProps {
  readonly title: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step?: string;
  readonly choose: (value: number) => void;
}

const Amount = ({ title, value, least, most, step = '1', choose }: AmountProps) => (
  <label class="field">
    <span class="label">{title}</span>
    <DraftInput
      type="number"
      value={value}
      min={least}
      max={most}
      step={step}
      commit={(input) => input.reportValidity() && choose(input.valueAsNumber)}
    />
  </label>
);

/** All metrics, each with what it measures and a form for its options. */
function MetricDialog({ store, close }: ViewProps & { readonly close: () => void }) {
  const [metrics, setMetrics] = useState<readonly MetricChoice[]>();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<MetricChoice>();
  useEffect(() => void store.clerk.ask('metrics', []).then(setMetrics), []);
  const add = (metric: string): void => {
    if (!store.settings.metrics.includes(metric)) store.choose({ metrics: [...store.settings.metrics, metric] });
    close();
  };
  const wanted = search.toLowerCase();
  const found = metrics?.filter(({ id, name, summary }) => `${id} ${name} ${summary}`.toLowerCase().includes(wanted));
  return (
    <Dialog title={chosen ? chosen.name : 'Add a metric'} close={close}>
      {chosen ? (
        <MetricForm metric={chosen} models={store.models()} add={add} back={() => setChosen(undefined)} />
      ) : (
        <>
          <label class="field">
            <span class="label">Search</span>
            <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
          </label>
          <ul class="metric-list">
            {found?.map((metric) => (
              <li key={metric.id}>
                <p>
                  <strong>{metric.name}</strong> {metric.better === 'lower' && <small>lower is better</small>}
                </p>
                <p class="muted">{metric.summary}</p>
                <p class="buttons">
                  <button type="button" onClick={() => add(metric.id)}>
                    Add<span class="unseen"> {metric.name}</span>
                  </button>
                  {metric.options.length > 0 && (
                    <button type="button" class="quiet" onClick={() => setChosen(metric)}>
                      Options<span class="unseen"> of {metric.name}</span>
                    </button>
                  )}
                </p>
              </li>
            ))}
          </ul>
          {found?.length === 0 && <p>No metric has these words.</p>}
          {!metrics && <p>Loading the metrics…</p>}
        </>
      )}
      <p class="buttons">
        <button type="button" onClick={close}>
          Close
        </button>
      </p>
    </Dialog>
  );
}

interface MetricFormProps {
  readonly metric: MetricChoice;
  /** Models among the files. */
  readonly models: readonly string[];
  readonly add: (metric: string) => void;
  readonly back: () => void;
}

/** A field for each option that the metric declares. */
function MetricForm({ metric, models, add, back }: MetricFormProps) {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const submit = (event: Event): void => {
    event.preventDefault();
    const typed = metric.options.flatMap(({ key, default: usual, isModel }) => {
      const value = (given[key] ?? (isModel ? models[0] : undefined))?.trim();
      return value === undefined || value === '' || value === usual ? [] : [`${key}=${value}`];
    });
    add(typed.length === 0 ? metric.id : `${metric.id}(${typed.join(',')})`);
  };
  return (
    <form onSubmit={submit}>
      <p class="muted">{metric.summary}</p>
      <p class="muted">
        <small>{metric.cite}</small>
      </p>
      <div class="fields">
        {metric.options.map(({ key, help, accepts, default: usual, isModel }) => {
          const words = isModel ? models : accepts.split(' | ');
          const set = (value: string): void => setGiven({ ...given, [key]: value });
          return (
            <label key={key} class="field">
              <span class="label">
                {key}: {isModel ? 'Drop a model among the files first: a folder, or a .zip or .jar file.' : help}
              </span>
              {isModel || words.length > 1 ? (
                <select
                  value={given[key] ?? (isModel ? models[0] : usual)}
                  required={isModel}
                  onChange={(event) => set(event.currentTarget.value)}
                >
                  {[...new Set([...(isModel ? [] : [usual]), ...words])].map((word) => (
                    <option key={word} value={word}>
                      {word}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  value={given[key] ?? ''}
                  placeholder={`${usual} (${accepts})`}
                  onInput={(event) => set(event.currentTarget.value)}
                />
              )}
            </label>
          );
        })}
      </div>
      <p class="buttons">
        <button class="main">Add {metric.name}</button>
        <button type="button" onClick={back}>
          Back
        </button>
      </p>
    </form>
  );
}
