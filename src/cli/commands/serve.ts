/** `assay serve`: the protocol of `assay pipe` over HTTP, on this computer alone. */
import { randomBytes } from 'node:crypto';
import { UsageError, integers, version } from '../../core/index.ts';
import { Plain, defineCommand } from '../command.ts';
import { toggle, value } from '../options.ts';
import { openApi } from '../pipe/openApi.ts';
import { PipeProcess } from '../pipe/pipeProcess.ts';

/** Requests that may wait. */
const mostWaiting = 16;

const serve = defineCommand({
  name: 'serve',
  summary: 'Answer requests over HTTP, on this computer: the methods of assay pipe for other languages.',
  examples: [
    ['assay serve', 'print the address and a token, and answer POST /v1/score'],
    ['assay serve --port 8643 --files', 'requests may also name files of this computer'],
  ],
  arguments: [],
  options: {
    port: value(integers(0, 65_535), { default: 8643, help: 'port; 0 picks any free port' }),
    maxRequest: value(integers(1, 500), { value: 'MB', default: 64, help: 'refuse longer requests' }),
    maxTime: value(integers(1, 86_400), {
      value: 'seconds',
      default: 300,
      help: 'end a request that takes longer',
    }),
    files: toggle({ help: 'let requests name files of this computer and metrics that start programs' }),
  },

  async run(_, { port, maxRequest: megabytes, maxTime, files }) {
    const { Refusal, createProtocolServer } = await import('../../server/index.ts');
    const token = process.env['ASSAY_TOKEN'] ?? randomBytes(24).toString('base64url');
    if (!/^[\w-]{16,200}$/.test(token)) {
      throw new UsageError('ASSAY_TOKEN must be 16 to 200 letters, digits, - or _. Leave it out to have one made.');
    }
    // More room than the server allows, since a method and forms are added.
    const words = ['--max-request', String(Math.min(500, megabytes + 1)), ...(files ? [] : ['--no-files'])];
    const worker = new PipeProcess(words, maxTime * 1000);
    const app = await createProtocolServer({
      token,
      mostBytes: megabytes * 1_000_000,
      mostWaiting,
      openApi: openApi(),
      log: (line) => void process.stderr.write(`assay: ${line}\n`),
      async answer(request) {
        const answered = await worker.ask(JSON.stringify(request));
        if (answered === undefined) {
          throw new Refusal(503, `The request took longer than ${maxTime} seconds or too much memory, and was ended. Send less, or raise --max-time.`); // prettier-ignore
        }
        return JSON.parse(answered) as object;
      },
    });
    const address = await app.listen({ port, host: '127.0.0.1' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') throw new UsageError(`Port ${port} is in use. Choose another with --port, or 0 for any.`); // prettier-ignore
      if (error.code === 'EACCES') throw new UsageError(`Port ${port} needs administrator rights. Choose one above 1023 with --port.`); // prettier-ignore
      throw error;
    });
    const stopped = new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        process.off('SIGINT', stop).off('SIGTERM', stop);
        worker.close();
        app.close().then(resolve, reject);
      };
      process.once('SIGINT', stop).once('SIGTERM', stop);
    });
    return new Plain(greetAndWait(address, token, stopped));
  },
});

export default serve;

async function* greetAndWait(address: string, token: string, stopped: Promise<void>): AsyncGenerator<string> {
  yield `assay ${version}: ${address}\ntoken: ${token}\n\nOnly this computer can reach it. ${address}/openapi.json describes the requests. Stop with Ctrl-C.\n`;
  await stopped;
  yield 'Stopped.\n';
}
