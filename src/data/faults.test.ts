import { chmodSync } from 'node:fs';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type TaskRequest, openTask } from './openTask.ts';
import { type Contents, faultOf, readsZstd, withFiles, zstdFrame } from './testing/files.ts';

const plain: TaskRequest = { files: ['sys.txt'], references: ['ref.txt'] };
const two = { 'sys.txt': 'a b\n\nc\n', 'ref.txt': 'A\nB\nC\n' };

const cut = gzipSync('a\n'.repeat(1000)).subarray(0, 25);
const corrupt = gzipSync('a b c d e f g h i j k l m n o p\n');
corrupt[corrupt.length - 6]! ^= 0xff;

const faults: [name: string, contents: Contents, request: TaskRequest, message: string][] = [
  [
    'unequal numbers of lines',
    { 'sysA.txt': 'a\n'.repeat(1999), 'ref.txt': 'r\n'.repeat(2000) },
    { files: ['sysA.txt'], references: ['ref.txt'], batchSize: 100 },
    'sysA.txt has 1999 lines, ref.txt has 2000. All files must have the same segments.',
  ],
  [
    'unequal numbers of lines in many files',
    {
      'a.txt': 'a\n'.repeat(300),
      'b.txt': 'b',
      'c.txt': 'c\n'.repeat(200_000),
      'ref.txt': 'r\n'.repeat(300),
      'ref2.txt': 'r\n'.repeat(299),
      'l.tsv': 'doc\nd\n',
    },
    { files: ['a.txt', 'b.txt', 'c.txt'], references: ['ref.txt', 'ref2.txt'], labels: 'l.tsv' },
    'ref2.txt has 299 lines, b.txt has 1 line, c.txt has 200000 lines, l.tsv has 1 row, ref.txt has 300 lines. ' +
      'All files must have the same segments.',
  ],
  ['a missing file', two, { ...plain, files: ['no.txt'] }, 'cannot read no.txt: no such file'],
  ['a missing reference', two, { ...plain, references: ['no/x.txt'] }, 'cannot read no/x.txt: no such file'],
  ['a file taken for a directory', two, { ...plain, files: ['ref.txt/x'] }, 'cannot read ref.txt/x: no such file'],
  ['a directory', { ...two, 'd/x': '' }, { ...plain, files: ['d'] }, 'cannot read d: it is a directory'],
  ['an empty file', { ...two, 'sys.txt': '' }, plain, 'sys.txt is empty: it has no lines.'],
  ['two empty files', { 'sys.txt': '', 'ref.txt': '' }, plain, 'ref.txt is empty: it has no lines.'],
  ['an empty compressed file', { ...two, 'sys.txt': gzipSync('') }, plain, 'sys.txt is empty: it has no lines.'],
  [
    'an empty reference',
    { 'sys.txt': 'a\nb\n', 'ref.txt': 'A\n \n' },
    plain,
    'ref.txt, line 2: the reference is empty. Fill it in, or use --empty-references missing or keep.',
  ],
  [
    'a segment without reference',
    { 'sys.txt': 'a\nb\n', 'ref.txt': 'A\n\n' },
    { ...plain, emptyReferences: 'missing' },
    'Segment 2 has no reference (ref.txt, line 2). Every segment needs at least one.',
  ],
  [
    'no references',
    two,
    { files: ['sys.txt'] },
    'No references given. Pass them with -r, or pass a file that has references.',
  ],
  ['no files', two, { ...plain, files: [] }, 'No system given. Name files with outputs, one segment per line.'],
  [
    'no system',
    { ...two, 't.tsv': 'src\na\nb\nc\n' },
    { ...plain, files: ['t.tsv'] },
    'No system given: t.tsv has no outputs.',
  ],
  [
    'references that are none',
    { ...two, 't.tsv': 'src\na\nb\nc\n' },
    { ...plain, references: ['t.tsv'] },
    't.tsv has no references.',
  ],
  [
    'a source that is none',
    { ...two, 't.tsv': 'ref\na\nb\nc\n' },
    { ...plain, sources: 't.tsv' },
    't.tsv has no source.',
  ],
  [
    'the same system twice',
    two,
    { ...plain, files: ['sys.txt', 'sys.txt'] },
    'Two systems are named sys: in sys.txt and sys.txt. Give each its own name with -n.',
  ],
  [
    'standard input twice',
    two,
    { files: ['-'], references: ['-'] },
    'Standard input (-) is given twice, but can be read only once.',
  ],
  [
    'faults of standard input',
    two,
    { ...plain, files: ['-'], stdin: Readable.from(['a\n']) },
    'standard input has 1 line, ref.txt has 3. All files must have the same segments.',
  ],
  [
    'Latin-1',
    { ...two, 'sys.txt': Buffer.from('a\nb\ncafé\n', 'latin1') },
    plain,
    'sys.txt, line 3, byte 4: not valid UTF-8 (0xE9, byte 8 of the file). ' +
      'Convert the file to UTF-8, for example with iconv.',
  ],
  [
    'UTF-16',
    { ...two, 'ref.txt': Buffer.from('\uFEFFa\nb\n', 'utf16le') },
    plain,
    'ref.txt is UTF-16, not UTF-8. Convert it, for example with iconv -f UTF-16 -t UTF-8.',
  ],
  [
    'UTF-16, big end first',
    { ...two, 'ref.txt': Buffer.from('\uFEFFa\nb\n', 'utf16le').swap16() },
    plain,
    'ref.txt is UTF-16, not UTF-8. Convert it, for example with iconv -f UTF-16 -t UTF-8.',
  ],
  [
    'UTF-16 without a mark, in pieces',
    two,
    { ...plain, files: ['-'], stdin: Readable.from([Buffer.from('a b\n\nc\n', 'utf16le')]) },
    'standard input is UTF-16 without a byte order mark, not UTF-8. Convert it, for example with iconv -f UTF-16LE -t UTF-8.',
  ],
  [
    'bzip2',
    { ...two, 'sys.bz2': Buffer.from('BZh91AY&SYabc') },
    { ...plain, files: ['sys.bz2'] },
    'sys.bz2 is compressed with bzip2, but only gzip and zstd are supported. Decompress it first.',
  ],
  [
    'xz, whatever its name',
    { ...two, 'sys.txt': Buffer.from('\xfd7zXZ\0\0', 'latin1') },
    plain,
    'sys.txt is compressed with xz, but only gzip and zstd are supported. Decompress it first.',
  ],
  [
    'zip',
    { ...two, 'sys.txt': Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1') },
    plain,
    'sys.txt is compressed with zip, but only gzip and zstd are supported. Decompress it first. ' +
      'If it is an Excel workbook, rename it to end in .xlsx.',
  ],
  [
    'zip from standard input',
    two,
    { ...plain, files: ['-'], stdin: Readable.from([Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1')]) },
    'standard input is a zip file or an Excel workbook, not text. Unpack it, or save the sheet as TSV or CSV (UTF-8).',
  ],
  [
    'an old workbook',
    { ...two, 'sys.xls': Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0', 'latin1') },
    { ...plain, files: ['sys.xls'] },
    'sys.xls is an old workbook (.xls) or has a password. In Excel or LibreOffice, save it as .xlsx without a password, or as CSV (UTF-8).',
  ],
  [
    'text named .xz',
    { ...two, 'sys.xz': 'a\n' },
    { ...plain, files: ['sys.xz'] },
    'sys.xz is not compressed with xz, though its name ends in .xz.',
  ],
  [
    'zstd cut off, or a Node without it',
    { ...two, 'sys.txt': zstdFrame('a b\n\nc\n').subarray(0, 12) },
    plain,
    readsZstd
      ? 'sys.txt is cut off: its zstd data stops before the end. Copy or compress it again.'
      : `sys.txt is compressed with zstd, which needs Node 22.15 or later (this is ${process.versions.node}). Decompress it first.`,
  ],
  [
    'JSON lines named as text',
    { ...two, 'sys.txt': '{"hyp": "a"}\n{"hyp": "b"}\n{"hyp": "c"}\n' },
    plain,
    'sys.txt looks like JSONL, but its name does not say so. Rename it to end in .jsonl, or use --input-format jsonl. If it is plain text, use --input-format text.',
  ],
  [
    'CSV as a reference named as text',
    { ...two, 'ref.txt': 'id,source,"reference"\n1,a,b\n2,c,d\n' },
    plain,
    'ref.txt looks like CSV, but its name does not say so. Rename it to end in .csv. If it is plain text, use --input-format text.',
  ],
  [
    'TSV from standard input',
    two,
    { ...plain, files: ['-'], stdin: Readable.from(['src\thyp:A\na\tb\n']) },
    'standard input looks like TSV, but its name does not say so. Rename it to end in .tsv, or use --input-format tsv. If it is plain text, use --input-format text.',
  ],
  [
    'XML without a name',
    { ...two, sys: '<?xml version="1.0"?>\n<dataset/>\n' },
    { ...plain, files: ['sys'] },
    'sys looks like XML, but its name does not say so. Rename it to end in .xml, or use --input-format xml. If it is plain text, use --input-format text.',
  ],
  [
    'gzip cut off',
    { ...two, 'sys.txt': cut },
    plain,
    'sys.txt is cut off: its gzip data stops before the end. Copy or compress it again.',
  ],
  [
    'gzip corrupt',
    { ...two, 'sys.txt': corrupt },
    plain,
    'sys.txt is damaged: its gzip data cannot be decompressed. Copy or compress it again.',
  ],
  [
    'gzip in name only',
    { ...two, 'sys.gz': 'a\nb\nc\n' },
    { ...plain, files: ['sys.gz'] },
    'sys.gz is not compressed with gzip, though its name ends in .gz.',
  ],
  [
    'labels that disagree',
    { ...two, 'l.tsv': 'doc\nd\nd\ne\n', 't.tsv': 'hyp\tdocument\na\td\nb\td\nc\tf\n' },
    { ...plain, files: ['t.tsv'], labels: 'l.tsv' },
    'The document of segment 3 is "f" in t.tsv and "e" in l.tsv. Correct one, or leave it out.',
  ],
  [
    'sources that disagree',
    { ...two, 's.txt': 'a\nb\nc\n', 't.tsv': 'hyp\tsrc\na\ta\nb\tB\nc\tc\n' },
    { ...plain, files: ['t.tsv'], sources: 's.txt' },
    'The source of segment 2 is not the same in s.txt and t.tsv. Give the source once.',
  ],
  ['an unknown format', two, { ...plain, format: 'json' as 'jsonl' }, 'Unknown format json. Did you mean jsonl?'],
  ['batches of nothing', two, { ...plain, batchSize: 0 }, 'batchSize must be a whole number, 1 or more, not 0.'],
];

describe('faults', () => {
  it.each(faults)('%s', async (_, contents, request, message) => {
    expect(await faultOf(contents, request)).toBe(message);
  });

  it.skipIf(process.getuid?.() === 0)('a file one may not read (not tried as root, who may)', async () => {
    await withFiles(two, async (directory) => {
      chmodSync(`${directory}/sys.txt`, 0);
      const request = { files: [`${directory}/sys.txt`], references: [`${directory}/ref.txt`] };
      await expect(openTask(request)).rejects.toThrow(`cannot read ${directory}/sys.txt: permission denied`);
    });
  });

  it('of the first file win over those of others', async () => {
    const bad = Buffer.from([0xff, 0x0a]);
    expect(await faultOf({ 'sys.txt': bad, 'ref.txt': bad }, plain)).toMatch(/^ref\.txt, line 1, byte 1/);
  });
});
