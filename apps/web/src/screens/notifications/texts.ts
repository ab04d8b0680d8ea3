import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Notifications',
  readAll: 'Mark all as read',
  unread: 'Unread',
  resolved: (when) => `Resolved ${when}`,
  today: 'Today',
  yesterday: 'Yesterday',
  firstSyncs: (count) => `First sync of ${count} shops complete`,
  empty: 'No notifications yet',
  emptyText: 'When a shop needs attention or finishes its first sync, you’ll see it here.',
  failed: 'Couldn’t load your notifications.',
  muteRule: 'Mute this alert for me',
  older: 'Show older',
  settings: 'Notification settings',
  intro: 'Choose what you’re notified about, and where.',
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
    other: 'Other',
  },
  inApp: 'In the app',
  mail: 'By email',
  push: 'On devices',
  zalo: 'Zalo',
  shortChannels: { inApp: 'App', mail: 'Email', push: 'Devices', zalo: 'Zalo' },
  zaloPhone: {
    title: 'Notifications on Zalo',
    intro: 'Get what matters as a Zalo message, at a phone number that you’ve confirmed.',
    number: 'Zalo phone number',
    numberHint: 'A Vietnamese mobile number, such as 0912\u00a0345\u00a0678.',
    sendCode: 'Send code',
    code: '6-digit code',
    codeMissing: 'Enter all 6 digits of the code.',
    codeHint: (number) => `Zalo just sent a code to ${number}. It’s valid for 10 minutes.`,
    confirm: 'Confirm',
    another: 'Use another number',
    again: 'Send again',
    sent: 'Code sent on Zalo',
    confirmed: 'Phone number confirmed',
    on: (number) => `Zalo messages go to ${number}.`,
    off: (number) => `Zalo messages to ${number} are off.`,
    disable: 'Turn off',
    enable: 'Turn on again',
    remove: 'Delete number',
    removed: 'Phone number deleted',
    saved: 'Saved',
    failed: 'That didn’t work. Try again.',
    problems: {
      no_zalo:
        'This number isn’t on Zalo anymore, so we stopped. Delete it and enter the number that you use Zalo with.',
      refused:
        'Zalo couldn’t deliver the last message: you block notifications, or the app is too old. Update Zalo, allow messages from the Official Account, then make sure that messages are on here.',
      out_of_quota:
        'The last message wasn’t sent, because this installation has used up its Zalo messages for the day. They continue tomorrow.',
      undelivered:
        'Zalo accepted messages more than a day ago, but none has reached your phone since. Open Zalo on the phone with this number, check its connection and that you don’t block the Official Account. If you changed your number, delete this one and enter the new one.',
    },
  },
  devices: {
    title: 'Notifications on your devices',
    intro: 'Get alerts on your phone or computer right away, even when this page isn’t open.',
    enable: 'Notify me on this device',
    disable: 'Turn off on this device',
    unsupported:
      'This browser can’t show notifications. Use a current version of Chrome, Edge, Firefox or Safari.',
    install:
      'On iPhone and iPad, add this page to your Home Screen (Share, then “Add to Home Screen”), open it from there and turn notifications on.',
    denied:
      'Your browser blocks notifications from this page. Open the icon next to the address bar, allow “Notifications”, then reload the page.',
    off: 'This device isn’t notified.',
    on: 'This device is notified.',
    turnedOn: 'This device will be notified',
    turnedOff: 'This device won’t be notified anymore',
    failed: 'Couldn’t turn on notifications on this device. Check your connection and try again.',
    list: 'Notified devices',
    current: 'This device',
    unknown: 'Unknown browser',
    added: (when) => `Added ${when}`,
    remove: 'Remove',
    removeOf: (name) => `Remove ${name}`,
    removed: 'Device removed',
  },
  shops: 'By shop',
  shopsText:
    'You won’t get emails or messages on devices about shops you turn off. Anything that stops your reports still appears in the app.',
  settingsFailed: 'Couldn’t load your notification settings.',
  saved: 'Notification settings saved',
};

export const texts = language === 'en' ? en : vi;
