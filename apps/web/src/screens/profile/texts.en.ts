import type { ProfileTexts } from './texts.vi.ts';

export const en: ProfileTexts = {
  title: 'Complete your profile',
  intro: 'Four things, so that we know whom to reach and what the reports are for.',
  settingsTitle: 'Profile',
  settingsIntro: 'Whom to reach, and what the reports are for.',
  email: 'Email',
  emailHelp: 'You are told here when a shop needs you.',
  phone: 'Phone number',
  phoneHelp: 'For help when connecting a shop goes wrong. Example: 0912 345 678',
  business: 'Business',
  businessHelp: 'Example: fashion, cosmetics, household goods',
  purpose: 'Purpose of use',
  purposeHelp: 'Example: follow sales, reconcile payouts, manage several shops',
  save: 'Save profile',
  saved: 'The profile is saved',
  savedAt: (when) => `Saved on ${when}`,
  next: 'Connect shops',
  required: {
    email: 'Please enter your email!',
    phoneNumber: 'Please enter your phone number!',
    business: 'Please enter your business!',
    purpose: 'Please enter your purpose!',
  },
  failed: 'Your profile could not be loaded.',
};
