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
    interaction_expired: 'This sign-in has expired. Please start again.',
    validation: 'Please enter your username and your password.',
    unavailable: 'The server could not be reached. Check your connection and try again.',
  },
  rateLimitedFor: (seconds) =>
    seconds < 90
      ? `There were too many attempts. Try again in ${seconds} seconds.`
      : `There were too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`,
  notices: {
    register: {
      title: 'Register',
      what: 'On this page you will create an account with your email address.',
      when: 'It comes with the next update. Until then your administrator creates accounts.',
    },
    'forgot-password': {
      title: 'Forgot password',
      what: 'From this page we will send you a link to set a new password.',
      when: 'It comes with the next update. Until then your administrator can reset it.',
    },
    google: {
      title: 'Sign in with Google',
      what: 'This way will take you to Google, which confirms who you are, and back here.',
      when: 'It comes with the next update. Until then you can sign in with your password.',
    },
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
