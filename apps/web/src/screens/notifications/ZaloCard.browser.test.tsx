import { render } from '@seller-connect/ui/testing/render.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createApiClient, setClients } from '../../api/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { ZaloCard } from './ZaloCard.tsx';
import { texts } from './texts.ts';

const labels = texts.zaloPhone;
const confirmed = { number: '0901 234 567', isConfirmed: true, isOff: false, problem: null };

function show(
  phone: Parameters<typeof ZaloCard>[0]['phone'],
  answer = (_pathname: string): Response => Response.json({ phone }),
) {
  const calls: string[] = [];
  const client = createApiClient({
    base: '',
    token: () => '',
    language: 'vi',
    onFailure: () => undefined,
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
      const body = typeof init?.body === 'string' ? ` ${init.body}` : '';
      calls.push(`${init?.method} ${pathname}${body}`);
      return answer(pathname);
    },
  });
  setClients({ core: client, catalogue: client });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ZaloCard phone={phone} />
    </QueryClientProvider>,
  );
  return calls;
}

const refuse = (message: string) => () =>
  Response.json({ error: 'zalo_unreachable', message }, { status: 422 });

it('sends a code to the number, and shows a refusal at the field', async () => {
  const calls = show(null, refuse('Số này chưa dùng Zalo.'));
  await page.getByRole('textbox', { name: labels.number }).fill('0901 234 567');
  await page.getByRole('button', { name: labels.sendCode }).click();
  await expect.element(page.getByText('Số này chưa dùng Zalo.')).toBeVisible();
  expect(calls).toEqual(['POST /user/zalo_phone {"phoneNumber":"0901 234 567"}']);
});

it('confirms the number with the code, with or without spaces', async () => {
  const calls = show({ ...confirmed, isConfirmed: false });
  await page.getByRole('textbox', { name: labels.code }).fill('123 456');
  await page.getByRole('button', { name: labels.confirm, exact: true }).click();
  await expect.poll(() => calls).toEqual(['POST /user/zalo_phone/confirm {"code":"123456"}']);
});

it('says that a code is wrong, and allows another number', async () => {
  show({ ...confirmed, isConfirmed: false }, refuse('Mã không đúng.'));
  await page.getByRole('textbox', { name: labels.code }).fill('000000');
  await page.getByRole('button', { name: labels.confirm, exact: true }).click();
  await expect.element(page.getByText('Mã không đúng.')).toBeVisible();
  await page.getByRole('button', { name: labels.another }).click();
  await expect.element(page.getByRole('textbox', { name: labels.number })).toBeVisible();
});

it('does not show the refusal of an earlier code once another one is sent', async () => {
  const unconfirmed = { ...confirmed, isConfirmed: false };
  show(unconfirmed, (pathname) =>
    pathname.endsWith('/confirm')
      ? refuse('Mã không đúng.')()
      : Response.json({ phone: unconfirmed }),
  );
  const code = page.getByRole('textbox', { name: labels.code });
  await code.fill('000000');
  await page.getByRole('button', { name: labels.confirm, exact: true }).click();
  await expect.element(page.getByText('Mã không đúng.')).toBeVisible();
  await page.getByRole('button', { name: labels.again }).click();
  await expect.element(code).toHaveValue('');
  await expect.element(page.getByText('Mã không đúng.')).not.toBeInTheDocument();
});

it('shows why no other code was sent, and not the refusal of the earlier one', async () => {
  show({ ...confirmed, isConfirmed: false }, (pathname) =>
    refuse(pathname.endsWith('/confirm') ? 'Mã không đúng.' : 'Hãy đợi một phút.')(),
  );
  await page.getByRole('textbox', { name: labels.code }).fill('000000');
  await page.getByRole('button', { name: labels.confirm, exact: true }).click();
  await expect.element(page.getByText('Mã không đúng.')).toBeVisible();
  await page.getByRole('button', { name: labels.again }).click();
  await expect.element(page.getByText('Hãy đợi một phút.')).toBeVisible();
});

it('leads back to the code from another number', async () => {
  show({ ...confirmed, isConfirmed: false });
  await page.getByRole('button', { name: labels.another }).click();
  await page.getByRole('button', { name: sharedTexts.cancel }).click();
  await expect.element(page.getByRole('textbox', { name: labels.code })).toBeVisible();
});

it('says that messages do not arrive, and what to check', async () => {
  show({ ...confirmed, problem: 'undelivered' });
  await expect.element(page.getByText(labels.problems.undelivered)).toBeVisible();
  await expect.element(page.getByText(labels.on(confirmed.number))).toBeVisible();
});

it('says where messages are sent, and why the last one was refused', async () => {
  const calls = show({ ...confirmed, isOff: true, problem: 'no_zalo' });
  await expect.element(page.getByText(labels.off(confirmed.number))).toBeVisible();
  await expect.element(page.getByText(labels.problems.no_zalo)).toBeVisible();
  await page.getByRole('button', { name: labels.enable }).click();
  await expect.poll(() => calls).toEqual(['PUT /user/zalo_phone {"isOff":false}']);
  await page.getByRole('button', { name: labels.remove }).click();
  await expect.poll(() => calls.at(-1)).toBe('DELETE /user/zalo_phone');
});
