/** The schema, step by step: step n turns version n − 1 into version n. A published step never changes. */
import { UsageError } from '../../core/index.ts';

/** Rows of the journal change only when a judge is erased; that transaction sets `meta.erasing`. `holder` names the process that writes. */
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
  'alter table journal add column seal text',
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
  'alter table journal add column seal text',
];

/** The steps still to run; refuses a schema of a later version of Assay. */
export function missingSteps(steps: readonly string[], found: number, name: string): readonly string[] {
  if (!Number.isInteger(found) || found < 1)
    throw new UsageError(`${name} is not the journal of a campaign: it has no version.`);
  if (found > steps.length)
    throw new UsageError(
      `${name} was written by a later version of Assay (schema version ${found}; this one supports up to ${steps.length}). Update Assay.`,
    );
  return steps.slice(found);
}
