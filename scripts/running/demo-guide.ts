import { demoAccounts, demoPassword } from '@seller-connect/contract/demo-accounts';
import type { StartSettings } from './settings.ts';

const descriptions: Readonly<Record<(typeof demoAccounts)[number]['username'], string>> = {
  seller: 'a new seller: link a shop and watch the first sync',
  shop: 'a seller whose shops are linked and synced',
  staff: 'staff: brands and prices',
};

/** Returns what a person can try in demo mode, as lines for the terminal; none outside demo mode. */
export function demoGuide(settings: StartSettings): string[] {
  const { environment, identityPort, sandboxPort, dataDir } = settings;
  if (!settings.sandbox) return [];
  // With an outside identity provider there are neither accounts of ours nor a mailbox.
  const accounts = environment['IDENTITY_ISSUER']
    ? []
    : [
        `  Demo accounts, password ${demoPassword}:`,
        ...demoAccounts.map(
          ({ username, email }) => `    ${email.padEnd(17)}  ${descriptions[username]}`,
        ),
      ];
  const mailbox =
    environment['IDENTITY_ISSUER'] || environment['SMTP_URL']
      ? []
      : [`  Emails:      http://localhost:${identityPort}/mailbox`];
  return [
    ...accounts,
    `  Sandbox:     http://localhost:${sandboxPort} (sample marketplaces)`,
    ...mailbox,
    '  Stop:        Ctrl+C',
    `  Start over:  stop, then delete ${dataDir}`,
  ];
}
