/**
 * The colours of a page and of its charts, by name, for light and for dark.
 * The eight of a series differ in lightness as well as in hue, so that the colour-blind can tell them apart;
 * the steps of a heat map go from orange over neutral to blue for the same reason.
 */
import { pow } from '../../core/index.ts';

type Theme = 'light' | 'dark';

type Shades = Readonly<Record<string, string>>;

/** How many steps the scale of a heat map has; odd, so that there is a middle. */
export const heatSteps = 21;

/** How many colours a series can have before they begin again. */
export const seriesColours = 8;

const light = (): Shades => ({
  surface: '#ffffff',
  raised: '#f6f7f9',
  ink: '#1a1f27',
  muted: '#565f6c',
  line: '#d5d9df',
  grid: '#e6e9ed',
  axis: '#7d8693',
  shade: '#dde1e6',
  accent: '#0b5cad',
  c1: '#4971b2',
  c2: '#e3670d',
  c3: '#0a4e1e',
  c4: '#6a1180',
  c5: '#907af9',
  c6: '#b18086',
  c7: '#583dbc',
  c8: '#864d71',
  ...heat(['#9a3303', '#c85a1e', '#e3925c', '#f2c6a4', '#f1f1ef', '#b9d3ea', '#74a8d6', '#3277b6', '#0b457a']),
});

const dark = (): Shades => ({
  surface: '#13161b',
  raised: '#1c2027',
  ink: '#e8eaee',
  muted: '#a3acb9',
  line: '#3a424e',
  grid: '#2a3039',
  axis: '#7f8998',
  shade: '#333b46',
  accent: '#82b8f4',
  c1: '#6278e7',
  c2: '#cd5f26',
  c3: '#73bc96',
  c4: '#d79aff',
  c5: '#98768f',
  c6: '#fd8917',
  c7: '#72f0de',
  c8: '#cee66e',
  ...heat(['#ffa36b', '#dd7c42', '#a95a2c', '#69402a', '#2a2f37', '#274a6b', '#3574ac', '#599fe0', '#93c7ff']),
});

const made = new Map<Theme, Shades>();

/** The colours by name; made when first asked for, since most commands draw nothing. */
export function shadesOf(theme: Theme): Shades {
  const shades = made.get(theme) ?? (theme === 'light' ? light() : dark());
  made.set(theme, shades);
  return shades;
}

/** A colour as a chart names it: by the page's variable, and as itself in light for wherever there is no page. */
export function colour(name: string): string {
  const shade = shadesOf('light')[name];
  if (shade === undefined) throw new Error(`no colour ${name}`);
  return `var(--${name},${shade})`;
}

/** The colour of the series with this number, from 0 on. */
export const seriesColour = (series: number): string => colour(`c${(series % seriesColours) + 1}`);

/** The step of a value on the scale between two ends; values beyond them take the ends. */
export function heatStep(value: number, from: number, to: number): number {
  const share = (value - from) / (to - from);
  return Math.round(Math.min(Math.max(share, 0), 1) * (heatSteps - 1));
}

export const heatColour = (step: number): string => colour(`h${step}`);
/** For text on that step. */
export const heatInk = (step: number): string => colour(`h${step}-ink`);

/** The colours of a chart by variable only, as a page that sets them wants it. */
export const themed = (svg: string): string => inTags(svg, (tag) => tag.replace(variable, 'var(--$1)'));

/** The colours of a chart as they are in light, for a file of its own. */
export const untied = (svg: string): string => inTags(svg, (tag) => tag.replace(variable, '$2'));

const variable = /var\(--([a-z0-9-]+),(#[0-9a-f]{6})\)/g;

/** Text outside of tags has no `<` and stays as it is, should a name look like a colour. */
const inTags = (svg: string, change: (tag: string) => string): string => svg.replace(/<[^>]*>/g, change);

/** Declarations of all variables. */
export const variables = (theme: Theme): string =>
  Object.entries(shadesOf(theme))
    .map(([name, shade]) => `--${name}:${shade}`)
    .join(';');

/** Ratio of the luminances of two colours, as WCAG 2 has it: from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [darker, lighter] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(shade: string): number {
  const [red, green, blue] = channels(shade).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (shade: string): number[] => [1, 3, 5].map((at) => Number.parseInt(shade.slice(at, at + 2), 16));

/** Steps between given stops, and black or white for text on each: one of them has a contrast of at least 4.58 with any colour. */
function heat(stops: readonly string[]): Shades {
  const shades: [string, string][] = [];
  for (let step = 0; step < heatSteps; step++) {
    const at = (step / (heatSteps - 1)) * (stops.length - 1);
    const lower = Math.min(Math.floor(at), stops.length - 2);
    const shade = mixed(stops[lower]!, stops[lower + 1]!, at - lower);
    const ink = contrast(shade, '#000000') >= contrast(shade, '#ffffff') ? '#000000' : '#ffffff';
    shades.push([`h${step}`, shade], [`h${step}-ink`, ink]);
  }
  return Object.fromEntries(shades);
}

function mixed(first: string, second: string, share: number): string {
  const to = channels(second);
  const parts = channels(first).map((channel, i) => Math.round(channel + share * (to[i]! - channel)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
