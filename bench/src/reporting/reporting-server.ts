/** Serves only the reporting API, in a process of its own so that its memory can be measured from outside. */
import { openDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { createHttp } from '../../../apps/server/src/platform/http/http.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import {
  createReportAuthenticator,
  listRoutes,
  reportingRoutes,
} from '../../../apps/server/src/reporting/index.ts';
import { noPictures } from '../../../apps/server/src/reporting/testing/no-pictures.ts';

const [url = '', tenantId = '', today = ''] = process.argv.slice(2);
const log = createLog(process.env['LOG_LEVEL'] ?? 'error');
const database = openDatabase({ url, role: 'seller_connect_app', poolSize: 8, log });
const now = () => new Date(`${today}T05:00:00Z`);
const admission = createReportAuthenticator(database, now);
const http = await createHttp({
  log,
  authenticate: async () => ({
    tenantId,
    accountId: 'bench',
    role: 'owner',
    expiresAt: new Date(Date.now() + 3_600_000),
    tokenHash: Buffer.alloc(32),
  }),
  admitTool: admission.tool,
});
reportingRoutes(http, {
  isSignInFresh: async () => true,
  pictures: noPictures,
  database,
  now,
  admission,
  log,
  readCoverage: async () => [],
  appOrigin: 'http://localhost',
  account: async () => null,
});
listRoutes(http, { database, log, pictures: noPictures, readRawResponses: async () => [] });
const address = await http.app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${address}\n`);
