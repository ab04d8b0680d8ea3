import type { NotificationTexts } from './texts.vi.ts';

export const en: NotificationTexts = {
  title: 'Notifications',
  readAll: 'Mark all as read',
  unread: 'Unread',
  resolved: (when) => `Put right ${when}`,
  today: 'Today',
  yesterday: 'Yesterday',
  empty: 'Nothing yet',
  emptyText: 'When a shop needs you, or its first synchronisation is done, you see it here.',
  failed: 'Your notifications could not be loaded.',
  older: 'Show older ones',
  settings: 'Notification settings',
  intro: 'What you want to be told, in the application and by email.',
  mailTo: (email) => `Emails go to ${email}.`,
  changeMail: 'Change the email of the account',
  noMail: 'The account has no confirmed address to write to.',
  mailOff: 'This installation cannot send email; you are told in the application.',
  kinds: 'What you are told',
  inApp: 'In the application',
  mail: 'By email',
  shops: 'By shop',
  shopsText:
    'Of a shop that is off you get no email. What stops the reports is still shown in the application.',
  settingsFailed: 'Your notification settings could not be loaded.',
  saved: 'The notification settings are saved',
};
