/** `assay docs`: serves the documentation on this machine, and opens the page about a topic. */
import { integers, present } from '../../core/index.ts';
import { Plain, defineCommand } from '../command.ts';
import { type LocalServer, openBrowser, usualPorts } from '../localServer.ts';
import { toggle, value } from '../options.ts';

const docs = defineCommand({
  name: 'docs',
  summary: 'Open the documentation in the browser, offline.',
  examples: [
    ['assay docs', 'the first page'],
    ['assay docs bleu', 'the page about BLEU'],
    ['assay docs -- score --shard', 'an option of a command'],
    ['assay docs bootstrap --no-open', 'only print the address'],
  ],
  arguments: [{ typed: '[topic...]', help: 'what to look for: a command, metric, option, format or any words' }],
  options: {
    port: value(integers(0, 65_535), {
      help: `port (default: ${usualPorts.docs}, or any free port if that is in use; 0 picks any free port)`,
    }),
    noOpen: toggle({ help: 'do not open the browser, only print the address' }),
  },

  async run(topic, { port, noOpen }) {
    // What reads Markdown is loaded only here.
    const { serveDocs } = await import('../docs/serveDocs.ts');
    const served = await serveDocs(topic.join(' '), present({ port }));
    if (!noOpen) openBrowser(served.address);
    return new Plain(greetAndWait(served));
  },
});

export default docs;

async function* greetAndWait({ address, stopped }: LocalServer): AsyncGenerator<string> {
  yield `Documentation: ${address}\n\nOnly this computer can open it. Stop with Ctrl-C.\n`;
  await stopped;
  yield 'Stopped.\n';
}
