/** The figures of a page, and ids for them. */
import type { Figure, Page, Section } from './page.ts';

/** All figures, in the order of the page. */
export const figuresOf = ({ sections }: Pick<Page, 'sections'>): Figure[] =>
  sections.flatMap((section) => [...section.figures, ...figuresOf({ sections: section.sections ?? [] })]);

/** All sections and their parts, in the order of the page. */
export const sectionsOf = ({ sections }: Pick<Page, 'sections'>): Section[] =>
  sections.flatMap((section) => [section, ...sectionsOf({ sections: section.sections ?? [] })]);

/** Makes ids of any names, such as those of systems: letters, digits and hyphens, no two alike. */
export function idMaker(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const plain =
      name
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{Mn}/gu, '')
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') || 'part';
    let id = plain;
    for (let count = 2; taken.has(id); count++) id = `${plain}-${count}`;
    taken.add(id);
    return id;
  };
}
