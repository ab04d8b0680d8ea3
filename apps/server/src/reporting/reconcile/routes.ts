import {
  maxFileBytes,
  maxListedDifferences,
  type Reconciliation,
  type ReconciliationDifference,
} from '@seller-connect/contract';
import { byteOrderMark, formatCsvLine, guardFormula } from '@seller-connect/contract/csv';
import { toPageRequest, type Http } from '../../platform/http/http.ts';
import { Problem, rateLimitedProblem, type Language } from '../../platform/http/problem.ts';
import { createConcurrencyLimit } from '../../platform/http/limits/concurrency-limit.ts';
import { accountNames, type FindAccount } from '../account-names.ts';
import { readScope } from '../metrics/scope.ts';
import { fileProblems } from './export-file/problems.ts';
import { createProgressRecorder, readProgress } from './progress-store.ts';
import { reconcile, type ReconcileDependencies } from './reconcile.ts';
import {
  readReconciliation,
  readReconciliations,
  readDifferences,
  type StoredReconciliation,
} from './reconciliation-store.ts';
import { columnLabels, reasonLabels } from './difference-labels.ts';
import { readBytes } from '../../platform/read-bytes.ts';

export interface ReconciliationDependencies extends ReconcileDependencies {
  account: FindAccount;
}

/** Concurrent uploads. Each file is in memory as a whole, so that a process takes 8 and a team 1 at a time. */
const uploadSlotLimits = { total: 8, perKey: 1 };

/** Registers the routes for reconciliations of the report against export files of seller centers. */
export function reconciliationRoutes(http: Http, dependencies: ReconciliationDependencies): void {
  const { database } = dependencies;
  const takeSlot = createConcurrencyLimit(uploadSlotLimits);

  http.handle('listReconciliations', async ({ session, query }) => {
    const page = toPageRequest(query);
    const { reconciliations, total } = await readReconciliations(database, session.tenantId, {
      ...query,
      ...page,
    });
    const items = await presentReconciliations(dependencies, session.tenantId, reconciliations);
    return { items, total, ...page };
  });

  http.handle('reconcile', async ({ session, query, request, gone }) => {
    const releaseSlot = takeSlot(session.tenantId);
    if (!releaseSlot) throw busyProblem();
    const progress = query.upload
      ? createProgressRecorder(database, session.tenantId, query.upload)
      : undefined;
    try {
      const file = await receiveFile(request.raw, request.headers['content-length']);
      const reconciliation = await reconcile(dependencies, session, file, query, {
        signal: gone,
        reportProgress: progress?.record,
      });
      return requireOne(
        await presentReconciliations(dependencies, session.tenantId, [reconciliation]),
      );
    } catch (error) {
      // If the client disconnected, that is the error, whatever error reading its body has caused.
      gone.throwIfAborted();
      throw error;
    } finally {
      releaseSlot();
      await progress?.end();
    }
  });

  http.handle('getReconciliationProgress', ({ session, params }) =>
    readProgress(database, session.tenantId, params.uploadId),
  );

  http.handle('getReconciliation', async ({ session, params }) => {
    const reconciliation = await readReconciliation(
      database,
      session.tenantId,
      params.reconciliationId,
    );
    return requireOne(
      await presentReconciliations(
        dependencies,
        session.tenantId,
        reconciliation ? [reconciliation] : [],
      ),
    );
  });

  http.handle('listDifferences', async ({ session, params, query }) => {
    await requireReconciliation(dependencies, session.tenantId, params.reconciliationId);
    const page = toPageRequest(query);
    const { reason, group } = query;
    const found = await readDifferences(database, session.tenantId, params.reconciliationId, {
      ...page,
      reason,
      group,
    });
    return { ...found, ...page };
  });

  http.handle('exportDifferences', async ({ session, params, language, reply }) => {
    await requireReconciliation(dependencies, session.tenantId, params.reconciliationId);
    const { items } = await readDifferences(database, session.tenantId, params.reconciliationId, {
      page: 1,
      pageSize: maxListedDifferences,
    });
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="reconciliation.csv"');
    return byteOrderMark + csvLines(items, language).join('');
  });
}

function csvLines(items: readonly ReconciliationDifference[], language: Language): string[] {
  return [
    formatCsvLine(columnLabels.map((label) => label[language])),
    ...items.map((each) =>
      formatCsvLine(
        [
          each.orderId,
          reasonLabels[each.reason][language],
          each.fileAmount ?? '',
          each.ourAmount ?? '',
          each.effect,
          each.fileStatus ?? '',
          each.ourStage ?? '',
          each.fileDay ?? '',
          each.ourDay ?? '',
          String(each.fileQuantity ?? ''),
          String(each.ourQuantity ?? ''),
        ].map(guardFormula),
      ),
    ),
  ];
}

async function requireReconciliation(
  dependencies: ReconciliationDependencies,
  tenantId: string,
  reconciliationId: string,
): Promise<void> {
  if (!(await readReconciliation(dependencies.database, tenantId, reconciliationId)))
    throw reconciliationNotFoundProblem();
}

function requireOne(items: readonly Reconciliation[]): Reconciliation {
  const [item] = items;
  if (!item) throw reconciliationNotFoundProblem();
  return item;
}

function reconciliationNotFoundProblem(): Problem {
  return new Problem(404, 'reconciliation_unknown', {
    vi: 'Không tìm thấy lần so khớp này. Có thể nó thuộc một nhóm khác.',
    en: 'Reconciliation not found. It may belong to another team.',
  });
}

function busyProblem(): Problem {
  return rateLimitedProblem(5, {
    vi: 'Đang có nhiều tệp được so khớp.',
    en: 'Several files are being compared right now.',
  });
}

async function presentReconciliations(
  { database, account }: ReconciliationDependencies,
  tenantId: string,
  reconciliations: readonly StoredReconciliation[],
): Promise<Reconciliation[]> {
  if (reconciliations.length === 0) return [];
  const { chosen } = await readScope(database, tenantId, {});
  const names = await accountNames(
    account,
    reconciliations.map(({ reconciledBy }) => reconciledBy),
  );
  return reconciliations.map(({ reconciliationId, shopId, reconciledAt, reconciledBy, result }) => {
    const shop = chosen.find((each) => each.shopId === shopId);
    return {
      ...withResultDefaults(result),
      compared: result.equal + result.differing,
      id: reconciliationId,
      shopId,
      shopName: shop?.name ?? '',
      platform: shop?.platform ?? 'LAZADA',
      currency: shop?.currency ?? 'VND',
      timeZone: shop?.timeZone ?? 'Asia/Ho_Chi_Minh',
      reconciledAt: reconciledAt.toISOString(),
      reconciledBy: names.get(reconciledBy) ?? null,
    };
  });
}

/** Adds defaults for fields that older reconciliations do not have. */
function withResultDefaults(result: StoredReconciliation['result']) {
  return {
    groups: null,
    outside: 0,
    notCompared: { statuses: 0, quantities: 0 },
    unreadable: { rows: 0, first: [] },
    monthFirst: false,
    ...result,
  };
}

/**
 * Reads the request body up to `maxFileBytes`.
 * @throws Problem 413 for a larger file
 */
async function receiveFile(
  body: AsyncIterable<Buffer>,
  claimed: string | undefined,
): Promise<Buffer> {
  if (Number(claimed ?? 0) > maxFileBytes) throw fileProblems.tooLarge();
  const file = await readBytes(body, maxFileBytes);
  if (file === null) throw fileProblems.tooLarge();
  return file;
}
