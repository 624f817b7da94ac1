/** What is in an SVG file, for tests. */
import sax from 'sax';

export interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: SvgElement | undefined;
  /** Its own, without that of elements in it. */
  text: string;
}

/** Every element in the order of the file; throws if that is not well-formed XML. */
export function elementsOf(svg: string): SvgElement[] {
  const parser = sax.parser(true);
  const elements: SvgElement[] = [];
  const open: SvgElement[] = [];
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, parent: open.at(-1), text: '' };
    elements.push(element);
    open.push(element);
  };
  parser.ontext = (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  };
  parser.onclosetag = () => open.pop();
  parser.write(svg).close();
  return elements;
}

/** The texts of elements of a name. */
export const textsOf = (elements: readonly SvgElement[], name: string): string[] =>
  elements.filter((element) => element.name === name).map(({ text }) => text);
