import { expect, it } from 'vitest';
import { demoGuide } from './demo-guide.ts';
import { readSettings } from './settings.ts';

const guide = (env: Record<string, string>) => demoGuide(readSettings(env)).join('\n');

it('lists accounts, sandbox, mailbox, and how to stop and to start over', () => {
  expect(guide({ DATA_DIR: '/srv/data', IDENTITY_PORT: '3011', SANDBOX_PORT: '3200' })).toBe(
    `  Demo accounts, password demo-Seller-2026:
    seller@demo.test   a new seller: link a shop and watch the first sync
    shop@demo.test     a seller whose shops are linked and synced
    staff@demo.test    staff: brands and prices
  Sandbox:     http://localhost:3200 (sample marketplaces)
  Emails:      http://localhost:3011/mailbox
  Stop:        Ctrl+C
  Start over:  stop, then delete /srv/data`,
  );
});

it('omits the mailbox where emails are sent, and accounts of an external identity provider', () => {
  expect(guide({ SMTP_URL: 'smtp://localhost' })).not.toContain('mailbox');
  expect(guide({ SMTP_URL: 'smtp://localhost' })).toContain('shop@demo.test');
  const outside = guide({ IDENTITY_ISSUER: 'https://id.example' });
  expect(outside).not.toContain('demo.test');
  expect(outside).not.toContain('mailbox');
});

it('is empty outside demo mode', () => {
  expect(guide({ LAZADA_APP_KEY: 'key' })).toBe('');
  expect(guide({ DEMO: '0' })).toBe('');
});
