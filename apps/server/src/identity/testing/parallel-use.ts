import { Browser, exchangeCode, refreshTokens, signIn, signInForTokens } from './browser.ts';

const parallelCalls = Array.from({ length: 8 });

async function summarizeResponses(answers: readonly Response[]): Promise<string[]> {
  const texts = await Promise.all(
    answers.map(async (answer) => {
      const body: unknown = await answer.json();
      const error = typeof body === 'object' && body !== null && 'error' in body && body.error;
      return answer.status === 200 ? 'won' : `${answer.status} ${String(error)}`;
    }),
  );
  return texts.toSorted();
}

/** Exchanges one authorization code in eight parallel requests; returns the sorted outcomes. */
export async function exchangeCodeInParallel(origin: string): Promise<string[]> {
  const { response, request } = await signIn(new Browser(origin));
  const code = response.searchParams.get('code') ?? '';
  return summarizeResponses(
    await Promise.all(parallelCalls.map(() => exchangeCode(origin, code, request.verifier))),
  );
}

/** Uses one refresh token in eight parallel requests; returns the sorted outcomes. */
export async function refreshInParallel(origin: string): Promise<string[]> {
  const { tokens } = await signInForTokens(origin);
  return summarizeResponses(
    await Promise.all(parallelCalls.map(() => refreshTokens(origin, tokens.refresh_token))),
  );
}

/** The expected outcomes of both: exactly one success. */
export const singleSuccess = [...Array.from({ length: 7 }, () => '400 invalid_grant'), 'won'];
