/** `assay pipe`: answers requests of another program, as lines of JSON, for as long as that program wants. */
import { integers } from '../../core/index.ts';
import { Plain, defineCommand } from '../command.ts';
import { toggle, value } from '../options.ts';
import { answerLines } from '../pipe/answerLines.ts';

/** A longer text than this is more than V8 keeps in a string. */
const mostMegabytes = 500;

const pipe = defineCommand({
  name: 'pipe',
  summary: 'Answer requests of another program: JSON lines on standard input and output.',
  examples: [
    ['assay pipe < requests.jsonl', 'one answer per line, in the order of the requests'],
    ['assay pipe --no-files', 'refuse requests that name files of this computer or start programs'],
  ],
  arguments: [],
  options: {
    maxRequest: value(integers(1, mostMegabytes), { value: 'MB', default: 256, help: 'refuse longer requests' }),
    noFiles: toggle({ help: 'refuse requests that name files of this computer or start programs' }),
  },

  async run(_, { maxRequest: megabytes, noFiles }) {
    return new Plain(answerLines(process.stdin, { mostBytes: megabytes * 1_000_000, files: !noFiles }));
  },
});

export default pipe;
