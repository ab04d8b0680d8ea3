import type { ChartNote } from '@seller-connect/contract';
import type { Database } from '../../platform/database/database.ts';
import type { Http } from '../../platform/http/http.ts';
import { conflictProblem, Problem } from '../../platform/http/problem.ts';
import { accountName, accountNames, type FindAccount } from '../account-names.ts';
import { validateDays } from '../metrics/period.ts';
import { readScope } from '../metrics/scope.ts';
import { nextChangeAt } from '../../platform/next-change.ts';
import { deleteNote, listNotes, lockNote, upsertNote, type StoredNote } from './note-store.ts';

export interface NoteDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead'>;
  account: FindAccount;
  now(): Date;
}

/** Registers the routes that list, write and delete the notes of the chart. */
export function chartNoteRoutes(http: Http, { database, account, now }: NoteDependencies): void {
  http.handle('listChartNotes', async ({ session, query }) => {
    validateDays(query);
    const notes = await listNotes(database, session.tenantId, query);
    const names = await accountNames(
      account,
      notes.map(({ authorId }) => authorId),
    );
    return {
      items: notes.map((note) => presentNote(note, names.get(note.authorId) ?? null)),
      mayChange: session.role !== 'viewer',
    };
  });

  http.handle('saveChartNote', async ({ session, params, query, body }) => {
    const { day, shop } = body;
    validateDays({ from: day, to: day });
    const text = body.text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
    if (text === '') throw textRequiredProblem();
    if (shop !== null) await readScope(database, session.tenantId, { shops: shop });
    const authorId = session.accountId;
    const { chartNoteId } = params;
    const note = await database.tenant(session.tenantId, async (tx) => {
      const before = await lockNote(tx, chartNoteId);
      if (query.changedAt !== undefined) {
        if (!before) throw deletedProblem();
        if (query.changedAt !== before.changedAt.toISOString()) {
          const current = presentNote(before, await accountName(account, before.authorId));
          throw conflictProblem({ vi: 'Ghi chú này', en: 'this note' }, current);
        }
      }
      const changedAt = nextChangeAt(before, now());
      const next = { chartNoteId, day, shopId: shop, body: text, authorId, changedAt };
      if (!(await upsertNote(tx, next))) throw tooManyNotesProblem();
      return next;
    });
    return presentNote(note, await accountName(account, authorId));
  });

  http.handle('deleteChartNote', async ({ session, params }) => {
    const isDeleted = await database.tenant(session.tenantId, (tx) =>
      deleteNote(tx, params.chartNoteId),
    );
    if (!isDeleted) throw unknownNoteProblem();
    return null;
  });
}

const presentNote = (note: StoredNote, author: string | null): ChartNote => ({
  id: note.chartNoteId,
  day: note.day,
  text: note.body,
  shop: note.shopId,
  author,
  changedAt: note.changedAt.toISOString(),
});

const textRequiredProblem = () =>
  new Problem(400, 'note_empty', {
    vi: 'Hãy viết nội dung ghi chú.',
    en: 'Write the note’s text.',
  });

const deletedProblem = () =>
  new Problem(409, 'note_deleted', {
    vi: 'Ghi chú này vừa bị người khác xoá. Hãy sao chép nội dung, bấm Huỷ rồi viết ghi chú mới.',
    en: 'Someone else just deleted this note. Copy your text, cancel, then write a new note.',
  });

const tooManyNotesProblem = () =>
  new Problem(409, 'too_many_notes', {
    vi: 'Nhóm đã có 5.000 ghi chú. Hãy xoá bớt ghi chú không còn cần.',
    en: 'The team has 5,000 notes. Delete some that you no longer need first.',
  });

const unknownNoteProblem = () =>
  new Problem(404, 'note_unknown', {
    vi: 'Không tìm thấy ghi chú này; có thể nó đã bị xoá.',
    en: 'Note not found. It may have been deleted.',
  });
