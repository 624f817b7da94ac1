/** Links to the parts of a view. */
interface SubNavProps {
  readonly title: string;
  readonly view: string;
  readonly part: string;
  /** By the part of the address; the first is shown if there is none. */
  readonly parts: Readonly<Record<string, string>>;
}

export const SubNav = ({ title, view, part, parts }: SubNavProps) => (
  <nav class="parts" aria-label={title}>
    <ul>
      {Object.entries(parts).map(([name, shown]) => (
        <li key={name}>
          <a href={name === '' ? `#${view}` : `#${view}/${name}`} aria-current={name === part ? 'true' : undefined}>
            {shown}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
