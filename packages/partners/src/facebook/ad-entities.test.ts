import { beforeEach, expect, it } from 'vitest';
import { createTestEnvironment } from '../testing/environment.ts';
import { fetchEntities } from './ad-entities.ts';
import { GraphClient } from './client.ts';
import { facebookHosts } from './client.ts';

/** A page with more rows is refused. */
let maxRows: number;
let limits: number[];
beforeEach(() => {
  limits = [];
});

const tooMuch = {
  error: { code: 1, message: "Please reduce the amount of data you're asking for" },
};
const page = {
  data: [{ id: '7', name: 'Campaign' }],
  paging: { cursors: { after: 'second' }, next: 'https://graph.facebook.com/next' },
};
const environment = createTestEnvironment(
  {},
  {
    fetch: async (input) => {
      const limit = Number(new URL(new Request(input).url).searchParams.get('limit'));
      limits.push(limit);
      return limit > maxRows ? Response.json(tooMuch, { status: 500 }) : Response.json(page);
    },
  },
);
const client = new GraphClient({ ...facebookHosts, appId: '1', appSecret: '1' }, environment);
const access = { accessToken: 'EAA', externalShopId: '1', region: 'ZZ' };

it('fetches a smaller page of campaigns if the platform refuses it as too large', async () => {
  maxRows = 60;
  const { entities, next } = await fetchEntities(client, access, 'campaign', '3 first');
  expect(limits).toEqual([200, 100, 50]);
  expect(entities.map(({ canonical }) => canonical.entityId)).toEqual(['7']);
  expect(next).toBe('4 second');
});

it('gives up where a page of 25 is still too large', async () => {
  maxRows = 1;
  const fetched = fetchEntities(client, access, 'campaign', null);
  await expect(fetched).rejects.toMatchObject({ code: 'too_much_data' });
  expect(limits).toEqual([200, 100, 50, 25]);
});
