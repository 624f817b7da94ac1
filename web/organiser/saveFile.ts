/** Saves a file of the server. A plain link would save what the server says against it as if it were the file. */
import type { WireError } from '../../src/server/wire.ts';
import { LostConnection, Refusal } from '../shared/api.ts';
import { saveBlob } from '../shared/saveBlob.ts';

export async function saveFile(path: string): Promise<void> {
  let response: Response;
  let contents: Blob;
  try {
    response = await fetch(path, { credentials: 'same-origin' });
    contents = await response.blob();
  } catch {
    throw new LostConnection('There is no connection to the server.');
  }
  if (!response.ok) throw new Refusal(response.status, await reasonIn(contents, response.status));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'judgments';
  saveBlob(name, contents);
}

async function reasonIn(contents: Blob, status: number): Promise<string> {
  try {
    return (JSON.parse(await contents.text()) as WireError).error;
  } catch {
    return `The server said ${status}.`;
  }
}
