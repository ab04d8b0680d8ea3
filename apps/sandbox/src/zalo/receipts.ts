/** Receipts: what Zalo sends to the webhook of an application when a message has arrived at a phone. */
import { hash } from 'node:crypto';
import { ZALO_APPLICATION } from './application.ts';

export interface Receipt {
  readonly body: string;
  /** Value of the header `X-ZEvent-Signature`. */
  readonly signature: string;
}

/** Zalo's own limit is not documented. */
const TIMEOUT_MS = 5_000;

/** @see https://developers.zalo.me/docs/official-account/webhook/tong-quan */
export function createReceipt(arrival: {
  readonly messageId: string;
  readonly trackingId: string;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
}): Receipt {
  const { appId, officialAccountId, officialAccountSecretKey } = ZALO_APPLICATION;
  const { messageId, trackingId, arrivedAt } = arrival;
  const timestamp = String(arrivedAt);
  const body = JSON.stringify({
    event_name: 'user_received_message',
    app_id: appId,
    sender: { id: officialAccountId },
    recipient: { id: '' },
    message: { delivery_time: timestamp, msg_id: messageId, tracking_id: trackingId },
    timestamp,
  });
  const mac = hash('sha256', `${appId}${body}${timestamp}${officialAccountSecretKey}`);
  return { body, signature: `mac=${mac}` };
}

/** Sends a receipt once. A webhook that does not answer is no error of the sandbox. */
export async function sendReceipt(url: string, { body, signature }: Receipt): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-zevent-signature': signature };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal }).catch(
    () => undefined,
  );
}
