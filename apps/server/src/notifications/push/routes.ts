import type { PushDevices } from '@seller-connect/contract';
import type { Database } from '../../platform/database/database.ts';
import type { Http, Session } from '../../platform/http/http.ts';
import { Problem } from '../../platform/http/problem.ts';
import { createRequestLimiter } from '../../platform/http/limits/request-limiter.ts';
import { describeUserAgent } from '../../platform/http/user-agent.ts';
import type { PushTransport } from './send-push.ts';
import { deleteSubscription, saveSubscription } from './subscription-store.ts';

const invalidEndpointProblem = () =>
  new Problem(422, 'push_endpoint_invalid', {
    vi: 'Trình duyệt này đưa ra một địa chỉ mà chúng tôi không gửi thông báo đến được.',
    en: 'This browser gave an address that notifications can’t be sent to.',
  });

const maxChangesPerMinute = 20;

/** Registers the calls that turn notifications of a browser on and off. */
export function pushDeviceRoutes(
  http: Http,
  dependencies: {
    database: Database;
    pushDevices(session: Session): Promise<PushDevices>;
  } & Pick<PushTransport, 'isEndpoint'>,
): void {
  const { database, pushDevices, isEndpoint } = dependencies;
  const limiter = createRequestLimiter(maxChangesPerMinute);

  http.handle('addPushDevice', async ({ session, body, request }) => {
    const { tenantId, accountId } = session;
    limiter.admit(accountId);
    const { endpoint, keys } = body;
    if (!isEndpoint(endpoint)) throw invalidEndpointProblem();
    const { serverKey } = await pushDevices(session);
    await saveSubscription(database, tenantId, {
      accountId,
      endpoint,
      ...keys,
      serverKey,
      device: describeUserAgent(request.headers['user-agent'] ?? ''),
      signInId: session.signInId ?? null,
    });
    return pushDevices(session);
  });

  http.handle('removePushDevice', async ({ session, params }) => {
    const { tenantId, accountId } = session;
    await deleteSubscription(database, tenantId, params.deviceId, accountId);
    return pushDevices(session);
  });
}
