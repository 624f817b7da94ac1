/** The form of the tables, step by step: step n makes version n of version n − 1. A step that was published is never changed. */
import { UsageError } from '../../core/index.ts';

/**
 * Rows of the journal never change but by the erasure of a judge, which says so in `meta.erasing` within its transaction. `holder` names
 * the process that writes.
 */
export const sqliteMigrations: readonly string[] = [
  `
  create table meta (
    one integer primary key check (one = 1),
    schema_version integer not null,
    created text not null,
    secret blob not null,
    holder text,
    erasing text
  ) strict;
  create table journal (
    seq integer primary key,
    at text not null,
    kind text not null,
    judge text,
    key text,
    body text not null
  ) strict;
  create unique index journal_answers on journal (judge, key);
  create trigger journal_keeps_entries before delete on journal begin
    select raise(abort, 'entries of a journal are never removed');
  end;
  create trigger journal_keeps_bodies before update on journal
    when (select erasing from meta) is null or new.seq <> old.seq or new.at <> old.at begin
    select raise(abort, 'entries of a journal are never changed');
  end;
  `,
];

/** Run with the schema of the campaign as the first in the search path. */
export const postgresMigrations: readonly string[] = [
  `
  create table meta (
    one integer primary key check (one = 1),
    schema_version integer not null,
    created text not null,
    secret bytea not null
  );
  create table journal (
    seq bigint primary key,
    at text not null,
    kind text not null,
    judge text,
    key text,
    body text not null
  );
  create unique index journal_answers on journal (judge, key);
  create function keep_entries() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      if current_setting('assay.erasing', true) = 'yes' and new.seq = old.seq and new.at = old.at then
        return new;
      end if;
    end if;
    raise exception 'entries of a journal are never changed or removed';
  end $$;
  create trigger journal_keeps_entries before update or delete on journal for each row execute function keep_entries();
  create trigger journal_keeps_all before truncate on journal for each statement execute function keep_entries();
  `,
];

/** The steps that are still to be done; refuses what a later version of Assay has made. */
export function missingSteps(steps: readonly string[], found: number, name: string): readonly string[] {
  if (!Number.isInteger(found) || found < 1)
    throw new UsageError(`${name} is no journal of a campaign: it has no version.`);
  if (found > steps.length)
    throw new UsageError(
      `${name} was written by a later version of Assay (its tables have version ${found}, this one knows up to ${steps.length}). Update Assay.`,
    );
  return steps.slice(found);
}
