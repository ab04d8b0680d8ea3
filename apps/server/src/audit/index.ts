import type { AuditEntry, AuditExportQuery } from '@seller-connect/contract';
import { byteOrderMark, formatCsvLine, guardFormula } from '@seller-connect/contract/csv';
import type { Database } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import { defaultTransferLimits } from '../platform/http/files/file-transfer.ts';
import type { Language } from '../platform/http/problem.ts';
import { createFileSender } from '../platform/http/files/spooled-file.ts';
import { readEntries, type StoredEntry } from './entry-store.ts';
import { actorLabels, csvColumnLabels, renderSummary } from './summaries.ts';

export {
  deleteEntries,
  deleteMemberName,
  recordAuditEvent,
  type AuditEvent,
} from './entry-store.ts';

export interface AuditDependencies {
  database: Database;
  /** Returns the name and email address of an account, or null if it was removed. */
  account(accountId: string): Promise<{ name: string | null; email: string | null } | null>;
  log: Pick<Log, 'warn'>;
}

const defaultPageSize = 20;
/** Entries that an export reads at a time, which bounds its memory. */
const exportPageSize = 500;
/** Text that is written at a time. */
const exportChunkLength = 64 * 1024;

type FindProfile = (accountId: string) => ReturnType<AuditDependencies['account']>;

/** Registers the routes of a team's audit events, which owners can list and export. */
export function auditRoutes(
  http: Http,
  dependencies: AuditDependencies,
  exportLimits = defaultTransferLimits,
): void {
  const { database } = dependencies;
  const sendFile = createFileSender();

  http.handle('readAudit', async ({ session, query, language }) => {
    const { cursor, pageSize = defaultPageSize, ...filter } = query;
    const page = { before: cursor ?? null, size: pageSize + 1 };
    const read = await readEntries(database, session.tenantId, filter, page);
    const entries = read.slice(0, pageSize);
    const findProfile = memoizeProfiles(dependencies.account);
    const items = await Promise.all(
      entries.map((entry) => toAuditEntry(entry, findProfile, language)),
    );
    const last = entries.at(-1);
    return { items, nextCursor: read.length > pageSize && last ? last.id : null };
  });

  http.handle('exportAudit', async ({ session, query, language, reply }) => {
    await sendFile(
      {
        reply,
        tenantId: session.tenantId,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="audit.csv"',
          'cache-control': 'no-store',
        },
        async produce(write) {
          for await (const text of exportLines(dependencies, session.tenantId, query, language))
            await write(Buffer.from(text));
        },
        onAborted: (error) =>
          dependencies.log.warn(
            { event: 'audit.export_aborted', err: error },
            'Export of audit events stopped before its end',
          ),
      },
      exportLimits,
    );
    return undefined;
  });
}

async function* exportLines(
  { database, account: lookUpProfile }: AuditDependencies,
  tenantId: string,
  filter: AuditExportQuery,
  language: Language,
): AsyncGenerator<string> {
  const findProfile = memoizeProfiles(lookUpProfile);
  let text = byteOrderMark + formatCsvLine(csvColumnLabels.map((label) => label[language]));
  for (let before: string | null = null; ;) {
    const page = { before, size: exportPageSize };
    const entries: StoredEntry[] = await readEntries(database, tenantId, filter, page);
    for (const entry of entries) {
      const { at, actor, summary, action } = await toAuditEntry(entry, findProfile, language);
      const name = actor
        ? (actor.name ?? actorLabels.gone[language])
        : actorLabels.program[language];
      text += formatCsvLine([at, name, actor?.email ?? '', summary, action].map(guardFormula));
      if (text.length < exportChunkLength) continue;
      yield text;
      text = '';
    }
    before = entries.at(-1)?.id ?? null;
    if (entries.length < exportPageSize) break;
  }
  yield text;
}

async function toAuditEntry(
  entry: StoredEntry,
  findProfile: FindProfile,
  language: Language,
): Promise<AuditEntry> {
  const { id, at, action, group, actorId } = entry;
  const found = actorId === null ? null : await findProfile(actorId);
  return {
    id,
    at: at.toISOString(),
    action,
    group,
    actor:
      actorId === null
        ? null
        : { id: actorId, name: found?.name ?? found?.email ?? null, email: found?.email ?? null },
    summary: renderSummary(entry, language),
  };
}

/** Looks up each account only once. */
function memoizeProfiles(find: FindProfile): FindProfile {
  const cache = new Map<string, ReturnType<FindProfile>>();
  return (accountId) => cache.getOrInsertComputed(accountId, find);
}
