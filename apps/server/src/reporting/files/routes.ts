import type { DataQuery } from '../query/condition.ts';
import type { ReportsQuery } from '@seller-connect/contract';
import type { Http } from '../../platform/http/http.ts';
import type { Log } from '../../platform/log.ts';
import type { ReportAuthenticator } from '../access/authenticate-tool.ts';
import { addDays, localDays } from '../../platform/calendar.ts';
import { readScope } from '../metrics/scope.ts';
import { streamQuery } from '../query/read-rows.ts';
import { withReads, type ReadDependencies } from '../query/report-reads.ts';
import { findDataSet } from '../query/parse-query.ts';
import { resolveQuery, buildMeta, type QueryDependencies } from '../query/query-reports.ts';
import { csvFile } from './csv.ts';
import { sendFile, type RowSource } from './send-file.ts';
import { filePropertiesOf } from './file-properties.ts';
import { xlsxFile } from './xlsx.ts';

export interface FileDependencies extends Omit<QueryDependencies, 'database'>, ReadDependencies {
  admission: ReportAuthenticator;
  log: Pick<Log, 'warn'>;
}

/** Used for links that set no number of days. */
const defaultLinkDays = 90;

/** Registers the file exports: for signed-in users and tools, and behind secret links. */
export function fileRoutes(http: Http, dependencies: FileDependencies): void {
  const rowsOf =
    ({ database }: QueryDependencies, tenantId: string, question: DataQuery): RowSource =>
    (take) =>
      streamQuery(database, tenantId, question, take);

  http.handle('exportReport', async ({ session, query, language, reply }) => {
    const { tenantId } = session;
    const { dataSet, fields, from, to, basis, shops, currency } = query;
    const reportsQuery: ReportsQuery = {
      ...(dataSet !== undefined && { dataSet }),
      ...(fields !== undefined && { fields: fields.split(',') }),
      // Refused if one end is missing: the default range would be taken for the chosen days.
      ...((from ?? to) !== undefined && { dateRange: { from: from ?? '', to: to ?? '' } }),
      ...(basis !== undefined && { basis }),
      ...(shops !== undefined && { shops: shops.split(',') }),
      ...(currency !== undefined && { currency }),
    };
    const reads = withReads(dependencies, { reply, session });
    const { scope, parsed } = await resolveQuery(reads, tenantId, reportsQuery);
    const { question, period } = parsed;
    const labelled = query.header === 'label';
    const names = question.fields.map((field) => (labelled ? field.label[language] : field.id));
    const columns = { fields: question.fields, names };
    const properties = filePropertiesOf(
      question.dataSet,
      await buildMeta(reads, tenantId, scope, parsed),
      language,
    );
    const writer = await {
      csv: () => csvFile(columns, { bom: query.bom === 'true', guard: query.guard !== 'false' }),
      xlsx: () => xlsxFile(columns, { title: question.dataSet.label[language], facts: properties }),
      // Most processes never write one, and its library has fifty modules.
      parquet: async () => {
        const { parquetFile } = await import('./parquet.ts');
        return parquetFile(columns, Object.fromEntries(properties));
      },
    }[query.format ?? 'csv']();
    const days = period ? `-${period.from}--${period.to}` : '';
    const file = {
      name: `${question.dataSet.id}${days}`,
      headers: { 'cache-control': 'no-store' },
    };
    await sendFile(
      { reply, tenantId, log: dependencies.log },
      rowsOf(reads, tenantId, question),
      file,
      writer,
    );
    return undefined;
  });

  http.handle('openReportLink', async ({ params, request, reply }) => {
    const access = await dependencies.admission.link(params.file.replace(/\.csv$/, ''), request.ip);
    const { tenantId, query } = access;
    const dataSet = findDataSet(query?.dataSet);
    const reads = withReads(dependencies, { reply, session: null });
    const { timeZone } = await readScope(reads.database, tenantId, {});
    const today = localDays(timeZone)(dependencies.now());
    const from = addDays(today, 1 - (query?.days ?? defaultLinkDays));
    const { parsed } = await resolveQuery(reads, tenantId, {
      dataSet: dataSet.id,
      ...(query?.fields && { fields: query.fields }),
      ...(Object.keys(dataSet.days).length > 0 && { dateRange: { from, to: today } }),
    });
    // A sheet that is open in many places requests often; the data itself is no fresher than that.
    const file = { name: dataSet.id, headers: { 'cache-control': 'private, max-age=60' } };
    const { question } = parsed;
    const columns = { fields: question.fields, names: question.fields.map((field) => field.id) };
    const writer = csvFile(columns, { bom: false, guard: true });
    await sendFile(
      { reply, tenantId, log: dependencies.log },
      rowsOf(reads, tenantId, question),
      file,
      writer,
    );
    return undefined;
  });
}
