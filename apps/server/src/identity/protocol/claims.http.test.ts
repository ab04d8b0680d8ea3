import { afterAll, expect, it } from 'vitest';
import { signInForTokens, fetchUserInfo } from '../testing/browser.ts';
import { startIdentity } from '../testing/start-identity.ts';

const running = await startIdentity();
afterAll(() => running.stop());

const metaData = {
  seller_id: 's-1',
  sso_id: 'o-1',
  addr_code: '79',
  department: 'Sales',
  role: 'lead',
  title: 'Trưởng nhóm',
  asia_id: 'a-1',
  asia_username: 'lan',
  manager_id: 'm-1',
  manager_asia_id: 'ma-1',
};

it('spec 3: the current-user profile returns every field of an account', async () => {
  const [account] = await running.admin(
    `update identity.account
     set name = 'Lan', picture = 'https://pictures.test/lan.png', phone_number = '+84912345678',
       address = '1 Lê Lợi', birthday = '1990-05-01', meta_data = $1
     where username = 'seller' returning id`,
    [JSON.stringify(metaData)],
  );
  const { tokens } = await signInForTokens(running.origin, { username: 'seller' });
  const answer: unknown = await (await fetchUserInfo(running.origin, tokens.access_token)).json();
  expect(answer).toMatchObject({
    sub: account?.['id'],
    name: 'Lan',
    picture: 'https://pictures.test/lan.png',
    email: 'seller@demo.test',
    phone_number: '+84912345678',
    birthday: '1990-05-01',
    address: '1 Lê Lợi',
    roles: ['seller'],
    permissions: [],
    meta_data: { ...metaData, date_created: expect.any(String), date_modified: expect.any(String) },
    updated_at: expect.any(Number),
    tenant_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});
