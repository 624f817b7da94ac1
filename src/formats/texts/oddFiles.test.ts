/** Files of translation tools that are cut off or changed at random are read or refused with a message, never with a crash. */
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import type { ByteSource } from '../lineReader.ts';
import { type FormatId, formatOf } from './index.ts';
import type { FileRole } from './textFormat.ts';

const relation = (type: string, target: string): string =>
  `<Relationships><Relationship Id="r" Type="x/${type}" Target="${target}"/></Relationships>`;
/** Not compressed, so that changes reach the XML. */
const workbook = zipSync(
  {
    '_rels/.rels': strToU8(relation('officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="S" r:id="r"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(relation('worksheet', 's.xml')),
    'xl/s.xml': strToU8(
      '<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>hyp</v></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>a</t></is></c></row></sheetData></worksheet>',
    ),
  },
  { level: 0 },
);

const files: Partial<Record<FormatId, Uint8Array>> = {
  xlsx: workbook,
  xliff: strToU8(
    '<xliff version="1.2"><file original="f"><body><group><trans-unit id="1"><source>a <g id="1">b</g><bpt id="2">x</bpt></source><seg-source><mrk mtype="seg" mid="1">a</mrk></seg-source><target state="new"><mrk mtype="seg" mid="1">c</mrk></target></trans-unit></group></body></file><file id="g"><unit id="u"><segment><source>d<cp hex="1A"/></source><target>e</target></segment></unit></file></xliff>',
  ),
  tmx: strToU8(
    '<tmx version="1.4"><header srclang="en"/><body><tu tuid="1"><tuv xml:lang="en"><seg>a<bpt i="1">b</bpt></seg></tuv><tuv xml:lang="de"><seg>c</seg></tuv></tu></body></tmx>',
  ),
  po: strToU8('msgid ""\nmsgstr "x: y\\n"\n\n#, fuzzy\nmsgctxt "c"\nmsgid "a"\nmsgid_plural "b\\t"\nmsgstr[0] "\\303\\244"\nmsgstr[1] ""\n"d"\n'), // prettier-ignore
};

const source = (bytes: Uint8Array): ByteSource => ({ name: 'x', async *chunks() { yield bytes; } }); // prettier-ignore

describe.each(Object.entries(files) as [FormatId, Uint8Array][])('%s', (id, bytes) => {
  const open = (changed: Uint8Array, role: FileRole) => formatOf('x', id).open(source(changed), role);

  it('is read as it is', async () => {
    const part = await open(bytes, 'output');
    expect(await part.offer(10, 1000)).toBeGreaterThan(0);
  });

  it('is read or refused if it is changed', async () => {
    const change = fc.record({
      at: fc.nat(bytes.length - 1),
      to: fc.constantFrom(...strToU8('<>&"/\\ #[]m9\n\0'), 0xff),
    });
    const roles = fc.constantFrom<FileRole>('output', 'reference', 'source');
    const property = fc.asyncProperty(
      fc.array(change, { maxLength: 4 }),
      fc.option(fc.nat(bytes.length)),
      roles,
      async (changes, end, role) => {
        const changed = Uint8Array.from(bytes);
        for (const { at, to } of changes) changed[at] = to;
        try {
          const part = await open(changed.subarray(0, end ?? bytes.length), role);
          part.take(await part.offer(10, 1000));
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          expect(error.message).toMatch(/^x\b.*\.$/s);
        }
      },
    );
    await fc.assert(property, { numRuns: 1000 });
  });
});
