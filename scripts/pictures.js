/**
 * Makes the pictures of the README and the guide from real output: charts of pages that commands write, drawn lattices, output of commands as
 * text, and screenshots. `npm run pictures` writes all of them to docs/images; with `-- --svg` it writes the SVG files only, which need no
 * browser; with `-- --check` it writes nothing and names the pictures that are not current, as test/pictures.systems.test.ts does.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.js';
import { sizeFigure } from './shardSimulation.js';
import { saveScreenshot } from './saveScreenshot.js';
import { textOfPng } from './smallPng.js';
import { terminalPicture } from './terminalPicture.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const images = join(root, 'docs/images');
const command = join(root, 'dist/command/assay.cjs');

const references = '-r reference.A.en.txt -r reference.B.en.txt';
const systems = 'good.txt terse.txt verbose.txt shuffled.txt';

const nbest = `nbest.txt ${references}`;
const aligned = 'assay align -r reference.A.en.txt terse.txt';

/** Commands whose output is drawn as text, run in examples/, with the number of lines to show. */
const terminals = {
  answer: { typed: `assay compare ${references} ${systems}`, lines: 21 },
  explain: { typed: 'assay explain -r reference.A.en.txt good.txt --segment 13 -m bleu', lines: 41 },
  'paradox-sign-test': { typed: 'assay paradox sign-test', lines: 14 },
  'paradox-genres': { typed: 'assay paradox genres', lines: 23 },
  cite: { typed: `assay score ${references} good.txt -m bleu chrf` },
  deletion: { typed: 'assay paradox deletion nbest.txt -r reference.A.en.txt', lines: 23 },
  oracle: {
    typed: 'head -n 5 reference.A.en.txt | assay oracle lattices.plf -r - --prune-posterior 0.5 0.3 0.2',
    lines: 10,
  },
  judgments: { typed: 'head -n 9 judgments.tsv | cut -f 1-9' },
  ratings: { typed: 'assay rank ratings.csv', lines: 18 },
  trueskill: { typed: 'assay rank judgments.tsv --rank-by trueskill', lines: 11 },
  synonyms: { typed: `${aligned} --segment 10`, lines: 12 },
  files: { typed: 'head -n 1 data.tsv; assay score data.tsv -m bleu chrf' },
  analyses: { typed: 'head -n 9 analyses/reference.de.conllu' },
  gate: {
    shown: 'assay gate -r reference.A.en.txt terse.txt --baseline good.txt',
    typed: 'assay gate -r reference.A.en.txt terse.txt --baseline good.txt || [ $? = 3 ]',
    lines: 9,
  },
  config: {
    shown: 'assay config gate',
    typed: `cd "$(mktemp -d)"; printf '{\\n  "all": { "reference": ["test/ref.txt"], "metric": ["chrf", "bleu"] },\\n  "gate": { "baseline": "out/main.txt", "margin": ["chrf=0.3"], "history": "gate.jsonl" }\\n}\\n' > assay.config.json; assay config gate | sed "s# $(pwd -P)/# #"; rm -r "$PWD"`,
  },
  testsets: {
    shown: 'assay testset list wmt21',
    typed: 'ASSAY_DATA=/nowhere SACREBLEU=/nowhere assay testset list wmt21',
    lines: 11,
  },
  corpus: { typed: 'assay corpus reference.A.en.txt verbose.txt', lines: 14 },
  'translation-files': { typed: 'head -n 8 good.xlf' },
  mbr: { typed: `assay mbr ${nbest} -m chrf`, lines: 6 },
  sacrebleu: {
    typed:
      'assay sacrebleu reference.A.en.txt reference.B.en.txt -i good.txt terse.txt verbose.txt -m bleu chrf ter -f text',
  },
  'meta-pairwise': { typed: "assay meta task -m bleu chrf ter --pairwise | grep -A 5 'p, one-sided'" },
  'meta-tasks': {
    typed: "assay meta task -m bleu chrf ter --by domain --weight de-en/news=2 | grep -A 18 'agreements'",
  },
  learned: { typed: "assay learn task --features bleu chrf ter 'bleu::precision 1'", lines: 6 },
  tuning: { typed: `assay tune ${nbest} --hold-out 0.5 --times 5 --restarts 3`, lines: 26 },
  merge: {
    shown: 'assay merge part-1.json part-2.json',
    typed:
      'parts=$(mktemp -d); for i in 1 2; do assay score -r reference.A.en.txt good.txt terse.txt --shard $i/2 --statistics $parts/$i.json -o $parts/$i.txt; done; assay merge $parts/*.json; rm -r $parts',
  },
  external: {
    typed: `assay compare -r reference.A.en.txt good.txt terse.txt -m bleu 'external(cmd="node scorers/length.mjs")'`,
    lines: 17,
  },
  pipe: { typed: `printf '{"id": 1, "method": "about"}\\n{"id": 2, "method": "scor"}\\n' | assay pipe | fold -w 110` },
  tokenizers: {
    typed:
      "assay score -r reference.A.en.txt good.txt shuffled.txt -m bleu 'bleu(tok=intl)' 'bleu(tok=char)' 'bleu(tok=none)'",
    lines: 8,
  },
};

