import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { User } from '@seller-connect/contract';
import { render } from '@seller-connect/ui/testing/render.tsx';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createClient, provideClients } from '../../api/index.ts';
import { ProfileFields } from './ProfileFields.tsx';
import { texts } from './texts.ts';

const user: User = {
  sub: 'person',
  name: 'Lan',
  picture: null,
  email: null,
  phone_number: null,
  address: null,
  birthday: null,
  roles: ['seller'],
  permissions: [],
  meta_data: {},
  updated_at: null,
  tenant_id: 'tenant',
  profile: null,
  profileCompletedAt: null,
  team: { name: 'Lan', role: 'owner' as const },
};

/** Shows an empty form; the answer is that of `POST /user`. */
function show(answer: () => Response = () => Response.json(user)) {
  const sent: unknown[] = [];
  const client = createClient({
    base: '',
    token: () => '',
    language: 'vi',
    onFailure: () => undefined,
    fetch: (_, init) => {
      sent.push(typeof init?.body === 'string' ? JSON.parse(init.body) : null);
      return Promise.resolve(answer());
    },
  });
  provideClients({ core: client, catalogue: client });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ProfileFields user={user} />
    </QueryClientProvider>,
  );
  return sent;
}

const save = () => page.getByRole('button', { name: texts.save }).click();

it('spec 5: each empty field says that it is required, and nothing is sent', async () => {
  const sent = show();
  await save();
  for (const message of Object.values(texts.required)) {
    await expect.element(page.getByText(message)).toBeVisible();
  }
  expect(sent).toEqual([]);
});

it('spec 3: the form is sent as email, phone number, business and purpose of use', async () => {
  const sent = show();
  await page.getByLabelText(texts.email).fill('lan@shop.vn');
  await page.getByLabelText(texts.phone).fill('0912345678');
  await page.getByLabelText(texts.business).fill('Mỹ phẩm');
  await page.getByLabelText(texts.purpose).fill('Báo cáo');
  await save();
  await vi.waitFor(() =>
    expect(sent).toEqual([
      {
        email: 'lan@shop.vn',
        phoneNumber: '0912345678',
        business: 'Mỹ phẩm',
        purpose: 'Báo cáo',
      },
    ]),
  );
});
