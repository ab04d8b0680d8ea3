import type { NotificationTexts } from './texts.vi.ts';

export const en: NotificationTexts = {
  title: 'Notifications',
  readAll: 'Mark all as read',
  unread: 'Unread',
  resolved: (when) => `Resolved ${when}`,
  today: 'Today',
  yesterday: 'Yesterday',
  empty: 'No notifications yet',
  emptyText: 'When a shop needs attention or finishes its first sync, you’ll see it here.',
  failed: 'Couldn’t load your notifications.',
  older: 'Show older',
  settings: 'Notification settings',
  intro: 'Choose what you’re notified about, in the app and by email.',
  mailTo: (email) => `Emails go to ${email}.`,
  changeMail: 'Change account email',
  noMail: 'Your account has no confirmed email to send to.',
  mailOff:
    'This installation isn’t set up to send email. You’ll still get notifications in the app.',
  kinds: 'Notification types',
  groups: {
    shops: 'Shops and sync',
    sales: 'Sales and ads',
    money: 'Payouts and fees',
    team: 'Team',
  },
  inApp: 'In the app',
  mail: 'By email',
  shops: 'By shop',
  shopsText:
    'You won’t get emails about shops you turn off. Anything that stops your reports still appears in the app.',
  settingsFailed: 'Couldn’t load your notification settings.',
  saved: 'Notification settings saved',
};
