import { pluralize } from '../i18n/pluralize.ts';
import type { SignInTexts } from './texts.vi.ts';

export const en: SignInTexts = {
  product: 'Seller Connect',
  tagline: 'All your shops in one report',
  promises: [
    'Read only: your prices, stock, and orders are never changed',
    'Disconnect any shop at any time',
    'Numbers that match the seller center, order by order',
  ],
  partners: 'Connects to Lazada, Shopee, Tiki, TikTok Shop, and Facebook Ads',
  arrival: (tool) =>
    `${tool} uses Seller Connect to read your shop data. When you’re done, you’ll return to ${tool}.`,
  backToTool: (tool) => `Back to ${tool}`,
  title: 'Sign in',
  username: 'Username or email',
  password: 'Password',
  remember: 'Remember me',
  forgot: 'Forgot password?',
  submit: 'Sign in',
  or: 'or',
  google: 'Sign in with Google',
  noAccount: 'No account yet?',
  register: 'Register',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  switchTheme: 'Switch between light and dark mode',
  back: 'Back to sign-in',
  beginAgain: 'Start again',
  missing: {
    username: 'Please enter your username or email',
    password: 'Please enter your password',
  },
  errors: {
    invalid_credentials: 'Incorrect username or password. Try again or reset your password.',
    rate_limited: 'Too many attempts. Wait a moment, then try again.',
    unlock_needed:
      'There were too many wrong passwords for this name, so unfamiliar browsers need one more step. If the password you just entered is correct, we sent a link to the account’s email. Open it in this browser, then sign in again. Browsers you’ve signed in with before still work.',
    interaction_expired: 'This sign-in has expired. Please start again.',
    validation: 'Please enter your username and password.',
    google_cancelled:
      'You canceled signing in with Google. Try again, or sign in with your password.',
    google_embedded:
      'Google doesn’t allow signing in inside other apps, such as Zalo or Facebook. Open the link again in Chrome or Safari, or sign in with your password.',
    google_prove:
      'There’s already an account with this Google account’s email. Sign in once with that account’s password to link it to Google.',
    google_unavailable:
      'Google sign-in isn’t available right now. Try again later, or sign in with your password.',
    unavailable: 'Couldn’t reach the server. Check your connection and try again.',
    server_error: 'Something went wrong, please try again later',
  },
  rateLimitedFor: (seconds) =>
    seconds < 90
      ? `Too many attempts. Try again in ${pluralize(seconds, 'second')}.`
      : `Too many attempts. Try again in ${pluralize(Math.ceil(seconds / 60), 'minute')}.`,
  privacy: {
    title: 'Privacy notice',
    before: 'By clicking the button below, you agree to our handling of data as described in the ',
    beforeGoogle:
      'By creating a new account with Google, you agree to our handling of data as described in the ',
    link: 'privacy notice',
    after: '.',
    version: (version) => `Version ${version}`,
  },
  forms: {
    email: 'Email',
    name: 'Full name',
    newPassword: 'New password',
    choosePassword: 'Password',
    chosenPassword: 'The password you chose',
    passwordHelp: 'At least 15 characters. A short sentence is easiest to remember.',
    passwordLength: (typed) => (typed < 15 ? `${typed} of 15 characters` : 'Long enough'),
    haveAccount: 'Already have an account?',
    missing: {
      email: 'Please enter your email',
      name: 'Please enter your full name',
      password: 'Please enter a password',
    },
    invalidEmail: 'Enter a valid email address, such as name@company.com',
    errors: {
      validation: 'Please fill in all fields correctly.',
      invalid_credentials: 'Incorrect password. Enter the one you chose when you registered.',
      link_expired: 'This link was already used or has expired.',
      change_expired: 'This link was already used, has expired, or was replaced by a newer one.',
      email_taken:
        'This email address now belongs to another account. Sign in with that account, or choose another address.',
      mail_unavailable: 'This installation isn’t set up to send email. Contact your administrator.',
      privacy_outdated:
        'The privacy notice has changed since you opened this page. Reload the page, then register again.',
      password_too_short:
        'Your password needs at least 15 characters. A short sentence is easiest to remember.',
      password_too_long: 'Your password is too long. Use no more than about 100 characters.',
      password_common: 'This password is too easy to guess or has been leaked. Choose another one.',
      password_personal:
        'This password is mostly your name, your email, or the product name. Choose another one.',
    },
    register: {
      title: 'Register',
      lead: 'We’ll send you an email to confirm your address.',
      submit: 'Register',
      finished: 'Check your inbox',
      what: 'We just sent you an email. Open the link in it to confirm your address and get started. The link is valid for 24 hours.',
      hint: 'No email? Check your spam folder, or register again with another address.',
    },
    'forgot-password': {
      title: 'Forgot password',
      lead: 'Enter your account’s email. We’ll send you a link to set a new password.',
      submit: 'Send link',
      finished: 'Check your inbox',
      what: 'If there’s an account for this address, we just sent a link to set a new password. The link is valid for 30 minutes.',
      hint: 'No new email? Check your spam folder and emails we sent a few minutes earlier. Their links still work.',
    },
    'reset-password': {
      title: 'Set a new password',
      lead: 'You’ll be signed out on every device.',
      submit: 'Set new password',
      finished: 'Your new password is set',
      what: 'You’ve been signed out on every device. Sign in with your new password.',
      hint: '',
    },
    'undo-email': {
      title: 'Keep this email and set a new password',
      lead: 'Your account will go back to the address that received this email. Every device will be signed out, and the old password will stop working.',
      submit: 'Keep email and set password',
      finished: 'Your account is safe',
      what: 'The email change was undone, and every device was signed out. Sign in with this email and your new password.',
      hint: '',
    },
    'first-administrator': {
      title: 'Create the first administrator',
      lead: 'This installation has no administrator yet. This account will be able to assign roles to others.',
      submit: 'Create account',
      finished: 'The administrator account is ready',
      what: 'Sign in with the address and password you just chose.',
      hint: '',
    },
    unlock: {
      title: 'Sign in with this browser',
      lead: 'There were too many attempts to guess your password, so new browsers need this step. Click the button if it’s you signing in here.',
      submit: 'It’s me',
      finished: 'You can sign in again',
      what: 'Sign in with your password now. We’ll remember this browser.',
      hint: '',
    },
    'verify-email': {
      title: 'Confirm your email',
      lead: 'Click the button to confirm that this email address is yours.',
      submit: 'Confirm',
      finished: 'Your email is confirmed',
      what: 'You can sign in now.',
      hint: '',
    },
    otherWaysIn: {
      googleStays: 'A Google account can also sign in to this account.',
      removeGoogle: 'Unlink Google',
      googleEnds:
        'A Google account could sign in to this account. To be safe, it will be unlinked.',
      retainGoogle: 'Keep Google linked',
      accessStays: 'Report access and CSV links you created can still read your data.',
      revokeAccess: 'Revoke all report access I created',
    },
    leadWithPassword:
      'You opened the link in another browser. To confirm, enter the password you chose when you registered.',
    alreadyConfirmed: 'This link was already used. Your account now uses this address:',
    sentTo: 'Sent to',
    sendAgain: 'Resend email',
    sentAgain: 'We sent another email. If it doesn’t arrive, use the one we sent earlier.',
    demoMailbox: 'The demo doesn’t send email.',
    openDemoMailbox: 'Open demo mailbox',
    restartForLink: 'Restart the server. It prints a new link as long as there’s no administrator.',
    askAgain: 'Request a new link',
    registerAgain: 'Register again',
    changeAgain: 'Change email again',
    signInForLink: 'Sign in to get a new link',
    signIn: 'Sign in',
  },
  picture: {
    description:
      'Example of a report: sales of 1,250,480,000 dong, up 12.3% from the previous period, by day and by shop',
    title: 'Dashboard',
    period: 'Last 28 days',
    gmv: 'GMV',
    gmvValue: '1,250,480,000',
    change: '+12.3%',
    against: 'vs previous period',
    peak: '11.11',
    byShop: 'By shop',
    shops: [
      ['SHOPEE', 'Hoa Mai', '51%'],
      ['LAZADA', 'Nhà Bếp Việt', '32%'],
      ['TIKTOK', 'Tre Xanh', '17%'],
    ],
  },
};
