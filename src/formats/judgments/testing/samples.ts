/** A small file of each judgment format, and damaged variants of it, for the law over all formats. */

const errors = '[{""start_i"":0,""end_i"":3,""severity"":""minor"",""error_type"":null}]';
const rows = (count: number, row: (i: number) => string): string => Array.from({ length: count }, (_, i) => `${row(i)}\n`).join(''); // prettier-ignore
const page = (i: number): string =>
  JSON.stringify({
    annotation: [{ a: { score: i, error_spans: [] }, b: { score: 50, error_spans: [{ start_i: 0, end_i: 2, severity: 'minor', category: null }] } }],
    actions: [{ time: 10 * i }, { time: 10 * i + 5 }],
    item: [{ item_id: `s${i}`, tgt: { a: 'one output', b: 'another' } }],
    user_id: 'u1',
    item_i: i,
  }); // prettier-ignore
const segment = (i: number): string =>
  JSON.stringify({
    doc_id: `en-de_#_news_#_doc_#_${i}`,
    src_text: 'x',
    tgt_text: { a: 'one output' },
    scores: { a: { human1: i, errors1: [], annotator1: 'u1', human2: 60, errors2: [], annotator2: 'u2' } },
  });
const systems = '1,a,2,b,3,c,4,d,5,e';
const result = (i: number): string =>
  `<HIT hit-id="h${i}" source-language="eng" target-language="ron">\n<ranking-task id="${i + 1}">\n` +
  `<ranking-result duration="00:01:02.5" user="u">\n<translation system="a" rank="1" />\n<translation system="b,c" rank="2" />\n` +
  `</ranking-result>\n</ranking-task>\n</HIT>`;

/** By format: about 40 rows. */
export const samples: Readonly<Record<string, string>> = {
  wmt07: `TASK,TYPE,ITEM_ID,ANNOTATOR_ID,TIME,${Array.from({ length: 5 }, (_, i) => `SYSTEM_${i},SCORE_${i}_A,SCORE_${i}_B`).join(',')}\n${rows(40, (i) => (i % 2 ? `WMT08 French-English Europarl,RANK,${i},7,12,a,1,,b,2,` : `WMT07 Czech-English News Commentary,NIST,${i},7,12,a,4,3,b,2,2`))}`,
  wmt09: `JUDGEMENT_ID\tTASK\tTYPE\tITEM_ID\tANNOTATOR_ID\tANNOTATOR_TYPE_COUNT\tTIME\t${Array.from({ length: 5 }, (_, i) => `SYSTEM_${i}\tSCORE_${i}_A\tSCORE_${i}_B`).join('\t')}\tEXTRA\n${rows(40, (i) => `${i}\tWMT09 German-English News\tRANK\t${i}\tj\t${i}\t12\ta\t1\t\tb\t2\t${'\t'.repeat(9)}`)}`,
  'wmt10-edits': `editId\tsrclang\ttrglang\tsrcIndex\tdocumentId\tsegmentId\teditorId\tsystem1Number\tsystem1Id\tsystem1actionVal\tsystem1actionStr\tsystem1edit\n${rows(40, (i) => `${i}\tSpanish\tEnglish\t${i + 1}\td\t1\te\t6\ta\t1\tEDIT\tan edited text`)}`,
  'wmt10-verdicts': `srclang,trglang,srcIndex,documentId,segmentId,judgeId,systemNumber,systemId,editId,judgment\n${rows(40, (i) => `Czech,English,${i + 1},d,1,j,43,a,${i},${i % 2 ? 'YES' : 'NO'}`)}`,
  'wmt-ranking': `srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,system2Number,system2Id,system3Number,system3Id,system4Number,system4Id,system5Number,system5Id,system1rank,system2rank,system3rank,system4rank,system5rank\n${rows(40, (i) => `English,Czech,${i + 1},d,1,j,${systems},1,2,3,4,5`)}`,
  'wmt-da': `HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n${rows(40, (i) => `H${i}\tw\tcs\ten\tad\t4\ta.1\t1\tSYSTEM\t${i + 1}\t${(i - 20) / 10}\t9.0`)}`,
  'appraise-da': rows(40, (i) => `u1,a,${i + 1},TGT,eng,deu,${i + 10},doc7,False,"${errors}",${1000 + i}.5,${1001 + i}.5`),
  mqm: `system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\t# Documentation: x\n${rows(40, (i) => `a\td\t${i + 1}\t${i + 1}\tr1\tsource\ta <v>target</v>\tFluency/Grammar\tMinor\t{"timestamp":${i + 1}}`)}`,
  psqm: `system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tscore\n${rows(40, (i) => `a\td\t1\t${i + 1}\tr1\tsource\ttarget\t${i % 7}`)}`,
  'wmt-humeval': rows(40, segment),
  'appraise-xml': `<?xml version="1.0" encoding="UTF-8"?>\n<wmt16-results>\n${rows(40, result)}</wmt16-results>\n`,
  pearmut: rows(40, page),
  jsonl: rows(40, (i) => JSON.stringify({ kind: 'rating', task: 'de-en', segment: String(i), judge: 'j', order: i, system: 'a', score: i, item: 'output' })),
  assay: `task\tsegment\tjudge\torder\tsystem\tscore\n${rows(40, (i) => `de-en\t${i + 1}\tj\t${i}\ta\t${i}`)}`,
}; // prettier-ignore

type Pick = (below: number) => number;

/** Ways to damage a file: each changes lines that it is given, other than the first. */
const damages: readonly ((line: string, pick: Pick) => string)[] = [
  (line, pick) => line.slice(0, 1 + pick(Math.max(1, line.length - 1))),
  (line, pick) => line.slice(1 + pick(Math.max(1, line.length - 1))),
  (line, pick) => replaceAt(line, /[\t,:]/g, pick, ''),
  (line, pick) => replaceAt(line, /[\t,:]/g, pick, '|'),
  (line, pick) => replaceAt(line, /[\t,]/g, pick, '\t,'),
  (line, pick) => replaceAt(line, /\d+/g, pick, '1e999'),
  (line, pick) => replaceAt(line, /\d+/g, pick, '-7'),
  (line, pick) => replaceAt(line, /\w+/g, pick, ''),
  (line, pick) => replaceAt(line, /\w+/g, pick, 'ünsinn\u0000'),
  (line, pick) => replaceAt(line, /\w+/g, pick, '"'),
  (line, pick) => replaceAt(line, /["<>{}[\]]/g, pick, ''),
  () => '<<<<<<< HEAD',
  () => '{"half": [',
  () => 'Traceback (most recent call last):',
  (line) => `${line}${line}`,
  (line) => line.split('').reverse().join(''),
];

function replaceAt(line: string, what: RegExp, pick: Pick, by: string): string {
  const found = [...line.matchAll(what)];
  const one = found[pick(Math.max(1, found.length))];
  return one ? `${line.slice(0, one.index)}${by}${line.slice(one.index + one[0].length)}` : `${line}${by}`;
}

/** A variant of a file with one damaged line, or with many, or cut off. */
export function damaged(text: string, seed: number): string {
  let state = seed * 2654435761 + 1;
  const pick: Pick = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  if (seed % 20 === 19) return text.slice(0, pick(text.length));
  const lines = text.split('\n');
  const times = seed % 5 === 4 ? 10 : 1;
  for (let t = 0; t < times; t++) {
    const at = (seed % 10 === 9 ? 0 : 1) + pick(lines.length - 2);
    lines[at] = damages[(seed + t) % damages.length]!(lines[at]!, pick);
  }
  return lines.join('\n');
}
