import { pluralize } from '../i18n/pluralize.ts';
import { language } from '../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Team webhook',
  intro:
    'Sends your team’s notifications and alerts to your own system, signed as Standard Webhooks.',
  failed: 'Couldn’t load the webhook',
  none: 'No webhook yet',
  noneText: 'Enter the address of your receiver, for example n8n, Make or your own server.',
  add: 'Add webhook',
  test: 'Send test',
  testing: 'Sending a test; the list below shows how it went',
  disabled: 'The webhook was disabled because it kept failing. Save it to enable it again.',
  failing: (when) => `Failing since ${when}`,
  kinds: (count) => pluralize(count, 'kind of notification', 'kinds of notifications'),
  deliveries: 'Last deliveries',
  noDeliveries: 'Nothing sent yet.',
  testType: 'Test',
  states: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
  attempts: (count) => (count === '1' ? '1 attempt' : `${count} attempts`),
  next: (when) => `next try ${when}`,
  problems: {
    timeout: 'no answer within 10 seconds',
    address_refused: 'the address isn’t public',
    redirected: 'answered with a redirect, which isn’t followed',
  },
  status: (status) => `answered ${status}`,
  noAnswer: (code) => `couldn’t connect (${code})`,
  dialog: {
    title: 'Team webhook',
    url: 'Address',
    urlHelp: 'Begins with https:// and is public.',
    urlMissing: 'Enter the address of your receiver.',
    kinds: 'What to send',
    kindsMissing: 'Choose at least one kind.',
    saved: 'Webhook saved',
    renew: 'Replace secret',
    renewConfirm: {
      title: 'Replace the webhook secret?',
      text: 'The old secret stops working now. Your receiver will reject notifications until it has the new one.',
      keep: 'Keep secret',
    },
    remove: 'Delete webhook',
    removeConfirm: {
      title: 'Delete the team webhook?',
      text: 'Your receiver will get no more notifications, including those that are waiting to be sent.',
      keep: 'Keep webhook',
    },
    removed: 'Webhook deleted',
  },
  secret: {
    title: 'Webhook secret',
    text: 'Verify signatures with it. It’s shown only once.',
    label: 'Secret',
  },
};

export const texts = language === 'en' ? en : vi;