/** Pages, and the charts to take from them by the names of their files. */
const pages = [
  {
    typed: `assay compare ${references} ${systems}`,
    charts: { 'compare-scores': 'scores-of-systems', 'compare-matrix': 'matrix-bleu' },
  },
  {
    typed: 'assay task task -m bleu chrf ter',
    charts: {
      ranks: 'ranks-de-en',
      pairs: 'pairs-de-en',
      'meta-segments': 'agreement-segments',
      agreement: 'first-rankings',
    },
  },
  {
    typed: 'assay task task -m bleu chrf ter character ribes amber 4grr',
    charts: { metrics: 'agreement-segments' },
  },
  {
    typed:
      "assay task task -m bleu chrf ter --ulc 'plain=bleu+chrf+ter+neural' --ulc-normalized 'by best=bleu+chrf+ter+neural'",
    charts: { combining: 'agreement-segments' },
  },
];

/** Commands that print an SVG. */
const drawings = {
  curve: `c=$(mktemp -d); i=0; for s in shuffled terse verbose good; do i=$((i+1)); cp $s.txt $c/ckpt-\${i}000.txt; done; assay curve "$c/ckpt-*.txt" -r reference.A.en.txt -m bleu chrf -f svg; rm -r $c`,
  forest: 'assay lattice draw forests.jsonl -w weights.txt --id 1',
  lattice: `printf "((('the',0.5,1),('a',0.5,1),),(('big',0.4,1),('*EPS*',0.6,1),),(('house',1,1),),)" | assay lattice draw --lattice-format plf -`,
  'library-lattice': `printf '${JSON.stringify({
    format: 'assay-hypergraph-1',
    nodes: [
      [{ says: [] }],
      [
        { says: [0, 'the'], score: -0.5 },
        { says: [0, 'a'], score: -1.5 },
      ],
      [
        { says: [1, 'house'], score: -0.5 },
        { says: [1, 'big', 'house'], score: -2 },
      ],
    ],
  })}' | assay lattice draw --lattice-format json -`,
};

/** What scripts/judgingScreenshots.js and scripts/studioScreenshots.js write. */
const appScreenshots = {
  judging: ['accept', 'edit', 'judges', 'mark', 'organiser', 'rank', 'rank-phone', 'ranking'].map(
    (name) => `judging-${name}.png`,
  ),
  studio: ['answer', 'files', 'where'].map((name) => `studio-${name}.png`),
};

/** Pages to take screenshots of. `part` is the element to show, cut to `height`; `act` is what to do first. */
const screenshots = {
  segments: {
    typed: `assay compare ${references} ${systems} -l labels.tsv`,
    viewport: { width: 1400, height: 1000 },
    part: '#browser_browser',
    height: 860,
    act: async (page) => {
      await page.locator('#browser_browser .rows a').first().focus();
      for (let i = 0; i < 5; i++) await page.keyboard.press('j');
    },
  },
  scores: { typed: 'assay score wmt.xml --by domain --confidence', viewport: { width: 900, height: 700 } },
  align: { typed: `${aligned} --segment 5,10`, viewport: { width: 900, height: 620 } },
  task: { typed: 'assay task task -m bleu chrf ter', viewport: { width: 900, height: 950 } },
};

/** The files that `npm run pictures` writes to docs/images. */
export const pictureFiles = [
  ...Object.keys(terminals),
  ...pages.flatMap(({ charts }) => Object.keys(charts)),
  ...Object.keys(drawings),
  'scale',
]
  .map((name) => `${name}.svg`)
  .concat(Object.keys(screenshots).map((name) => `${name}.png`))
  .concat(appScreenshots.judging, appScreenshots.studio);

