/**
 * GET /api/organiser/export?format=assay|wmt-csv|jsonl|mtme: the judgments for other programs, and what was left out, as a ZIP archive;
 * with &file=… one file of it by itself.
 */
import { exportCampaign, exportFormats } from '../../engine/index.ts';
import { choiceField } from '../bodyFields.ts';
import { Refusal } from '../refusal.ts';
import { zip } from '../zip.ts';
import { type OrganiserRoute, asDownload } from './route.ts';

const types = new Map([
  ['tsv', 'text/tab-separated-values; charset=utf-8'],
  ['csv', 'text/csv; charset=utf-8'],
  ['jsonl', 'application/x-ndjson; charset=utf-8'],
]);

export const organiserExportRoute: OrganiserRoute = {
  method: 'GET',
  path: '/api/organiser/export',
  respond({ record, query, reply }) {
    const format = choiceField(query, 'format', exportFormats);
    const files = exportCampaign(record, format);
    const { file } = query;
    if (file === undefined) {
      asDownload(reply, `judgments-${format}.zip`, 'application/zip');
      return zip(files);
    }
    const text = typeof file === 'string' ? files.get(file) : undefined;
    if (text === undefined) throw new Refusal(404, `There is no such file; there are ${[...files.keys()].join(', ')}.`);
    const name = String(file).split('/').at(-1)!;
    asDownload(reply, name, types.get(name.split('.').at(-1)!) ?? 'text/plain; charset=utf-8');
    return text;
  },
};
