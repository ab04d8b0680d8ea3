/** Token calls of Facebook: `/oauth/access_token`, `/debug_token` and the proof of the application's secret. */
import { createHmac } from 'node:crypto';
import { isEqualConstantTime } from '../../http/constant-time.ts';
import { facebookApplication } from '../application.ts';
import { GraphError, invalidParameter } from '../errors.ts';
import type { FacebookPlatform } from '../platform.ts';

type Json = Readonly<Record<string, unknown>>;

export const appToken = `${facebookApplication.appId}|${facebookApplication.appSecret}`;

function requireParameter(parameters: URLSearchParams, name: string): string {
  const value = parameters.get(name) ?? '';
  if (value === '') throw invalidParameter(`Missing ${name} parameter.`);
  return value;
}

function checkClient(parameters: URLSearchParams): void {
  if (requireParameter(parameters, 'client_id') !== facebookApplication.appId) {
    throw new GraphError({
      code: 101,
      message: 'Error validating application. Cannot get application info due to a system error.',
    });
  }
  if (requireParameter(parameters, 'client_secret') !== facebookApplication.appSecret) {
    throw new GraphError({ code: 1, message: 'Error validating client secret.' });
  }
}

/**
 * Handles `/oauth/access_token`: exchanges codes and tokens for tokens.
 *
 * @throws {GraphError} 1 or 101 for wrong credentials of the application, 100 for an invalid code, 190 for an invalid
 *   token.
 * @see https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived
 */
export async function handleAccessTokenCall(
  platform: FacebookPlatform,
  parameters: URLSearchParams,
): Promise<Json> {
  checkClient(parameters);
  const { grants, options } = platform;
  const type = parameters.get('grant_type') ?? '';
  if (type === 'client_credentials') return { access_token: appToken, token_type: 'bearer' };
  const token =
    type === 'fb_exchange_token'
      ? grants.extend(requireParameter(parameters, 'fb_exchange_token'))
      : grants.exchange(
          requireParameter(parameters, 'code'),
          requireParameter(parameters, 'redirect_uri'),
        );
  await platform.parts.saveState();
  const lifetimeSeconds = token.expiresAt - token.issuedAt;
  return {
    access_token: token.token,
    token_type: 'bearer',
    ...(options.hideExpiry ? {} : { expires_in: lifetimeSeconds }),
  };
}

/**
 * Handles `/debug_token`: returns the properties of a token.
 *
 * @throws {GraphError} 100 if `input_token` is missing.
 * @see https://developers.facebook.com/docs/graph-api/reference/debug_token
 */
export function handleDebugTokenCall(
  platform: FacebookPlatform,
  parameters: URLSearchParams,
): Json {
  const input = requireParameter(parameters, 'input_token');
  const { appId, name } = facebookApplication;
  let opened;
  try {
    opened = platform.grants.open(input);
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const { code, message } = error.fault;
    return { data: { is_valid: false, scopes: [], error: { code, message } } };
  }
  const { grant, token, fault } = opened;
  const targets = grant.accounts;
  return {
    data: {
      app_id: appId,
      type: 'USER',
      application: name,
      data_access_expires_at: platform.grants.dataAccessEnds(grant),
      expires_at: platform.options.hideExpiry ? 0 : token.expiresAt,
      is_valid: fault === undefined,
      ...(token.longLived ? { issued_at: token.issuedAt } : {}),
      scopes: grant.scopes,
      granular_scopes: grant.scopes.map((scope) => ({
        scope,
        ...(scope.startsWith('ads_') ? { target_ids: targets } : {}),
      })),
      user_id: grant.userId,
      ...(fault === undefined
        ? {}
        : {
            error: {
              code: fault.fault.code,
              message: fault.fault.message,
              subcode: fault.fault.subcode,
            },
          }),
    },
  };
}

/**
 * Returns `appsecret_proof`: the HMAC-SHA256 of the token, or of token and time, with the application's secret as key.
 *
 * @param time `appsecret_time` in epoch seconds, or null if the proof has no time.
 */
export function appSecretProof(secret: string, token: string, time: string | null): string {
  const message = time === null ? token : `${token}|${time}`;
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** A proof with a time is valid for this long. */
const proofSeconds = 300;

/**
 * Verifies `appsecret_proof`, which proves that the sender knows the application's secret. `now` is in epoch seconds.
 *
 * @throws {GraphError} 100 if a required proof is missing, or if a proof is wrong or expired.
 * @see https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
export function checkProof(
  token: string,
  proof: string | null,
  time: string | null,
  options: { readonly isRequired: boolean; readonly now: number },
): void {
  if (proof === null) {
    if (!options.isRequired) return;
    throw new GraphError({
      code: 100,
      type: 'GraphMethodException',
      message: 'API calls from the server require an appsecret_proof argument',
    });
  }
  const expected = appSecretProof(facebookApplication.appSecret, token, time);
  const isCorrect = isEqualConstantTime(proof, expected);
  const isFresh = time === null || Math.abs(options.now - Number(time)) <= proofSeconds;
  if (isCorrect && isFresh) return;
  throw new GraphError({
    code: 100,
    type: 'GraphMethodException',
    message: 'Invalid appsecret_proof provided in the API argument',
  });
}