/** Returns the SVG files by name. */
function makePictures() {
  const pictures = new Map();
  for (const [name, { typed, shown = typed, lines }] of Object.entries(terminals)) {
    pictures.set(name, terminalPicture({ title: shown, typed: shown, output: run(typed), lines }));
  }
  for (const { typed, charts } of pages) {
    const page = readPage(typed);
    for (const [name, chart] of Object.entries(charts)) pictures.set(name, chartOf(page, chart));
  }
  for (const [name, typed] of Object.entries(drawings)) pictures.set(name, run(typed));
  pictures.set('scale', sizeFigure());
  return pictures;
}

/** Runs a command in examples/ and returns what it prints. */
function run(typed) {
  const shell = `assay() { node '${command}' "$@"; }\n${typed}`;
  return execFileSync('bash', ['-c', shell], {
    cwd: join(root, 'examples'),
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ASSAY_CACHE: 'off' },
  });
}

/** Runs a command that writes a page, and returns the page. */
function readPage(typed) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-pictures-'));
  try {
    const path = join(folder, 'page.html');
    run(`${typed} -o '${path}'`);
    return readFileSync(path, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the SVG that a page offers for download under a name. */
function chartOf(page, chart) {
  const found = new RegExp(`download="${chart}\\.svg" href="data:image/svg\\+xml[^,]*,([^"]*)"`).exec(page);
  if (!found) {
    const known = [...page.matchAll(/download="([^"]*)\.svg"/g)].map(([, name]) => name).join(', ');
    throw new Error(`The page has no chart ${chart}. It has: ${known}.`);
  }
  return decodeURIComponent(found[1]);
}

/** Returns the place of an element on the whole page; it runs in the browser. */
function placeOnPage(element) {
  const { left, top, width } = element.getBoundingClientRect();
  return { x: left + globalThis.scrollX, y: top + globalThis.scrollY, width };
}

/** Writes the screenshots to a folder. */
async function takeScreenshots(target) {
  await takePages(target);
  for (const name of Object.keys(appScreenshots)) {
    await promisify(execFile)(process.execPath, [join(root, `scripts/${name}Screenshots.js`), target]);
  }
}

async function takePages(target) {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  const folder = mkdtempSync(join(tmpdir(), 'assay-pictures-'));
  try {
    for (const [name, { typed, viewport, part, height, act }] of Object.entries(screenshots)) {
      const path = join(folder, `${name}.html`);
      writeFileSync(path, readPage(typed));
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce', colorScheme: 'light' });
      const page = await context.newPage();
      await page.goto(pathToFileURL(path).href);
      await act?.(page);
      const clip = part && (await page.locator(part).evaluate(placeOnPage));
      const shot = await page.screenshot({ fullPage: clip !== undefined, clip: clip && { ...clip, height } });
      await saveScreenshot(join(target, `${name}.png`), page.locator(part ?? 'body'), shot);
      await context.close();
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the names of the SVG files that differ from what the commands print now. */
export function staleDrawings() {
  const current = ([name, svg]) => readFileSync(join(images, `${name}.svg`), 'utf8') === svg;
  return [...makePictures()].filter((picture) => !current(picture)).map(([name]) => `${name}.svg`);
}

/** Takes the screenshots again and returns, for each picture that shows another text, its name and the first line that differs. */
export async function staleScreenshots() {
  const taken = mkdtempSync(join(tmpdir(), 'assay-pictures-'));
  try {
    await takeScreenshots(taken);
    return pictureFiles
      .filter((name) => name.endsWith('.png'))
      .flatMap((name) => {
        const [shown, now] = [images, taken].map((folder) => textOfPng(readFileSync(join(folder, name))));
        if (shown === undefined) return [`${name} carries no text`];
        return shown === now ? [] : [`${name} ${firstDifference(shown.split('\n'), now.split('\n'))}`];
      });
  } finally {
    rmSync(taken, { recursive: true, force: true });
  }
}

function firstDifference(shown, now) {
  const at = (now.length > shown.length ? now : shown).findIndex((_, i) => now[i] !== shown[i]);
  const [before, after] = [shown, now].map((lines) => JSON.stringify(lines[at] ?? ''));
  return `shows ${before} where the page now has ${after}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [svgOnly, checkOnly] = ['--svg', '--check'].map((option) => process.argv.includes(option));
  if (checkOnly) {
    const stale = [...staleDrawings(), ...(svgOnly ? [] : await staleScreenshots())];
    for (const line of stale) console.error(line);
    if (stale.length > 0) process.exit(1);
  } else {
    for (const [name, svg] of makePictures()) writeFileSync(join(images, `${name}.svg`), svg);
    if (!svgOnly) await takeScreenshots(images);
  }
}
