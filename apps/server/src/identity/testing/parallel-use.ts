import { Browser, exchangeCode, refreshTokens, signIn, signInForTokens } from './browser.ts';

const callCount = 8;
const parallelCalls = Array.from({ length: callCount });

async function summarizeResponses(responses: readonly Response[]): Promise<string[]> {
  const texts = await Promise.all(
    responses.map(async (response) => {
      const body: unknown = await response.json();
      const error = typeof body === 'object' && body !== null && 'error' in body && body.error;
      return response.status === 200 ? 'won' : `${response.status} ${String(error)}`;
    }),
  );
  return texts.toSorted();
}

/** Exchanges one authorization code in parallel requests. Returns the sorted outcomes. */
export async function exchangeCodeInParallel(origin: string): Promise<string[]> {
  const { response, request } = await signIn(new Browser(origin));
  const code = response.searchParams.get('code') ?? '';
  return summarizeResponses(
    await Promise.all(parallelCalls.map(() => exchangeCode(origin, code, request.verifier))),
  );
}

/** Uses one refresh token in parallel requests. Returns the sorted outcomes. */
export async function refreshInParallel(origin: string): Promise<string[]> {
  const { tokens } = await signInForTokens(origin);
  return summarizeResponses(
    await Promise.all(parallelCalls.map(() => refreshTokens(origin, tokens.refresh_token))),
  );
}

/** The expected outcomes of both: exactly one success. */
export const singleSuccess = [
  ...Array.from({ length: callCount - 1 }, () => '400 invalid_grant'),
  'won',
];
