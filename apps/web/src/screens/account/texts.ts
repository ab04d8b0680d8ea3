import { pluralize } from '../../i18n/pluralize.ts';
import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  show: 'Show password',
  hide: 'Hide password',
  currentPassword: 'Current password',
  currentPasswordHelp: 'Leave this blank if you only sign in with Google and never set a password.',
  failed: 'Couldn’t reach the account service. Check your connection and try again.',
  elsewhere: {
    title: 'Your account',
    text: (host) =>
      `You sign in through ${host}. Manage your password, sessions, and account there.`,
    action: 'Open sign-in service',
  },
  password: {
    title: 'Password and email',
    intro: 'Your sign-in details.',
    block: 'Change password',
    blockText: 'You’ll be signed out everywhere except this session.',
    newPassword: 'New password',
    length: (typed) => (typed < 15 ? `${typed} of 15 characters` : 'Long enough'),
    newPasswordHelp: 'At least 15 characters. A short sentence is easiest to remember.',
    save: 'Change password',
    saved: 'Password changed',
    savedText: 'Your other sessions have ended. We also sent you an email.',
    stillOpen: 'Other ways to sign in still work',
    stillOpenText:
      'A new password doesn’t affect your linked Google account or report access. If you suspect someone else has access, review:',
    toGoogle: 'Linked Google account',
    toAccess: 'Report access',
  },
  email: {
    block: 'Change email',
    now: (email) => `Current email: ${email}`,
    label: 'New email',
    help: 'We’ll email a link to the new address. It changes once you open it.',
    save: 'Send confirmation email',
    sent: 'Check your inbox',
    sentText: (email) =>
      `We sent an email to ${email}. Open the link in it within 24 hours. Your old email works until then. We’ll also notify your old email, with a link to undo the change for 7 days.`,
  },
  sessions: {
    title: 'Sessions',
    intro: 'Devices signed in to your account.',
    list: 'Sessions',
    unknown: 'Unknown device',
    current: 'This device',
    used: (when) => `Last used ${when}`,
    signedIn: (when, address) =>
      address === '' ? `Signed in on ${when}` : `Signed in on ${when} from ${address}`,
    remembered: 'Remembered',
    ends: (when) => `Ends by ${when}`,
    end: 'End',
    endOf: (device) => `End session on ${device}`,
    ended: 'Session ended',
    endOthers: 'End all other sessions',
    endedOthers: 'Other sessions ended',
    confirm: 'End all other sessions?',
    confirmText: (count) =>
      `${pluralize(count, 'session')} will end immediately, even if in use. You’ll stay signed in on this device.`,
    keep: 'Keep sessions',
    only: 'You’re only signed in on this device.',
    doubt:
      'See a device you don’t recognize? End its session, then change your password so no one can sign back in.',
    changePassword: 'Change password',
    failed: 'Couldn’t load your sessions.',
  },
  account: {
    title: 'Account',
    intro: 'How you sign in, and account deletion.',
    google: 'Sign in with Google',
    googleText: 'Use a Google account to sign in here without a password.',
    linked: (since, used) => `Linked since ${since}, last used ${used}.`,
    notLinked:
      'Not linked. To link one, choose “Sign in with Google” on the sign-in page, use the same email, and enter your password once.',
    unlink: 'Unlink Google',
    unlinkTitle: 'Unlink Google?',
    unlinkText: 'You’ll only be able to sign in with your password.',
    unlinked: 'Google unlinked',
    googleFailed: 'Couldn’t check whether your account is linked to Google.',
    keep: 'Keep',
    remove: 'Delete account',
    removeText: 'This can’t be undone.',
    removeBefore: 'Before anything is deleted, you’ll see what goes and what stays.',
    removeAction: 'Delete account…',
    confirmTitle: 'Delete your account?',
    consequences: [
      'You’ll be signed out on every device, and you can’t sign in with this email unless you register again.',
      'If your team has other members, its shops and reports keep working for them.',
      'If you’re the only member, all shops are disconnected and all synced data is erased.',
      'A new account won’t have access to your old shops and reports.',
    ],
    toShops: 'View connected shops',
    typeToConfirm: (word) => `Type ${word} to confirm`,
    typeMissing: (word) => `Please type ${word}`,
    removeNow: 'Delete permanently',
  },
};

export const texts = language === 'en' ? en : vi;
