import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ZaloSettings } from '../../platform/config/zalo-settings.ts';

const TokenAnswer = Compile(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    refresh_token: Type.String({ minLength: 1 }),
    // Text in practice, although it counts seconds.
    expires_in: Type.Union([Type.String({ pattern: '^\\d{1,9}$' }), Type.Integer({ minimum: 0 })]),
  }),
);
const ErrorAnswer = Compile(Type.Object({ error: Type.Integer() }));
const SentAnswer = Compile(
  Type.Object({ data: Type.Object({ sent_time: Type.String({ pattern: '^\\d{13}$' }) }) }),
);

export interface ZaloTokens {
  accessToken: string;
  refreshToken: string;
  expiresInMs: number;
}

export interface TemplateMessage {
  /** E.164. */
  phone: string;
  templateId: string;
  templateData: Readonly<Record<string, string>>;
  /** Names the number in receipts; at most 48 characters. */
  trackingId: string;
}

/** An error of Zalo, or no usable response. */
export class ZaloError extends Error {
  override readonly name = 'ZaloError';
  /** Zalo's code, such as -118; null if there was no usable response, so the outcome is unknown. */
  readonly code: number | null;
  constructor(code: number | null, message: string) {
    super(message);
    this.code = code;
  }
}

export interface ZaloClient {
  /** Exchanges a refresh token, which is spent by it. @throws ZaloError */
  refresh(refreshToken: string): Promise<ZaloTokens>;
  /** Sends a message by template (ZNS). Returns when Zalo sent it, by its clock. @throws ZaloError */
  send(accessToken: string, message: TemplateMessage): Promise<Date>;
}

const timeoutMs = 10_000;

/**
 * Creates the client of the Official Account API.
 * @see https://developers.zalo.me/docs/zalo-notification-service/gui-tin-zns/gui-zns
 */
export function createZaloClient(
  settings: Pick<ZaloSettings, 'appId' | 'secretKey' | 'oauthApi' | 'api'>,
): ZaloClient {
  async function call(url: string, init: RequestInit): Promise<unknown> {
    let status: number;
    let answer: unknown;
    try {
      const response = await fetch(url, {
        ...init,
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      ({ status } = response);
      answer = await response.json();
    } catch (error) {
      throw new ZaloError(null, error instanceof Error ? error.name : 'unknown');
    }
    // Errors have the status 200 too.
    if (ErrorAnswer.Check(answer) && answer.error !== 0) {
      throw new ZaloError(answer.error, `Zalo answered ${answer.error}`);
    }
    if (status !== 200) throw new ZaloError(null, `Zalo answered with the status ${status}`);
    return answer;
  }

  return {
    async refresh(refreshToken) {
      const body = new URLSearchParams({
        refresh_token: refreshToken,
        app_id: settings.appId,
        grant_type: 'refresh_token',
      });
      const headers = { secret_key: settings.secretKey };
      const answer = parse(
        TokenAnswer,
        await call(`${settings.oauthApi}/v4/oa/access_token`, { headers, body }),
      );
      return {
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token,
        expiresInMs: Number(answer.expires_in) * 1000,
      };
    },
    async send(accessToken, { phone, templateId, templateData, trackingId }) {
      const answer = await call(`${settings.api}/message/template`, {
        headers: { 'content-type': 'application/json', access_token: accessToken },
        body: JSON.stringify({
          // Without the plus sign.
          phone: phone.slice(1),
          template_id: templateId,
          template_data: templateData,
          tracking_id: trackingId,
        }),
      });
      parse(ErrorAnswer, answer);
      return SentAnswer.Check(answer) ? new Date(Number(answer.data.sent_time)) : new Date();
    },
  };
}

/** @throws ZaloError without a code for a response of another form */
function parse<Answer>(
  schema: { Check(value: unknown): value is Answer },
  answer: unknown,
): Answer {
  if (schema.Check(answer)) return answer;
  throw new ZaloError(null, 'The response of Zalo has another form');
}
