/** Elements made of plain data: texts become text, never markup. */

type Child = Node | string;

/** An attribute that is true is there without a value, one that is false or undefined is not there. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** A heading of a level that depends on where the browser stands. */
export const makeHeading = (level: number, attributes: Attributes, ...children: readonly Child[]): HTMLElement =>
  make(`h${Math.min(level, 6)}` as 'h2', attributes, ...children);

/** A name that may be written in any direction, kept apart from its surroundings. */
export const makeName = (name: string): HTMLElement => make('bdi', {}, name);

/** A text in its own direction and, if known, language. */
export const makeText = (language: string | undefined, ...children: readonly Child[]): HTMLElement =>
  make('p', { class: 'text', dir: 'auto', lang: language }, ...children);

export const scoreText = (score: number, digits: number): string =>
  Number.isNaN(score) ? '–' : score.toFixed(digits).replace('-', '−');

/** With its sign, unless it is shown as zero. */
export function differenceText(difference: number, digits: number): string {
  const text = scoreText(difference, digits);
  if (Number.isNaN(difference) || Number(Math.abs(difference).toFixed(digits)) === 0) return text.replace('−', '');
  return difference > 0 ? `+${text}` : text;
}

/** `1 word`, `2,000 words`. */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
