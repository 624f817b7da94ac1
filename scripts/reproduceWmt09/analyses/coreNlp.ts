/** Tags of French and Spanish words by Stanford CoreNLP, which Maven fetches. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Program, run } from './programs.ts';

export const coreNlpVersion = '4.5.10';

const properties = { fr: 'french', es: 'spanish' } as const;
export type TaggedLanguage = keyof typeof properties;

const needed = 'Tags of French and Spanish words for the guide need Java and Maven: install java (8 or later) and mvn.';
const java: Program = { command: 'java', install: needed };
const maven: Program = { command: process.platform === 'win32' ? 'mvn.cmd' : 'mvn', install: needed };
const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';

/** All of a file is in memory at once. */
const textsPerFile = 2000;

async function jars(language: TaggedLanguage, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const models of ['', `models-${properties[language]}`]) {
    const jar = join(folder, `stanford-corenlp-${coreNlpVersion}${models && `-${models}`}.jar`);
    if (!existsSync(jar)) {
      const artifact = `edu.stanford.nlp:stanford-corenlp:${coreNlpVersion}${models && `:jar:${models}`}`;
      console.error(`Fetching ${artifact} …`);
      await run(maven, ['-q', '-B', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`]);
    }
    found.push(jar);
  }
  return found;
}

/** Each text as CoreNLP writes it, `Les_DET enfants_NOUN`; what is kept goes into `folder`. */
export async function tagTexts(language: TaggedLanguage, texts: readonly string[], folder: string): Promise<string[]> {
  const classPath = (await jars(language, folder)).join(delimiter);
  const work = mkdtempSync(join(folder, 'tagging-'));
  try {
    const files = Array.from({ length: Math.ceil(texts.length / textsPerFile) }, (_, i) => join(work, `${i}.txt`));
    files.forEach((file, i) =>
      writeFileSync(file, texts.slice(i * textsPerFile, (i + 1) * textsPerFile).map((text) => `${text}\n`).join('')),
    ); // prettier-ignore
    writeFileSync(join(work, 'files'), files.join('\n'));
    await run(java, [
      '-Xmx2g',
      ...['-cp', classPath, 'edu.stanford.nlp.pipeline.StanfordCoreNLP', '-props', properties[language]],
      ...['-annotators', 'tokenize,ssplit,mwt,pos', '-ssplit.eolonly', 'true', '-encoding', 'UTF-8'],
      ...['-fileList', join(work, 'files'), '-outputDirectory', work, '-outputFormat', 'tagged'],
      ...['-outputExtension', '.tagged', '-replaceExtension'],
    ]);
    const tagged = files.flatMap((file) =>
      readFileSync(file.replace(/txt$/, 'tagged'), 'utf8').replace(/\n$/, '').split('\n'),
    );
    if (tagged.length !== texts.length) {
      throw new Error(`CoreNLP made ${tagged.length} sentences of ${texts.length} texts.`);
    }
    return tagged;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
