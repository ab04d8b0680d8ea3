import { expect, it } from 'vitest';
import { endpoints, type EndpointName } from './endpoints.ts';
import { api } from './routes.ts';
import { UserMetaData, User } from './account/user.ts';

it.each<[EndpointName, string, string]>([
  ['googleLogin', 'POST', '/auth/google_login'],
  ['getUser', 'GET', '/user'],
  ['saveUser', 'POST', '/user'],
  ['validate', 'GET', '/auth/validate'],
  ['listShops', 'GET', '/partner/shops'],
  ['saveCredential', 'POST', '/partner/credential'],
  ['checkSyncedData', 'GET', '/partner/check_synced_data'],
  ['startCollection', 'POST', '/collector/getData'],
])('spec 7: %s is %s %s', (name, method, path) => {
  expect(endpoints[name]).toMatchObject({ method, path });
});

it('spec 7: the payloads have the specified fields', () => {
  expect(Object.keys(api.googleLogin.body.properties)).toEqual(['accessToken']);
  expect(api.saveCredential.body.required).toEqual(['platform', 'accessToken']);
  expect(Object.keys(api.saveUser.body.properties)).toEqual([
    'email',
    'phoneNumber',
    'business',
    'purpose',
  ]);
  expect(api.startCollection).not.toHaveProperty('body');
});

it('spec 3: the current-user profile has the specified fields', () => {
  expect(Object.keys(User.properties)).toEqual(
    expect.arrayContaining([
      'sub',
      'name',
      'picture',
      'email',
      'phone_number',
      'address',
      'birthday',
      'roles',
      'permissions',
      'meta_data',
      'updated_at',
      'tenant_id',
    ]),
  );
  expect(Object.keys(UserMetaData.properties)).toEqual([
    'seller_id',
    'sso_id',
    'addr_code',
    'department',
    'role',
    'title',
    'asia_id',
    'asia_username',
    'manager_id',
    'manager_asia_id',
    'date_created',
    'date_modified',
  ]);
});
