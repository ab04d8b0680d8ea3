const passwordRejections = [
  'password_too_short',
  'password_too_long',
  'password_common',
  'password_personal',
] as const;

/**
 * Pages of the login area with the states in which the server can show them: a completed step, or the error
 * of a form submitted without JavaScript. The build writes one file per page, state and language.
 */
export const pageStates = {
  login: [
    'invalid_credentials',
    'rate_limited',
    'unlock_needed',
    'interaction_expired',
    'validation',
    'google_cancelled',
    'google_embedded',
    'google_prove',
    'google_unavailable',
  ],
  register: [
    'sent',
    'validation',
    'rate_limited',
    'mail_unavailable',
    'privacy_outdated',
    ...passwordRejections,
  ],
  'forgot-password': ['sent', 'validation', 'rate_limited', 'mail_unavailable'],
  'reset-password': ['done', 'validation', 'rate_limited', 'link_expired', ...passwordRejections],
  'undo-email': [
    'done',
    'validation',
    'rate_limited',
    'link_expired',
    'email_taken',
    ...passwordRejections,
  ],
  unlock: ['done', 'rate_limited', 'link_expired'],
  'first-administrator': [
    'done',
    'validation',
    'rate_limited',
    'link_expired',
    'email_taken',
    ...passwordRejections,
  ],
  'verify-email': [
    'done',
    'confirmed',
    'password',
    'invalid_credentials',
    'rate_limited',
    'link_expired',
    'change_expired',
    'email_taken',
  ],
  privacy: [],
} as const;

export type PageName = keyof typeof pageStates;
