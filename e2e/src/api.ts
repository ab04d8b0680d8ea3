import type { Page } from '@playwright/test';

/** Makes a call with the page's credential, like its own script. */
export function callApi(
  page: Page,
  method: string,
  path: string,
): Promise<{ status: number; body: unknown }> {
  return page.evaluate(
    async ([how = '', where = '']) => {
      const stored: unknown = JSON.parse(sessionStorage.getItem('credential') ?? '{}');
      const token = String(Reflect.get(Object(stored), 'accessToken'));
      const answer = await fetch(where, {
        method: how,
        headers: { authorization: `Bearer ${token}` },
      });
      return { status: answer.status, body: await answer.json().catch(() => null) };
    },
    [method, path],
  );
}
