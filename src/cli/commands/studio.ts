/** `assay studio`: serves Studio, the workbench in a browser, on this machine, and opens it. */
import { integers, present } from '../../core/index.ts';
import { Plain, defineCommand } from '../command.ts';
import { toggle, value } from '../options.ts';
import { type LocalServer, openBrowser, usualPorts } from '../localServer.ts';
import { serveStudio } from '../studio/serveStudio.ts';

const studio = defineCommand({
  name: 'studio',
  summary: 'Open Assay in the browser: drop files, compare, look at segments, export.',
  examples: [
    ['assay studio', 'open Studio and drop files there'],
    ['assay studio ref.txt base.txt new.txt', 'with files loaded'],
    ['assay studio runs/ --no-open', 'with a folder; only print the address'],
  ],
  arguments: [
    { typed: '[files...]', names: 'input', help: 'files and folders to load, in any format that Assay reads' },
  ],
  options: {
    port: value(integers(0, 65_535), {
      help: `port (default: ${usualPorts.studio}, or any free port if that is in use; 0 picks any free port)`,
    }),
    noOpen: toggle({ help: 'do not open the browser, only print the address' }),
  },

  async run(files, { port, noOpen }) {
    const served = await serveStudio(files, present({ port }));
    if (!noOpen) openBrowser(served.address);
    return new Plain(greetAndWait(served));
  },
});

export default studio;

async function* greetAndWait({ address, stopped }: LocalServer): AsyncGenerator<string> {
  yield `Studio: ${address}\n\nOnly this computer can open it. Your texts stay here. Stop with Ctrl-C.\n`;
  await stopped;
  yield 'Stopped.\n';
}
