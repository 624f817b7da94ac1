/** A text to edit that grows with what is in it. */
import { useId } from 'preact/hooks';

export function TextField({
  label,
  text,
  onText,
}: {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  // prettier-ignore
  const id = useId();
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={2000}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => onText(currentTarget.value.replace(/\s*\n\s*/g, ' '))}
      />
    </p>
  );
}
