/** Draws SVG: elements are put down one by one, and the picture is as large as what is on it, so nothing is ever cut off. */
import { escaped } from '../escape.ts';
import { colour, untied } from '../palette.ts';
import { textWidth } from './textWidth.ts';

/** SVG elements, and the part of the plane that holds them. Their colours are variables with a fallback; see `colour`. */
export interface Picture {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly markup: string;
}

/** By name. What is undefined is left out, and `title` becomes an element: the words that show under the pointer. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

export type Point = readonly [x: number, y: number];

interface TextLook {
  readonly size?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  /** In degrees, about its start, middle or end. */
  readonly angle?: keyof typeof turns;
  readonly fill?: string;
  /** Keeps a rim of background around the letters, for where they cross lines. */
  readonly halo?: boolean;
}

/** Below this share of their size, pictures scroll rather than shrink, so that their letters can be read. */
export const leastScale = 0.8;

/** Sizes of letters, in pixels. */
export const letters = { label: 12, small: 11 } as const;

/** How much wider bold letters are, about. */
export const boldWidth = 1.1;

/** Sine and cosine of the angles that text is turned by. */
const turns = { 0: [0, 1], [-45]: [-Math.SQRT1_2, Math.SQRT1_2], [-90]: [-1, 0] } as const;

export class Drawing {
  #elements: string[] = [];
  #left = Infinity;
  #right = -Infinity;
  #top = Infinity;
  #bottom = -Infinity;

  rect(x: number, y: number, width: number, height: number, look: Attributes): void {
    this.#reach([x, y], [x + width, y + height]);
    this.#put('rect', { x, y, width, height, ...look });
  }

  line([x1, y1]: Point, [x2, y2]: Point, look: Attributes): void {
    this.#reach([x1, y1], [x2, y2]);
    this.#put('line', { x1, y1, x2, y2, ...look });
  }

  circle([cx, cy]: Point, r: number, look: Attributes): void {
    this.#reach([cx - r, cy - r], [cx + r, cy + r]);
    this.#put('circle', { cx, cy, r, ...look });
  }

  /** Straight lines from point to point, and back to the first if closed. */
  path(points: readonly Point[], closed: boolean, look: Attributes): void {
    const along = points.map((point) => point.map(rounded).join(',')).join(' ');
    this.#reach(...points);
    this.#put('path', { d: `M${along}${closed ? 'Z' : ''}`, ...look });
  }

  /** Curves from point to point that are level at each. */
  curve(points: readonly Point[], look: Attributes): void {
    const bends = points.slice(1).map((point, i) => {
      const [before, middle] = [points[i]!, (points[i]![0] + point[0]) / 2];
      return `C${[middle, before[1], middle, point[1], ...point].map(rounded).join(' ')}`;
    });
    this.#reach(...points);
    this.#put('path', { d: `M${points[0]!.map(rounded).join(' ')}${bends.join('')}`, ...look });
  }

  /** `y` is the middle of the height of its letters. */
  text([x, y]: Point, text: string, look: TextLook = {}): void {
    if (text === '') return;
    const { size = letters.label, anchor = 'start', bold = false, angle = 0, fill, halo = false } = look;
    const width = textWidth(text, size) * (bold ? boldWidth : 1);
    const start = anchor === 'start' ? 0 : anchor === 'end' ? -width : -width / 2;
    const [sine, cosine] = turns[angle];
    for (const along of [start, start + width]) {
      for (const down of [-0.65 * size, 0.65 * size]) {
        this.#reach([x + along * cosine - down * sine, y + along * sine + down * cosine]);
      }
    }
    this.#put(
      'text',
      {
        x,
        y: y + 0.35 * size,
        'font-size': size === letters.label ? undefined : size,
        'font-weight': bold ? 600 : undefined,
        'text-anchor': anchor === 'start' ? undefined : anchor,
        fill,
        transform: angle === 0 ? undefined : `rotate(${angle} ${rounded(x)} ${rounded(y)})`,
        ...(halo && {
          stroke: colour('surface'),
          'stroke-width': 3,
          'stroke-linejoin': 'round',
          'paint-order': 'stroke',
        }),
      },
      escaped(text),
    );
  }

  /** What is drawn meanwhile has these attributes, or this title, in common. */
  group(look: Attributes, draw: () => void): void {
    this.#enclose('g', look, draw);
  }

  /** What is drawn meanwhile leads to another part of the page; `words` say where. */
  link(to: string, words: string, draw: () => void): void {
    this.#enclose('a', { href: `#${to}`, 'aria-label': words, title: words }, draw);
  }

  #enclose(name: string, look: Attributes, draw: () => void): void {
    const outer = this.#elements;
    this.#elements = [];
    draw();
    const inner = this.#elements.join('');
    this.#elements = outer;
    this.#put(name, look, inner);
  }

  /** With this much around all that is drawn: for half the width of a stroke, and for letters that are larger than thought. */
  finish(padding = 4): Picture {
    if (this.#elements.length === 0) this.#reach([0, 0]);
    const [left, top] = [Math.floor(this.#left) - padding, Math.floor(this.#top) - padding];
    return {
      left,
      top,
      width: Math.ceil(this.#right) + padding - left,
      height: Math.ceil(this.#bottom) + padding - top,
      markup: element('g', { 'font-size': letters.label, fill: colour('ink') }, this.#elements.join('')),
    };
  }

  #reach(...points: readonly Point[]): void {
    for (const [x, y] of points) {
      this.#left = Math.min(this.#left, x);
      this.#right = Math.max(this.#right, x);
      this.#top = Math.min(this.#top, y);
      this.#bottom = Math.max(this.#bottom, y);
    }
  }

  #put(name: string, attributes: Attributes, contents = ''): void {
    this.#elements.push(element(name, attributes, contents));
  }
}

export const viewBox = ({ left, top, width, height }: Picture): string => `${left} ${top} ${width} ${height}`;

/** The picture as a file of its own, with its name and what it shows; on white, so that it can be read on a page of any colour. */
export function pictureFile(picture: Picture, name: string, description: string): string {
  const { left, top, width, height, markup } = picture;
  const paper = element('rect', { x: left, y: top, width, height, fill: colour('surface') });
  const file = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: viewBox(picture),
      role: 'img',
      'font-family': 'system-ui, sans-serif',
      title: name,
    },
    `${element('desc', {}, escaped(description))}${paper}${withoutLinks(markup)}`,
  );
  return `${untied(file)}\n`;
}

export const hasLinks = ({ markup }: Picture): boolean => markup.includes('<a ');

/** Links within a page lead nowhere from a file. */
const withoutLinks = (markup: string): string => markup.replace(/<a [^>]*>/g, '<g>').replaceAll('</a>', '</g>');

/** An element with markup in it. */
function element(name: string, { title, ...attributes }: Attributes, contents = ''): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${typeof value === 'number' ? rounded(value) : escaped(value)}"`],
  );
  const inner = `${title === undefined ? '' : `<title>${escaped(String(title))}</title>`}${contents}`;
  const open = `<${name}${written.join('')}`;
  return inner === '' ? `${open}/>` : `${open}>${inner}</${name}>`;
}

/** To hundredths of a pixel. */
const rounded = (value: number): string => String(Math.round(100 * value) / 100 + 0);
