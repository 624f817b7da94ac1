/**
 * Reads files of translation tools as other programs do: workbooks written and read by openpyxl, XLIFF and TMX by translate-toolkit, PO by
 * polib, in a Python environment of their own.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pythonOf } from '../scripts/check-sacrebleu/reference.js';
import { readTexts } from '../src/data/index.ts';

const python = pythonOf('translate-toolkit', '3.20.4', ['openpyxl', 'polib']);
const why = python === undefined ? ' (skipped: pip cannot install openpyxl, polib and translate-toolkit)' : '';

/** Writes a file of each kind with odd texts, and prints what the other program reads in them. */
const program = `
import json, random, sys
import openpyxl, polib
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from translate.storage import tmx, xliff, xliff2
folder = sys.argv[1]
random.seed(7)
words = ['Haus', 'größer', '"zitiert"', 'a & b', '<tag>', '東京', '😀', "d'accord", '%d', 'x_y', '100', r'C:\\\\n']
text = lambda: ' '.join(random.choice(words) for _ in range(random.randint(1, 6)))
pairs = [(f'{i} {text()}', text()) for i in range(200)]
found = {}

book = openpyxl.Workbook()
sheet = book.active
sheet.append(['source', 'hyp', 'ref', 'number', 'flag'])
for i, (s, t) in enumerate(pairs):
    rich = CellRichText(t, TextBlock(InlineFont(b=True), ' bold'))
    sheet.append([s, rich if i % 3 == 0 else t, 'line one\\nline two', i, i % 2 == 0])
book.save(f'{folder}/book.xlsx')
rows = list(openpyxl.load_workbook(f'{folder}/book.xlsx', rich_text=False).active.values)[1:]
found['book.xlsx'] = {'sources': [r[0] for r in rows], 'targets': [r[1] for r in rows]}

store = xliff.xlifffile()
store.setsourcelanguage('de'); store.settargetlanguage('en')
for i, (s, t) in enumerate(pairs):
    unit = store.addsourceunit(s)
    unit.target = t
    unit.setid(str(i))
store.savefile(f'{folder}/t.xlf')
units = xliff.xlifffile.parsefile(f'{folder}/t.xlf').units
found['t.xlf'] = {'sources': [u.source for u in units], 'targets': [u.target for u in units]}

store = xliff2.Xliff2File()
for i, (s, t) in enumerate(pairs):
    unit = store.addsourceunit(s)
    unit.target = t
store.savefile(f'{folder}/two.xlf')
units = xliff2.Xliff2File.parsefile(f'{folder}/two.xlf').units
found['two.xlf'] = {'sources': [str(u.source) for u in units], 'targets': [str(u.target) for u in units]}

memory = tmx.tmxfile()
for s, t in pairs:
    memory.addtranslation(s, 'de', t, 'en')
memory.setsourcelanguage('de')
memory.savefile(f'{folder}/t.tmx')
units = tmx.tmxfile.parsefile(f'{folder}/t.tmx').units
found['t.tmx'] = {'sources': [u.source for u in units], 'targets': [u.target for u in units]}

po = polib.POFile()
po.metadata = {'Content-Type': 'text/plain; charset=UTF-8', 'Language': 'en'}
for i, (s, t) in enumerate(pairs):
    if i % 5 == 0:
        po.append(polib.POEntry(msgid=s, msgid_plural=s + ' many', msgstr_plural={0: t, 1: t + '\\n\\tmany'}))
    else:
        flags = ['fuzzy'] if i % 7 == 0 else []
        po.append(polib.POEntry(msgid=s, msgstr=t + ' word' * 30, msgctxt='c' if i % 2 else None, flags=flags, obsolete=i % 11 == 0))
po.save(f'{folder}/t.po')
sources, targets = [], []
for e in polib.pofile(f'{folder}/t.po'):
    if e.obsolete: continue
    forms = e.msgstr_plural.items() if e.msgid_plural else [(0, e.msgstr)]
    for form, t in forms:
        sources.append(e.msgid if form == 0 else e.msgid_plural); targets.append(t)
found['t.po'] = {'sources': sources, 'targets': targets}
print(json.dumps(found))
`;

describe.skipIf(python === undefined)(`files of translation tools${why}`, () => {
  let folder = '';
  let found: Record<string, { sources: string[]; targets: string[] }> = {};

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-translation-files-'));
    const { status, stdout, stderr } = spawnSync(python!, ['-c', program, folder], { encoding: 'utf8' });
    expect(status, stderr.slice(-2000)).toBe(0);
    found = JSON.parse(stdout) as typeof found;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['book.xlsx', 't.xlf', 'two.xlf', 't.tmx', 't.po'])('%s', async (name) => {
    const file = join(folder, name);
    // The file is also its own reference, so that it can be read alone.
    const texts = await readTexts({ files: [file], references: [file], emptyReferences: 'keep' });
    const { sources, targets } = found[name]!;
    expect(sources.length).toBeGreaterThan(150);
    expect(texts.sources).toEqual(sources);
    expect(texts.texts).toEqual([targets]);
  });
});
