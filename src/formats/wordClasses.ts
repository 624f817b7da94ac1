/** Classes of words, such as parts of speech: a TSV of words and classes. */
import { UsageError } from '../core/index.ts';
import { type ByteSource, LineReader } from './lineReader.ts';

/** By word. A first line `word`, tab, `class` is skipped, and so are empty lines. */
export async function parseWordClasses(source: ByteSource): Promise<Map<string, string>> {
  const classes = new Map<string, string>();
  let line = 0;
  for await (const lines of new LineReader(source).rest()) {
    for (const text of lines) {
      line++;
      if (text.trim() === '' || (line === 1 && text === 'word\tclass')) continue;
      const fields = text.split('\t');
      const [word = '', of = ''] = fields;
      if (fields.length !== 2 || word === '') {
        throw new UsageError(`${source.name}, line ${line}: expected a word, a tab and its class.`);
      }
      const known = classes.get(word);
      if (known !== undefined && known !== of) {
        throw new UsageError(
          `${source.name}, line ${line}: "${word}" has the class ${of}, but ${known} above. Keep one of them.`,
        );
      }
      classes.set(word, of);
    }
  }
  if (classes.size === 0) throw new UsageError(`${source.name} has no words.`);
  return classes;
}
