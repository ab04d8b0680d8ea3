import { pluralize } from '../i18n/pluralize.ts';
import type { SignInTexts } from './texts.vi.ts';

export const en: SignInTexts = {
  product: 'Seller Connect',
  tagline: 'All your shops in one report',
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
  language: 'Language',
  switchTheme: 'Switch between light and dark',
  back: 'Back to sign-in',
  beginAgain: 'Start again',
  missing: {
    username: 'Please enter your username or email',
    password: 'Please enter your password',
  },
  errors: {
    invalid_credentials:
      'The username or the password is not right. Try again or reset your password.',
    rate_limited: 'There were too many attempts. Wait a moment, then try again.',
    unlock_needed:
      'A wrong password was entered for this name too many times, so an unknown browser needs one more step. If the password that you have just entered is right, we have sent a link to the email address of the account: open it in this browser, then sign in again. A browser that you have signed in with before works as ever.',
    interaction_expired: 'This sign-in has expired. Please start again.',
    validation: 'Please enter your username and your password.',
    google_cancelled:
      'You cancelled signing in with Google. Try again, or sign in with your password.',
    google_prove:
      'The email of this Google account already has an account here. Sign in with the password of that account once to link it to Google.',
    google_unavailable:
      'Signing in with Google does not work at the moment. Try again later, or sign in with your password.',
    unavailable: 'The server could not be reached. Check your connection and try again.',
  },
  rateLimitedFor: (seconds) =>
    seconds < 90
      ? `There were too many attempts. Try again in ${pluralize(String(seconds), 'second')}.`
      : `There were too many attempts. Try again in ${pluralize(String(Math.ceil(seconds / 60)), 'minute')}.`,
  privacy: {
    title: 'Privacy notice',
    before: 'By pressing the button below you agree to the handling of data that the ',
    link: 'privacy notice',
    after: ' describes.',
    version: (version) => `Version ${version}`,
  },
  forms: {
    email: 'Email',
    name: 'Full name',
    newPassword: 'New password',
    choosePassword: 'Password',
    chosenPassword: 'The password that you chose',
    passwordHelp: 'At least 15 characters. A short sentence is easy to remember.',
    haveAccount: 'Already have an account?',
    missing: {
      email: 'Please enter your email',
      name: 'Please enter your full name',
      password: 'Please enter a password',
    },
    invalidEmail: 'This is not an email address, such as name@company.com',
    errors: {
      validation: 'Please fill in every field correctly.',
      invalid_credentials: 'The password is not right. Enter the one that you chose to register.',
      link_expired: 'This link was used already or has expired.',
      email_taken:
        'This email address belongs to another account by now. Sign in with that account, or choose another address.',
      mail_unavailable:
        'This installation is not set up to send mail. Please contact your administrator.',
      password_too_short:
        'The password needs at least 15 characters. A short sentence is easy to remember.',
      password_too_long: 'The password is too long. Use at most 100 characters or so.',
      password_common:
        'This password is too easy to guess or was leaked before. Choose another one.',
      password_personal:
        'This password is mostly your name, your email or the name of the product. Choose another one.',
    },
    register: {
      title: 'Register',
      lead: 'We will send you a letter to confirm your email address.',
      submit: 'Register',
      finished: 'Look into your mailbox',
      what: 'We have just sent you a letter. Open the link in it to confirm your address and begin; it works for 24 hours.',
      hint: 'No letter? Look into your spam folder, or register again with another address.',
    },
    'forgot-password': {
      title: 'Forgot password',
      lead: 'Enter the email of your account. We will send you a link to set a new password.',
      submit: 'Send the link',
      finished: 'Look into your mailbox',
      what: 'If this address has an account, we have just sent a link to set a new password. It works for 30 minutes.',
      hint: 'No new letter? Look into your spam folder, and at letters that we sent some minutes ago: their links still work.',
    },
    'reset-password': {
      title: 'Set a new password',
      lead: 'You will be signed out on every device.',
      submit: 'Set the new password',
      finished: 'Your new password is set',
      what: 'You were signed out on every device. Sign in with your new password.',
      hint: '',
    },
    'undo-email': {
      title: 'Keep this address and set a new password',
      lead: 'The account will have the address that this letter came to. Every device is signed out, and the old password stops working.',
      submit: 'Keep the address and set the password',
      finished: 'Your account is safe',
      what: 'The change of address is undone, and every device was signed out. Sign in with this address and your new password.',
      hint: '',
    },
    'first-administrator': {
      title: 'Make the first administrator',
      lead: 'Nobody administers this installation yet. This account will be able to give roles to others.',
      submit: 'Make the account',
      finished: 'The administrator’s account is ready',
      what: 'Sign in with the address and the password that you have just chosen.',
      hint: '',
    },
    unlock: {
      title: 'Sign in with this browser',
      lead: 'Your password was guessed at too often, so a new browser needs this step. Press the button if it is you who wants to sign in here.',
      submit: 'It is me',
      finished: 'You can sign in again',
      what: 'Sign in with your password now. This browser stays known from here on.',
      hint: '',
    },
    'verify-email': {
      title: 'Confirm your email',
      lead: 'Press the button to confirm that this email address is yours.',
      submit: 'Confirm',
      finished: 'Your email is confirmed',
      what: 'You can sign in now.',
      hint: '',
    },
    otherWaysIn: {
      googleStays: 'A Google account opens this account as well.',
      removeGoogle: 'Remove the link to Google',
      googleEnds: 'A Google account used to open this account. To be safe, its link ends.',
      retainGoogle: 'Keep the link to Google',
      accessStays: 'The accesses and CSV links that you made still read the figures.',
      revokeAccess: 'Revoke all reporting accesses that I made',
    },
    leadWithPassword:
      'You have opened the link in another browser. Enter the password that you chose to register.',
    sentTo: 'Sent to',
    sendAgain: 'Send it again',
    sentAgain:
      'Another letter is on its way. If it does not come, use the one that we sent before.',
    demoMailbox: 'The demo sends no mail.',
    openDemoMailbox: 'Open the demo mailbox',
    restartForLink:
      'Restart the server: it prints a new link while nobody administers this installation.',
    askAgain: 'Ask for a new link',
    registerAgain: 'Register again',
    signIn: 'Sign in',
  },
  picture: {
    description:
      'Example of a report: sales of 1.25 billion dong, up 12.3% on the previous period, by day and by shop',
    title: 'Dashboard',
    period: '28 days',
    gmv: 'GMV',
    gmvValue: '₫1.25B',
    change: '+12.3%',
    against: 'on the previous period',
    orders: 'Orders',
    ordersValue: '4,812',
    aov: 'Average order value',
    aovValue: '₫259,800',
    byShop: 'By shop',
    shops: ['Hoa Mai', 'Nhà Bếp Việt', 'Tre Xanh'],
  },
};
