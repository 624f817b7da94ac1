/** Where a campaign is kept: a folder with a database in it, or a PostgreSQL database. */
import { UsageError } from '../../core/index.ts';
import { checkAddress } from '../../server/store/postgresPlace.ts';
import type { JudgeOptions } from './judgeOptions.ts';

/** The folder, or the address given with --database; one of them. The server's code is loaded only when it is needed. */
export function placeOf(
  [folder, ...others]: readonly string[],
  { database }: Pick<JudgeOptions, 'database'>,
  action: string,
): string {
  if (others.length > 0) throw new UsageError(`assay judge ${action} takes one campaign, not ${others.length + 1}.`);
  if (database !== undefined && folder !== undefined) {
    throw new UsageError(`A campaign is in a folder or in a database: leave out ${folder}, or --database.`);
  }
  const place = database ?? folder;
  if (place === undefined) throw new UsageError('No campaign given. Name its folder, or give --database postgres://….');
  checkAddress(place);
  return place;
}
