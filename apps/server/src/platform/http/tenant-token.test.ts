import { expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { createTenantToken, parseTenantId } from '../secrets.ts';

it('a token contains its tenant, and its first 21 characters are unique to it', () => {
  // Made at the same time, so most of their bits are the same.
  const now = Date.now();
  const tenants = Array.from({ length: 500 }, () => newId(now));
  const beginnings = tenants.map((tenantId) => {
    const tokens = [createTenantToken(tenantId), createTenantToken(tenantId)];
    expect(tokens.map(parseTenantId)).toEqual([tenantId, tenantId]);
    expect(tokens[0]).not.toBe(tokens[1]);
    const [beginning, ...others] = new Set(tokens.map((token) => token.slice(0, 21)));
    expect(others).toEqual([]);
    return beginning;
  });
  expect(new Set(beginnings).size).toBe(tenants.length);
});
