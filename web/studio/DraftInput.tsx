/** An input whose value counts when it is left: what is typed stays, also if the page is drawn again meanwhile. */
import { useState } from 'preact/hooks';

interface DraftInputProps {
  readonly type?: 'number';
  readonly size?: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: string;
  readonly value: string | number;
  /** False if the value was refused: then it stays to be mended. */
  readonly commit: (input: HTMLInputElement) => boolean | void;
}

export function DraftInput({ value, commit, type, ...rest }: DraftInputProps) {
  const [draft, setDraft] = useState<string>();
  const props = {
    ...rest,
    value: draft ?? value,
    onInput: ({ currentTarget }: InputEvent) => setDraft(currentTarget.value),
    onChange: ({ currentTarget }: InputEvent) => {
      if (commit(currentTarget) !== false) setDraft(undefined);
    },
  };
  return type === 'number' ? <input type="number" {...props} /> : <input {...props} />;
}

type InputEvent = { readonly currentTarget: HTMLInputElement };
